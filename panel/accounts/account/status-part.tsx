// Where an account stands: its status with what may become of it, and whom it stands below.
import { Link } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { movesFrom } from '../../../contract/accounts/statuses.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { Moment } from '../../kit/format/moment.tsx';
import { RecordId } from '../../kit/format/record-id.tsx';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import styles from '../accounts.module.css';
import { accountPath, type Kind } from '../paths.ts';
import { type AccountRecord, useViewer } from '../use-account.ts';
import { status_badges } from './account-status.ts';
import { parentOf } from './move-dialog.tsx';
import type { StatusChange } from './status-dialog.tsx';

interface StandingProps {
  area: AccountType;
  kind: Kind;
  account: AccountRecord;
  /** False for users without the admin role: they see and cannot change. */
  may_manage: boolean;
  /** Opens the question beside the form: a form inside a form would be sent with it. */
  onChange: (change: StatusChange) => void;
  onMove: () => void;
}

function acceptance(account: AccountRecord) {
  if (!('tos_last_accepted_at' in account)) return null;
  if (account.tos_last_accepted_at === null) return 'not accepted yet';
  return (
    <>
      {account.tos_accepted_by_username}, <Moment at={account.tos_last_accepted_at} />
    </>
  );
}

export function StatusPart(props: StandingProps) {
  const { area, kind, account, may_manage, onChange, onMove } = props;
  const parent = parentOf(account);
  const above = account.parent_structure[parent] ?? 'none (top level)';
  const viewer = useViewer();
  // A partner's own account is nobody it manages.
  const opens = parent !== '' && parent !== viewer?.account_type_id;
  const manages = may_manage && account.id !== viewer?.account_type_id;
  const moves = manages ? movesFrom(account.status, area) : [];
  return (
    <FormPart title="Status">
      <Facts
        facts={[
          { label: 'Status', value: <StatusBadge badge={status_badges[account.status]} /> },
          {
            label: kind === 'merchant' ? 'Merchant ID' : 'Partner ID',
            value: <RecordId id={account.id} label="ID" />,
          },
          {
            label: 'Parent',
            value: opens ? <Link to={accountPath(area, 'partner', parent)}>{above}</Link> : above,
          },
          { label: 'Terms of service', value: acceptance(account) },
          { label: 'Created', value: <Moment at={account.created_at} /> },
          { label: 'Last change', value: <Moment at={account.updated_at} /> },
        ]}
      />
      <div className={styles.standingActions}>
        {moves.map(({ to, label }) => (
          <PlainButton key={to} onClick={() => onChange({ kind, account, to, label })}>
            {label}
          </PlainButton>
        ))}
        {manages && (area === 'admin' || kind === 'partner') && (
          <PlainButton onClick={onMove}>Move</PlainButton>
        )}
      </div>
    </FormPart>
  );
}
