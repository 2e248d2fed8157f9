// Void, approve, decline and email: the actions without an amount.
import type { AccountType } from '../../../contract/access/access.ts';
import { formatMoney } from '../../../contract/money.ts';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import { ActionDialog } from '../../kit/dialog/action-dialog.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { toast } from '../../notices.ts';
import { payerName } from '../labels.ts';
import { useForgetting, usePaymentKeys } from '../payment-keys.ts';
import { wasAccepted } from './outcome.ts';
import { shows_transactions, useAction } from './use-action.ts';

interface DialogProps {
  transaction: TransactionRecord;
  onClose: () => void;
}

const kinds: Readonly<Partial<Record<TransactionRecord['type'], string>>> = {
  refund: 'refund',
  credit: 'credit',
};

/** `the $130.56 payment from Jun Watanabe`; a refund or credit goes to the payer. */
function whose(t: TransactionRecord): string {
  const payer = payerName(t);
  const kind = kinds[t.type];
  const named = `the ${formatMoney(t.amount, t.currency)} ${kind ?? 'payment'}`;
  return payer === '' ? named : `${named} ${kind === undefined ? 'from' : 'to'} ${payer}`;
}

/** What a void means for the payer, in a sentence. */
export function voidEffect(t: Pick<TransactionRecord, 'type' | 'payment_type'>): string {
  const gives = kinds[t.type];
  if (gives !== undefined) return `The payer does not receive this ${gives}.`;
  if (t.payment_type === 'ach') return "The payer's bank account is not debited.";
  if (t.payment_type === 'cash') return 'Return any cash that the payer gave you.';
  return 'The payer is not charged.';
}

export function VoidDialog({ transaction: t, onClose }: DialogProps) {
  const keys = usePaymentKeys();
  const notice = 'Transaction has been voided!';
  const { busy, error, send } = useAction(transactions.void, { notice, onClose });
  useForgetting(keys, error);
  const submit = () => send({ params: { id: t.id }, input: keys.of({}) });
  return (
    <ActionDialog
      title="Void"
      action={`Void ${formatMoney(t.amount, t.currency)}`}
      destructive
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        This cancels {whose(t)}. {voidEffect(t)} This cannot be undone.
      </p>
    </ActionDialog>
  );
}

interface JudgeProps extends DialogProps {
  verdict: 'approve' | 'decline';
  area: AccountType;
}

const judged = {
  approve: {
    own: transactions.approve,
    of: transactions.approveOf,
    title: 'Approve',
    notice: 'Transaction has been Approved',
    does: 'This captures',
    effect: 'It settles with the next batch.',
  },
  decline: {
    own: transactions.decline,
    of: transactions.declineOf,
    title: 'Decline',
    notice: 'transaction has been Declined',
    does: 'This declines',
    effect: 'The hold is released.',
  },
} as const;

export function JudgeDialog({ transaction: t, onClose, verdict, area }: JudgeProps) {
  const { own, of, title, notice, does, effect } = judged[verdict];
  const accepts = (answer: TransactionRecord) =>
    verdict === 'decline' || wasAccepted(title, answer);
  const mine = useAction(own, { notice, accepts, onClose });
  const theirs = useAction(of, { notice, accepts, onClose });
  const used = area === 'merchant' ? mine : theirs;
  const submit = () => {
    if (area === 'merchant') mine.send({ params: { id: t.id } });
    else theirs.send({ params: { merchantId: t.merchant_id, id: t.id } });
  };
  return (
    <ActionDialog
      title={title}
      action={`${title} ${formatMoney(t.amount, t.currency)}`}
      destructive={verdict === 'decline'}
      busy={used.busy}
      error={used.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {does} {whose(t)}. {effect} This cannot be undone.
      </p>
    </ActionDialog>
  );
}

/** The first address for a receipt: the transaction's, billing, shipping (spec 2 §5). */
export function receiptAddress(
  t: Pick<TransactionRecord, 'email_address' | 'billing_address' | 'shipping_address'>,
): string {
  return t.email_address || t.billing_address.email || t.shipping_address.email;
}

export function EmailDialog({ transaction: t, onClose }: DialogProps) {
  const form = useForm(transactions.email, {
    initial: { email_address: receiptAddress(t) },
    input: ({ email_address }) => ({ email_address: email_address.trim() }),
    required: ['email_address'],
    params: { id: t.id },
    stales: shows_transactions,
    onSaved: onClose,
    tell: () => toast(`Email has been successfully delivered to ${form.values().email_address}`),
  });
  return (
    <FormDialog form={form} title="Email receipt" action="Email receipt" onClose={onClose}>
      <TextField name="email_address" label="Email" />
    </FormDialog>
  );
}
