// One approved card payment and its explanation, for the tests of this folder.
import type { Explanation } from '../../../../contract/payments/transactions/explanation.ts';
import type { TransactionDetail } from '../../../../contract/payments/transactions/record.ts';

export const card = {
  type: 'debit',
  response: 'approved',
  auth_code: '08341C',
  processor_response_code: '00',
  processor_response_text: 'APPROVAL',
  processor_transaction_id: 'T1',
  avs_response_code: 'N',
  cvv_response_code: 'M',
};
export const base = {
  type: 'sale',
  status: 'pending_settlement',
  response: 'approved',
  response_code: 100,
  amount: 5_000,
  amount_authorized: 5_000,
  amount_captured: 5_000,
  amount_refunded: 0,
  currency: 'usd',
  payment_type: 'card',
  transaction_source: 'cp',
  user_name: 'dana',
  ip_address: '203.0.113.24',
  processor_name: 'Sierra',
  response_body: { card },
  created_at: '2026-06-18T10:41:00.000Z',
};
export const t = (over: object = {}) => ({ ...base, ...over }) as unknown as TransactionDetail;

export const attempt = {
  operation: 'sale',
  processor_name: 'Sierra',
  state: 'answered',
  outcome: 'approved',
  text: 'APPROVAL',
  created_at: '2026-06-18T10:41:01.000Z',
  answered_at: '2026-06-18T10:41:02.000Z',
} as const;
export const e = (over: Partial<Explanation> = {}): Explanation => ({
  rules: [],
  routing: 'default',
  failover: [],
  attempts: [attempt],
  decided: [],
  first_answer: '',
  duplicates: { window_seconds: 0, duplicate_of: '', window_ends_at: null, twins: [] },
  statement_name: 'HARBOR*GOODS',
  receipts_to: [],
  webhooks: [],
  ...over,
});
