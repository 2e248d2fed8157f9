// Settlement batches in webhooks, and their number as clients read it (gateway-api 14, 16).
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import { capturedPart } from '../../transactions/reading/totals/totals-groups.ts';

interface BatchEventRow {
  id: string;
  batch_date: Date;
  batch_number: string;
}

const tip = capturedPart('m', 'tip_amount');
const surcharge = capturedPart('m', 'surcharge');
const service_fee = capturedPart('m', 'service_fee');

/**
 * Batches by id, amounts in minor units of `currency`: what was captured, of it the base amounts,
 * surcharges and adjustments (service fees), the tips are the rest; net is captured less credited.
 */
export async function batchEventBodies(
  context: Context,
  merchant_id: string,
  ids: readonly string[],
): Promise<Map<string, unknown>> {
  const { rows } = await sql<BatchEventRow>`
    select b.id, b.batch_number, b.batch_date, b.num_transactions, b.amount_captured,
      coalesce(t.base_amount, 0)::bigint as base_amount, b.net_deposit as net_amount,
      b.net_deposit, b.amount_credit, coalesce(t.surcharge, 0)::bigint as surcharge_amount,
      coalesce(t.payment_adjustment, 0)::bigint as payment_adj_amount, b.currency,
      b.processor_id, b.processor_name, b.processor_type, b.merchant_id, b.response_code,
      b.response_message
    from settlement_batch b
    left join lateral (
      select sum(m.amount_captured - ${tip} - ${surcharge} - ${service_fee}) as base_amount,
        sum(${surcharge}) as surcharge, sum(${service_fee}) as payment_adjustment
      from transaction m
      where m.merchant_id = b.merchant_id and m.settlement_batch_id = b.id
        and m.type not in ('refund', 'credit')) t on true
    where b.merchant_id = ${merchant_id} and b.id = any(${[...ids]})`.execute(connect(context));
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, ...numberOfBatch(row.batch_number), batch_date: row.batch_date.toISOString() },
    ]),
  );
}

/**
 * Existing clients read `batch_number` as an integer (gateway-api 16). A host's text that is none,
 * or our own reference until it has given one, stands in `reference` beside 0.
 */
export function numberOfBatch(known_by: string): { batch_number: number; reference: string } {
  const whole = /^\d+$/.test(known_by) ? Number(known_by) : 0;
  return { batch_number: Number.isSafeInteger(whole) ? whole : 0, reference: known_by };
}
