// Moves a partner with everything below it, or a merchant, to another partner.
import { useState } from 'react';
import type { AccountType } from '../../../contract/access/access.ts';
import type { PartnerRow } from '../../../contract/accounts/partners.ts';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { toast } from '../../notices.ts';
import { PartnerPicker, type Picked } from '../partner-picker.tsx';
import type { Kind } from '../paths.ts';
import { type AccountRecord, useAccountSave, useViewer } from '../use-account.ts';

export function parentOf(account: AccountRecord): string {
  return 'partner_id' in account ? account.partner_id : account.parent_id;
}

interface MoveDialogProps {
  area: AccountType;
  kind: Kind;
  account: AccountRecord;
  onClose: () => void;
}

export function MoveDialog({ area, kind, account, onClose }: MoveDialogProps) {
  const viewer = useViewer();
  const current = parentOf(account);
  const [target, setTarget] = useState<Picked | null>(
    current === '' ? null : { id: current, name: account.parent_structure[current] ?? '' },
  );
  const { busy, error, save } = useAccountSave(kind, {
    quiet: true,
    onSaved: () => {
      toast(`${account.name} moved`);
      onClose();
    },
  });
  const name = kind === 'merchant' ? 'partner_id' : 'parent_id';
  const to = target?.id ?? '';
  const whyNot = ({ id }: PartnerRow) => {
    if (id === account.id) return 'This is the partner itself.';
    return id === current ? 'It stands here already.' : null;
  };
  const own = area === 'partner' && viewer ? viewer.account_type_id : '';
  return (
    <ActionDialog
      title={`Move ${account.name}`}
      action={`Move ${kind}`}
      busy={busy || to === current}
      error={error}
      onSubmit={() => save(account.id, { [name]: to })}
      onClose={onClose}
    >
      <PartnerPicker
        label="To stand below"
        value={target}
        onChange={setTarget}
        {...(area === 'admin' && kind === 'partner' && { nobody: 'Nobody, at the top' })}
        {...(own !== '' && { own: { id: own, name: viewer?.account_name ?? '' } })}
        whyNot={whyNot}
      />
      <p className="hint">
        {kind === 'partner'
          ? 'Everything below it moves along. '
          : 'Its users, keys and payments stay as they are. '}
        Partners above the old place no longer see it, those above the new place do, at once.
      </p>
    </ActionDialog>
  );
}
