// Sums over a search: authorized, captured and the parts of it (spec 2 §3).
import { may } from '../../../../../contract/access/may.ts';
import type { transactions } from '../../../../../contract/payments/transactions/endpoints.ts';
import type {
  CurrencyTotals,
  Totals,
} from '../../../../../contract/payments/transactions/search.ts';
import type { Search } from '../../../../../contract/search/search.ts';
import type { Context } from '../../../../context.ts';
import { checkAccess } from '../../../../http/access.ts';
import type { Handlers } from '../../../../http/serve.ts';
import { ownSwitches } from '../../../merchant-config.ts';
import { merchantNamed } from '../search-where.ts';
import { type Group, groupsOf, parts } from './totals-groups.ts';

/**
 * Statuses that count for nothing: pending and unknown payments have not moved money yet, declined
 * ones never will.
 */
export const uncounted_statuses = [
  'pending',
  'unknown',
  'declined',
  'voided',
  'returned',
  'partially',
  'late',
] as readonly string[];
export const incoming_types = ['sale', 'authorize', 'capture'] as readonly string[];
const outgoing_types = ['refund', 'credit'] as readonly string[];

type Sums = Record<(typeof parts)[number] | 'authorized' | 'captured' | 'returned', number>;

/** Adds the sums of one currency; what was returned after settlement counts as given back. */
function add(groups: readonly Group[]): Sums {
  const sums = { authorized: 0, captured: 0, returned: 0 } as Sums;
  for (const part of parts) sums[part] = 0;
  for (const group of groups) {
    if (uncounted_statuses.includes(group.status)) continue;
    if (incoming_types.includes(group.type)) {
      sums.authorized += group.amount_authorized;
      sums.captured += group.amount_captured;
      if (group.status === 'late_return') sums.returned += group.amount_captured;
      for (const part of parts) sums[part] += group[part];
    } else if (outgoing_types.includes(group.type) && group.status !== 'late_return') {
      sums.returned += group.amount;
    }
  }
  return sums;
}

/** The two lists of keys of the specification, with equal values (decisions G28). */
function bothKeySets(currency: string, sums: Sums): CurrencyTotals {
  return {
    currency,
    base_amount: sums.captured - sums.tip_amount - sums.surcharge - sums.service_fee,
    authorized_amount: sums.authorized,
    amount_authorized: sums.authorized,
    captured_amount: sums.captured,
    amount_captured: sums.captured,
    net_amount: sums.captured - sums.returned,
    surcharge_amount: sums.surcharge,
    surcharge: sums.surcharge,
    service_fee_amount: sums.service_fee,
    service_fee: sums.service_fee,
    tax_amount: sums.tax_amount,
    shipping_amount: sums.shipping_amount,
    duty_amount: sums.duty_amount,
    tip_amount: sums.tip_amount,
    discount_amount: sums.discount_amount,
  };
}

/** Both key sets over groups of one currency, minor units. */
export function currencyTotals(currency: string, groups: readonly Group[]): CurrencyTotals {
  return bothKeySets(currency, add(groups));
}

/** Groups of each currency, the one with most transactions first. */
function byCurrency(groups: readonly Group[]): [string, Group[]][] {
  const found = new Map<string, Group[]>();
  for (const group of groups) {
    found.set(group.currency, [...(found.get(group.currency) ?? []), group]);
  }
  const count = (of: Group[]) => of.reduce((sum, group) => sum + group.transaction_count, 0);
  return [...found].sort(([a, of_a], [b, of_b]) => count(of_b) - count(of_a) || (a < b ? -1 : 1));
}

/**
 * Sale and capture rows that are not voided, declined or returned; only the net subtracts refunds,
 * credits and what came back after settlement (reference ledger 3.5). Minor units of the currency
 * that stands beside them.
 */
export async function totalsOf(
  context: Context,
  search: Search,
  merchant_id = '',
): Promise<Totals> {
  const groups = await groupsOf(context, search, merchant_id);
  const totals = byCurrency(groups).map(([currency, of]) => currencyTotals(currency, of));
  return { ...(totals[0] ?? currencyTotals('', [])), by_currency: totals };
}

/** Whether the caller's account sees totals of a search, in any form of answer (spec 2 §2). */
export async function mayTotal(context: Context): Promise<boolean> {
  return (await ownSwitches(context))?.allow_transaction_reporting_totals !== false;
}

/** 403 for a merchant's user or key while the switch of the account is off (spec 2 §2). */
export async function checkTotals(context: Context): Promise<void> {
  const account_permissions = await ownSwitches(context);
  if (account_permissions) checkAccess({ ...context.actor, account_permissions }, may.see_totals);
}

export const transactionTotals: Pick<Handlers<typeof transactions>, 'totals' | 'totalsOf'> = {
  async totals(context, _params, input) {
    await checkTotals(context);
    return await totalsOf(context, input, merchantNamed('', input.merchant_id));
  },
  async totalsOf(context, { merchantId }, input) {
    await checkTotals(context);
    return await totalsOf(context, input, merchantNamed(merchantId, input.merchant_id));
  },
};
