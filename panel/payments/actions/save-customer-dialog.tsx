// Saves the payer of a payment as a customer (spec 2 §6, §8).
import { payers } from '../../../contract/payments/transactions/payers.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import { ActionDialog } from '../../kit/dialog/action-dialog.tsx';
import { maskedAccount, payerName } from '../labels.ts';
import { useAction } from './use-action.ts';

interface DialogProps {
  transaction: TransactionRecord;
  onClose: () => void;
}

/** The payer as a customer, with the method and the addresses of the payment. */
export function SaveCustomerDialog({ transaction: t, onClose }: DialogProps) {
  const notice = 'Customer has been saved to the Customer Vault!';
  const { busy, error, send } = useAction(payers.save, { notice, onClose });
  return (
    <ActionDialog
      title="Save customer"
      action="Save customer"
      busy={busy}
      error={error}
      onSubmit={() => send({ params: { id: t.id } })}
      onClose={onClose}
    >
      <p>
        This saves {payerName(t) || 'the payer'} with {maskedAccount(t)} and the addresses. You can
        charge this customer again without entering the number.
      </p>
    </ActionDialog>
  );
}
