// A new card or bank account of a customer, or a change of a saved one.
import { type CustomerRecord, customers } from '../../contract/vault/customers.ts';
import type { SavedAccount, SavedCard } from '../../contract/vault/saved-methods.ts';
import { FormDialog } from '../kit/form/form-dialog.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { toast } from '../notices.ts';
import { customer_stales } from './customer-screen.tsx';
import { AccountFields, CardFields } from './method-fields.tsx';
import { accountProblems, accountValues, cardProblems, cardValues } from './method-values.ts';

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
  const form = useForm(method ? customers.updateCard : customers.createCard, {
    initial: cardValues(method),
    rules: (values) => cardProblems(values, method !== undefined),
    params: { id: one.id, ...(method && { methodId: method.id }) } as never,
    stales: customer_stales,
    onSaved: () => {
      toast(method ? 'Card saved' : 'Card added');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={method ? 'Edit card' : 'Add card'}
      action={method ? 'Save card' : 'Add card'}
      onClose={onClose}
    >
      <CardFields at="" masked={method?.masked_number ?? ''} />
    </FormDialog>
  );
}

function AccountDialog({ one, method, onClose }: DialogProps<SavedAccount>) {
  const form = useForm(method ? customers.updateAccount : customers.createAccount, {
    initial: accountValues(method),
    rules: (values) => accountProblems(values, method),
    params: { id: one.id, ...(method && { methodId: method.id }) } as never,
    stales: customer_stales,
    onSaved: () => {
      toast(method ? 'Bank account saved' : 'Bank account added');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={method ? 'Edit bank account' : 'Add bank account'}
      action={method ? 'Save bank account' : 'Add bank account'}
      onClose={onClose}
    >
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
