// Asks before a status changes, and says what will follow from it.
import type { AccountStatus } from '../../../contract/access/access.ts';
import { merchants } from '../../../contract/accounts/merchants.ts';
import { partners } from '../../../contract/accounts/partners.ts';
import { users } from '../../../contract/identity/user-endpoints.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { ActionDialog } from '../../kit/dialog/action-dialog.tsx';
import { midSentence } from '../../kit/format/sentence.ts';
import kit from '../../kit/kit.module.css';
import { toast } from '../../notices.ts';
import type { Kind } from '../paths.ts';
import { account_stales } from '../use-account.ts';
import { type Counts, consequences, status_badges } from './account-status.ts';

/** How many the change reaches; null where the viewer may not count them. */
function useCounts(kind: Kind, id: string): Counts {
  const quiet = { quiet: true };
  const below = { ...quiet, enabled: kind === 'partner' };
  const own = { accountType: kind, id };
  const people = useRecord(users.searchOf, { params: own, input: { limit: 1 } }, quiet);
  const is = { operator: '=', value: id };
  const lower = useRecord(partners.search, { input: { parent_id: is, limit: 1 } }, below);
  const sellers = useRecord(merchants.search, { input: { partner_id: is, limit: 1 } }, below);
  return {
    users: people.data?.total_count ?? null,
    partners: lower.data?.total_count ?? null,
    merchants: sellers.data?.total_count ?? null,
  };
}

function useStatusSave(kind: Kind, to: AccountStatus, onClose: () => void) {
  const options = {
    stales: account_stales,
    tell: () => {
      const noun = kind === 'partner' ? 'Partner' : 'Merchant';
      toast(`${noun} ${midSentence(status_badges[to].word)}`);
    },
    onSaved: onClose,
  };
  const partner = useSave(partners.setStatus, options);
  const merchant = useSave(merchants.setStatus, options);
  const { isPending, error } = kind === 'partner' ? partner : merchant;
  const send = (id: string) => {
    if (kind === 'partner') partner.mutate({ params: { id }, input: { status: to } });
    else merchant.mutate({ params: { id, status: to } });
  };
  return { busy: isPending, error, send };
}

export interface StatusChange {
  kind: Kind;
  account: { id: string; name: string; status: AccountStatus };
  to: AccountStatus;
  /** What the button says: `Disable`. */
  label: string;
}

export function StatusDialog({ change, onClose }: { change: StatusChange; onClose: () => void }) {
  const { kind, account, to, label } = change;
  const counts = useCounts(kind, account.id);
  const { busy, error, send } = useStatusSave(kind, to, onClose);
  return (
    <ActionDialog
      title={`${label} ${account.name}`}
      action={`${label} ${kind}`}
      destructive={to !== 'active' && account.status !== 'closed'}
      busy={busy}
      error={error}
      onSubmit={() => send(account.id)}
      onClose={onClose}
    >
      <ul className={kit.bullets}>
        {consequences(kind, account.status, to, counts).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ActionDialog>
  );
}
