// Sums over a search: what was authorized, captured and what it consisted of (spec 2 §3).
import { sql } from 'kysely';
import type { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { Totals } from '../../../contract/payments/transactions/search.ts';
import type { Search } from '../../../contract/search.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import type { Handlers } from '../../http/serve.ts';
import { whereOf } from './search-where.ts';

/** Alive: it holds or moved money. Pending and unknown ones have not, declined ones never will. */
const alive = sql`status not in
  ('pending', 'unknown', 'declined', 'voided', 'returned', 'partially', 'late')`;
const authorizing = sql`type in ('sale', 'authorize', 'capture') and ${alive}`;
const capturing = sql`${authorizing} and amount_captured > 0`;
const giving_back = sql`type in ('refund', 'credit') and ${alive} and status <> 'late_return'`;
const coming_back = sql`${capturing} and status = 'late_return'`;

interface Sums {
  authorized: number;
  captured: number;
  given_back: number;
  come_back: number;
  tax: number;
  shipping: number;
  duty: number;
  tip: number;
  surcharge: number;
  service_fee: number;
  discount: number;
  base: number;
}

/**
 * Sale and capture rows that are not voided, declined or returned; only the net subtracts refunds,
 * credits and what came back after settlement (reference ledger 3.5). Minor units; a search over
 * several currencies adds them up as they are, so a caller names one.
 */
export async function totalsOf(
  context: Context,
  search: Search,
  merchant_id = '',
): Promise<Totals> {
  const where = await whereOf(context, search, merchant_id);
  const over = (rows: typeof alive, amount: string) =>
    sql`coalesce(sum(${sql.raw(amount)}) filter (where ${rows}), 0)::bigint`;
  const { rows } = await sql<Sums>`select
      ${over(authorizing, 'amount_authorized')} as authorized,
      ${over(capturing, 'amount_captured')} as captured,
      ${over(giving_back, 'amount')} as given_back,
      ${over(coming_back, 'amount_captured')} as come_back,
      ${over(capturing, 'tax_amount')} as tax,
      ${over(capturing, 'shipping_amount')} as shipping,
      ${over(capturing, 'duty_amount')} as duty,
      ${over(capturing, 'tip_amount')} as tip,
      ${over(capturing, 'surcharge')} as surcharge,
      ${over(capturing, 'service_fee')} as service_fee,
      ${over(capturing, 'discount_amount')} as discount,
      ${over(capturing, 'amount_captured - tip_amount - surcharge - service_fee')} as base
    from transaction where ${where}`.execute(connect(context));
  return bothKeySets(rows[0] as Sums);
}

/** The two lists of keys of the specification, with equal values (decisions G28). */
function bothKeySets(sums: Sums): Totals {
  return {
    base_amount: sums.base,
    authorized_amount: sums.authorized,
    amount_authorized: sums.authorized,
    captured_amount: sums.captured,
    amount_captured: sums.captured,
    net_amount: sums.captured - sums.given_back - sums.come_back,
    surcharge_amount: sums.surcharge,
    surcharge: sums.surcharge,
    service_fee_amount: sums.service_fee,
    service_fee: sums.service_fee,
    tax_amount: sums.tax,
    shipping_amount: sums.shipping,
    duty_amount: sums.duty,
    tip_amount: sums.tip,
    discount_amount: sums.discount,
  };
}

export const transactionTotals: Pick<Handlers<typeof transactions>, 'totals' | 'totalsOf'> = {
  totals: (context, _params, input) => totalsOf(context, input),
  totalsOf: (context, { merchantId }, input) => totalsOf(context, input, merchantId),
};
