// Searching transactions: one page of records, newest first, and how many there are in all.
import { type RawBuilder, sql } from 'kysely';
import type { Rows } from '../../../../contract/endpoint.ts';
import { invalid, refuse } from '../../../../contract/errors.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import {
  type SortableColumn,
  sortable_columns,
  type TransactionSearch,
} from '../../../../contract/payments/transactions/search.ts';
import type { Search, Sort } from '../../../../contract/search/search.ts';
import type { Context } from '../../../context.ts';
import { custom_plan } from '../../../db/connections/statement-names.ts';
import { connect } from '../../../db/database.ts';
import { type Condition, countOf } from '../../../db/search.ts';
import type { Handlers } from '../../../http/serve.ts';
import { payer_name } from '../reports/report-columns.ts';
import { type TransactionRow, toRecord } from './read.ts';
import { merchantNamed, whereOf } from './search-where.ts';
import { countByDays } from './totals/totals-groups.ts';

/** A page further down costs more than narrowing the search (quality 4.4). */
const deepest_offset = 1_000_000;

/** Rows of equal value are sorted newest first, so that no row is on two pages. */
export function orderOf(sort?: Sort): RawBuilder<unknown> {
  const { field, direction } = sort ?? { field: 'created_at', direction: 'desc' };
  if (!sortable_columns.includes(field as SortableColumn)) invalid('Sort');
  const way = sql.raw(direction);
  if (field === 'created_at') return sql`transaction.created_at ${way}, transaction.id ${way}`;
  // Rows without a name are sorted last.
  const column =
    field === 'name' ? sql`nullif(${payer_name}, '')` : sql.ref(`transaction.${field}`);
  return sql`${column} ${way} nulls last, transaction.created_at desc, transaction.id desc`;
}

/** From this offset on a page is read from the nearer end of the list. */
const deep_offset = 5_000;

interface Cut {
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
}

/** One page. Its keys are read first, from an index alone; only then the whole rows. */
async function pageOf(
  context: Context,
  where: Condition,
  search: Search,
  cut: Cut = { ...search, order: orderOf(search.sort) },
): Promise<TransactionRow[]> {
  if (cut.limit <= 0) return [];
  const { rows } = await sql<TransactionRow>`${sql.raw(custom_plan)}
    select transaction.* from (
      select transaction.merchant_id, transaction.id from transaction where ${where}
      order by ${cut.order} limit ${cut.limit} offset ${cut.offset}
    ) as page
    join transaction on transaction.merchant_id = page.merchant_id and transaction.id = page.id
    order by ${orderOf(search.sort)}`.execute(connect(context));
  return rows;
}

/** The offset of a page counted from the other end of a list by date. */
function fromTheEnd(search: Search, total: number): Cut | null {
  const { field, direction } = search.sort ?? { field: 'created_at', direction: 'desc' };
  const offset = Math.max(0, total - search.offset - search.limit);
  if (field !== 'created_at' || offset >= search.offset) return null;
  const order = orderOf({ field, direction: direction === 'desc' ? 'asc' : 'desc' });
  return { order, offset, limit: Math.min(search.limit, total - search.offset) };
}

/**
 * Transactions in the caller's scope. `total_count` is exact up to 10,000, and above where the sums
 * of days give it; else it is the planner's estimate and marked as one.
 */
export async function searchTransactions(
  context: Context,
  search: Search,
  merchant_id = '',
): Promise<Rows<TransactionRecord>> {
  if (search.offset > deepest_offset) {
    refuse('invalid', 'bad request error: invalid Offset: narrow the dates of the search');
  }
  const where = await whereOf(context, search, merchant_id);
  const counted = () =>
    countOf(connect(context), sql`select 1 from transaction where ${where}`, () =>
      countByDays(context, search, merchant_id),
    );
  if (search.offset < deep_offset) {
    // The page takes longer than the count, so it is started first.
    const [page, count] = await Promise.all([pageOf(context, where, search), counted()]);
    return { rows: page.map(toRecord), ...count };
  }
  const count = await counted();
  const cut = count.count_estimated ? null : fromTheEnd(search, count.total_count);
  const page = await pageOf(context, where, search, cut ?? undefined);
  return { rows: page.map(toRecord), ...count };
}

const searched = (context: Context, search: TransactionSearch, in_path = '') =>
  searchTransactions(context, search, merchantNamed(in_path, search.merchant_id));

type Searches = 'search' | 'searchBelow' | 'searchOf';

export const transactionSearch: Pick<Handlers<typeof transactions>, Searches> = {
  search: (context, _params, input) => searched(context, input),
  searchBelow: (context, _params, input) => searched(context, input),
  searchOf: (context, { merchantId }, input) => searched(context, input, merchantId),
};
