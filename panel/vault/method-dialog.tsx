// A new card or bank account of a customer, or a change of a saved one.
import { type CustomerRecord, customers } from '../../contract/vault/customers.ts';
import type { SavedAccount, SavedCard } from '../../contract/vault/saved-methods.ts';
import { FormDialog } from '../kit/form/form-dialog.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { AccountFields, CardFields } from './method-fields.tsx';
import { accountProblems, accountValues, cardProblems, cardValues } from './method-values.ts';
import { partDialog } from './part-dialog.ts';

/** `method` is absent of a new one. */
export type MethodOf =
  | { type: 'card'; method?: SavedCard }
  | { type: 'ach'; method?: SavedAccount };

interface DialogProps<Method> {
  one: CustomerRecord;
  method: Method | undefined;
  onClose: () => void;
}

function CardDialog({ one, method, onClose }: DialogProps<SavedCard>) {
  const { dialog, saving } = partDialog('card', method, onClose);
  const form = useForm(method ? customers.updateCard : customers.createCard, {
    initial: cardValues(method),
    rules: (values) => cardProblems(values, method !== undefined),
    params: { id: one.id, ...(method && { methodId: method.id }) } as never,
    ...saving,
  });
  return (
    <FormDialog form={form} {...dialog}>
      <CardFields at="" masked={method?.masked_number ?? ''} />
    </FormDialog>
  );
}

function AccountDialog({ one, method, onClose }: DialogProps<SavedAccount>) {
  const { dialog, saving } = partDialog('bank account', method, onClose);
  const form = useForm(method ? customers.updateAccount : customers.createAccount, {
    initial: accountValues(method),
    rules: (values) => accountProblems(values, method),
    params: { id: one.id, ...(method && { methodId: method.id }) } as never,
    ...saving,
  });
  return (
    <FormDialog form={form} {...dialog}>
      <AccountFields
        at=""
        masked={method?.masked_account_number ?? ''}
        keeps_check={method?.sec_code === 'tel'}
      />
    </FormDialog>
  );
}

interface MethodDialogProps {
  one: CustomerRecord;
  of: MethodOf;
  onClose: () => void;
}

export function MethodDialog({ one, of, onClose }: MethodDialogProps) {
  return of.type === 'card' ? (
    <CardDialog {...{ one, onClose }} method={of.method} />
  ) : (
    <AccountDialog {...{ one, onClose }} method={of.method} />
  );
}
