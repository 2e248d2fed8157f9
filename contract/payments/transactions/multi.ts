// Several payments, voids or refunds in one call, each row as it is alone (gateway-api 3.1).
import { z } from 'zod';
import { may } from '../../access/may.ts';
import { endpoint, list } from '../../endpoint.ts';
import { blankable, id } from '../../fields.ts';
import { refund_input, void_input } from './follow-up-input.ts';
import { create_input, idempotency_input } from './input.ts';
import { transaction_record } from './record.ts';

/** Rows of one call; they are done one after the other. */
export const max_rows = 50;
const rows = <S extends z.ZodType>(row: S) => z.array(row).min(1).max(max_rows);

/** Shared by all rows; the idempotency key of a row is the call’s, followed by its position. */
const shared = {
  payment_method: true,
  billing_address: true,
  shipping_address: true,
  fingerprint: true,
} as const;
const payment_row = create_input
  .omit(shared)
  // The caller's own; another one's is a row that is not found.
  .extend({ merchant_id: blankable(z.string().max(80)) });
/** Saved once, from the first row that is approved, unless a row sets these itself. */
const saved = {
  create_vault_record: true,
  create_vault_record_for: true,
  vault_record_id_format: true,
  set_customer_id: true,
  vault_record_custom_id: true,
} as const;
const multi_input = create_input.pick({ ...shared, ...saved }).extend({
  /** Whose customer it becomes: the caller's own; another one is not found. */
  create_vault_record_merchant_id: blankable(z.string().max(80)),
  transactions: rows(payment_row),
  ...idempotency_input,
});

/** What became of a row: `status` and `msg` are those its call alone is answered with. */
export const multi_row = z.object({
  /** Of a payment the new one, '' where there is none; else the one that was named. */
  transaction_id: z.string(),
  order_id: z.string(),
  status: z.enum(['success', 'failed']),
  msg: z.string(),
  /** The payment or the refund; null for a void and for what was refused. */
  data: transaction_record.nullable(),
});
export type MultiRow = z.infer<typeof multi_row>;

const answers = { method: 'POST', reply: list(multi_row), rate_class: 'payment' } as const;

export const multi_transactions = {
  create: endpoint({
    ...answers,
    path: '/transaction/multi',
    // As of one payment: the right depends on each row's type, and the verb asks.
    access: may.pay,
    input: multi_input,
    audit: 'transaction.create',
    summary: 'Several payments with one method, saved once if requested; a result for each row.',
  }),
  void: endpoint({
    ...answers,
    path: '/transaction/multi/void',
    access: may.void,
    input: z.object({ transactions: rows(void_input.extend({ id })), ...idempotency_input }),
    audit: 'transaction.void',
    summary: 'Cancels several transactions; each row has its own result.',
  }),
  refund: endpoint({
    ...answers,
    path: '/transaction/multi/refund',
    access: may.refund,
    input: z.object({ transactions: rows(refund_input.extend({ id })), ...idempotency_input }),
    audit: 'transaction.refund',
    summary: 'Refunds several transactions; each row has its own result.',
  }),
};
