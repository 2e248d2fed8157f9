// Sums by kind of payment, brand, code of a decline and processor: what a period is made of.
import { sql } from 'kysely';
import type { StoredSums } from './stored-sums.ts';

/** `transaction_kind_day` and `transaction_kind_hour`. */
export const kinds: StoredSums = {
  hours: 'transaction_kind_hour',
  days: 'transaction_kind_day',
  groups: [
    ...['currency', 'processor_id', 'type', 'status', 'payment_type', 'card_brand'],
    'response_code',
  ],
  of_row: sql`t.currency, t.processor_id, t.type, t.status, t.payment_type,
    coalesce(t.response_body -> 'card' ->> 'card_type',
      t.response_body -> 'terminal' ->> 'card_type', '') as card_brand,
    case when t.status = 'declined' then t.response_code else 0 end as response_code`,
  sums: ['transaction_count', 'captured_count', 'amount', 'amount_captured'],
  of_rows: sql`count(*) as transaction_count,
    count(*) filter (where t.amount_captured > 0) as captured_count,
    sum(t.amount)::bigint as amount, sum(t.amount_captured)::bigint as amount_captured`,
};
