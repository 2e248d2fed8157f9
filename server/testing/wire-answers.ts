// What a host answers, for tests of what the codecs read in it.
import type { WireAnswer } from '../payments/processors/types.ts';

export const answered = (body: unknown, http_status = 200): WireAnswer => ({
  kind: 'answered',
  http_status,
  body: JSON.stringify(body),
});

/** An approved sale on the wire of TSYS Sierra. */
export const sierra_approval = {
  reference: 'r1',
  operation: 'sale',
  transaction_id: 'T1',
  amount: 1_000,
  currency: 'usd',
  approved_amount: 1_000,
  network_code: '00',
};
