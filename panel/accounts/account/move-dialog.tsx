// Moves a partner with everything below it, or a merchant, to another partner.
import type { AccountType } from '../../../contract/access/access.ts';
import { merchants } from '../../../contract/accounts/merchants.ts';
import { type PartnerRow, partners } from '../../../contract/accounts/partners.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm, useValues } from '../../kit/form/use-form.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import { toast } from '../../notices.ts';
import { PartnerPicker, type Picked } from '../partner-picker.tsx';
import type { Kind } from '../paths.ts';
import { type AccountRecord, account_stales, useViewer } from '../use-account.ts';

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
  const initial: { parent: Picked | null } = {
    parent: current === '' ? null : { id: current, name: account.parent_structure[current] ?? '' },
  };
  const member = kind === 'merchant' ? 'partner_id' : 'parent_id';
  const form = useForm(kind === 'partner' ? partners.update : merchants.update, {
    initial,
    input: ({ parent }) => ({ [member]: parent?.id ?? '' }),
    params: { id: account.id },
    stales: account_stales,
    tell: () => toast(`${account.name} moved`),
    onSaved: onClose,
  });
  const stays = (useValues(form).parent?.id ?? '') === current;
  const whyNot = ({ id }: PartnerRow) => {
    if (id === account.id) return 'This is the partner itself.';
    return id === current ? 'The account is already here.' : null;
  };
  const own = area === 'partner' && viewer ? viewer.account_type_id : '';
  return (
    <FormDialog
      form={form}
      title={`Move ${account.name}`}
      action={`Move ${kind}`}
      blocked={stays}
      onClose={onClose}
    >
      <PartnerPicker
        name="parent"
        label="New parent"
        {...(area === 'admin' && kind === 'partner' && { nobody: 'None (top level)' })}
        {...(own !== '' && { own: { id: own, name: viewer?.account_name ?? '' } })}
        whyNot={whyNot}
      />
      <Hint>
        {kind === 'partner'
          ? 'All accounts below it move with it. '
          : 'Its users, keys and payments do not change. '}
        Its previous partners lose access immediately; its new partners gain access.
      </Hint>
    </FormDialog>
  );
}
