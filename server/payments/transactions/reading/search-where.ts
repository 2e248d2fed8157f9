// Which rows a search covers: the caller's scope, its interval, and its filters as SQL.
import { type SqlBool, sql } from 'kysely';
import { invalid, notFound } from '../../../../contract/errors.ts';
import { transaction_fields } from '../../../../contract/payments/transactions/search.ts';
import {
  type DateFilter,
  type Search,
  saved_number,
  type ValueFilter,
} from '../../../../contract/search/search.ts';
import type { Context } from '../../../context.ts';
import { requireMerchant } from '../../../db/require-merchant.ts';
import { scope } from '../../../db/scope.ts';
import {
  type Condition,
  conditionsOf,
  type Interval,
  intervalOf,
  within,
} from '../../../db/search.ts';
import { digestsOfCard, digestsOfSaved } from './search-digest.ts';
import { type DigestsOfCard, searchTargets } from './search-targets.ts';

/** How far back a list goes that names neither a date nor an id (decisions G29). */
export const window_months = 4;

/** The same day of an earlier month; the last one where that month is shorter. */
export function monthsBefore(now: Date, months: number): Date {
  const moved = new Date(now);
  moved.setUTCMonth(moved.getUTCMonth() - months);
  if (moved.getUTCDate() !== now.getUTCDate()) moved.setUTCDate(0);
  return moved;
}

const id_fields = ['transaction_or_order_id', 'transaction_id', 'order_id'];

/** Whether the search names one transaction: then it is found whatever its age. */
function namesOne(filters: Search['filters']): boolean {
  return id_fields.some((name) => (filters[name] as ValueFilter | undefined)?.operator === '=');
}

const date_fields = { created_at: 'Created Date', created_at_duration: 'Created' } as const;

/**
 * The interval of a search. Four months back where it names neither a date nor an id (gateway-api
 * 1.5, decisions G29).
 */
export function createdWithin(filters: Search['filters'], now: Date): Interval {
  const entries = Object.entries(date_fields).flatMap(([name, label]) => {
    const filter = filters[name] as DateFilter | undefined;
    return filter ? [intervalOf(filter, now, label)] : [];
  });
  if (entries.length === 0) {
    return { since: namesOne(filters) ? null : monthsBefore(now, window_months), until: null };
  }
  const times = (bounds: (Date | null)[]) => bounds.flatMap((at) => (at ? [at.getTime()] : []));
  const since = times(entries.map((one) => one.since));
  const until = times(entries.map((one) => one.until));
  return {
    since: since.length > 0 ? new Date(Math.max(...since)) : null,
    until: until.length > 0 ? new Date(Math.min(...until)) : null,
  };
}

/**
 * The caller's scope over a column of merchant ids, cut to one merchant or to those directly below
 * (decisions G47).
 */
export function scopeConditions(
  context: Context,
  search: Search,
  merchant_id: string,
  column: string,
): Condition[] {
  const { account_type, account_id } = context.actor;
  const merchant = sql.ref(column);
  const conditions = [scope(context, column)];
  if (merchant_id) conditions.push(sql<SqlBool>`${merchant} = ${merchant_id}`);
  if (search.directOnly && account_type === 'partner') {
    conditions.push(sql<SqlBool>`${merchant} in
      (select id from account where parent_id = ${account_id})`);
  }
  if (account_type === 'admin') {
    if (search.directOnly) {
      conditions.push(sql<SqlBool>`${merchant} in
        (select id from account where parent_id is null or parent_id = ${account_id})`);
    } else if (!merchant_id && namesOne(search.filters)) {
      // Every index starts with the merchant: with all merchants named, an id takes a few look-ups.
      conditions.push(sql<SqlBool>`${merchant} in
        (select id from account where account_type = 'merchant')`);
    }
  }
  return conditions;
}

async function cardsOf(
  context: Context,
  search: Search,
  merchant_id: string,
): Promise<DigestsOfCard> {
  const filter = search.filters.full_cc_number as ValueFilter | undefined;
  if (!filter) return { last_four: '', pairs: [] };
  const stored = saved_number.safeParse(filter);
  return stored.success
    ? await digestsOfSaved(context, stored.data, merchant_id)
    : await digestsOfCard(context, String(filter.value), merchant_id);
}

/** The merchant that a path or a search names, '' for none; 400 where they differ. */
export function merchantNamed(in_path: string, in_search: string | undefined): string {
  if (in_path && in_search && in_path !== in_search) invalid('Merchant ID');
  return in_path || (in_search ?? '');
}

/** 404 where the merchant that a path names lies outside the caller's scope; '' names none. */
async function checkScope(context: Context, merchant_id: string): Promise<void> {
  const { account_type, account_id } = context.actor;
  if (merchant_id && account_type === 'merchant' && merchant_id !== account_id) notFound();
  if (merchant_id && account_type !== 'merchant') await requireMerchant(context, merchant_id);
}

/**
 * The condition of a search over `transaction`. With a merchant id it is cut to that merchant, and
 * 404 where it lies outside the caller's scope; '' searches all that the caller may see.
 */
export async function whereOf(
  context: Context,
  search: Search,
  merchant_id = '',
): Promise<Condition> {
  const { account_type, account_id } = context.actor;
  await checkScope(context, merchant_id);
  // PostgreSQL has no NUL character in a text, so nothing could ever match it.
  if (JSON.stringify(search.filters).includes('\\u0000')) invalid('Search');
  const now = context.clock.now();
  const own = account_type === 'merchant' ? account_id : merchant_id;
  const targets = searchTargets(context, await cardsOf(context, search, own));
  const { created_at, created_at_duration, ...filters } = search.filters;
  const conditions = [
    ...scopeConditions(context, search, merchant_id, 'transaction.merchant_id'),
    within(sql`transaction.created_at`, createdWithin(search.filters, now)),
    ...conditionsOf(transaction_fields, targets, filters, now),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
