// One page of a plain table: filtered, sorted, cut by its keys, with a capped count.
import { sql } from 'kysely';
import type { Rows } from '../../contract/endpoint.ts';
import { invalid, refuse } from '../../contract/errors.ts';
import type { Search, SearchFields, Sort } from '../../contract/search/search.ts';
import type { Context } from '../context.ts';
import { connect } from './database.ts';
import { type Condition, type Count, conditionsOf, countOf } from './search.ts';

/** What a call requests of a list; what is left out is as the table declares. */
export interface Page extends Partial<Omit<Search, 'limit' | 'offset'>> {
  limit: number;
  offset: number;
  /** Archived rows as well; they stand behind the others. */
  archived?: boolean;
}

interface Listed {
  table: string;
  owner: string;
  search: SearchFields;
  sorts?: readonly string[];
  order: Sort;
}

/** From here on a page is looked for from the nearer end of the list. */
const deep_offset = 5_000;
/** Deeper than this a page costs more than narrowing the search (quality 4.4). */
const deepest_offset = 1_000_000;

/** The order of a page, or its reverse. The id settles what is equal: no row is on two pages. */
function orderOf(t: Listed, { field, direction }: Sort, archived = false, backwards = false) {
  const [way, other] = direction === 'asc' ? ['asc', 'desc'] : ['desc', 'asc'];
  const names = field === 'id' ? ['id'] : [field, 'id'];
  const column = (name: string) => sql.ref(`${t.table}.${name}`);
  const columns = names.map((name) => sql`${column(name)} ${sql.raw(backwards ? other : way)}`);
  const last = sql`${column('deleted_at')} is not null ${sql.raw(backwards ? 'desc' : 'asc')}`;
  return sql.join(archived ? [last, ...columns] : columns);
}

interface Cut {
  limit: number;
  offset: number;
  backwards: boolean;
}

/** Where a deep page lies, counted from the nearer end where the count is exact. */
function cutOf({ limit, offset }: Page, { total_count, count_estimated }: Count): Cut {
  const fits = Math.min(limit, total_count - offset);
  const behind = total_count - offset - fits;
  if (count_estimated || behind >= offset) return { limit, offset, backwards: false };
  return { limit: fits, offset: behind, backwards: true };
}

/** The conditions of a page: the caller's own, of which one is its scope, and the filters. */
function whereOf(context: Context, t: Listed, page: Page, conditions: readonly Condition[]) {
  const named = Object.keys(t.search).map((name) => [name, `${t.table}.${name}`]);
  const targets = Object.fromEntries(named);
  const filters = conditionsOf(t.search, targets, page.filters ?? {}, context.clock.now());
  return sql.join([...conditions, ...filters], sql` and `);
}

/**
 * A page of the rows that fulfil `conditions` and the filters of the search; 400 for a field that
 * the list is not sorted by. Keys are cut out first, and only then are whole rows fetched. Counts
 * are exact to 10,000, then estimated.
 */
export async function pageOf<Row>(
  context: Context,
  t: Listed,
  page: Page,
  conditions: readonly Condition[],
): Promise<Rows<Row>> {
  const { sort = t.order, archived } = page;
  const sorts = t.sorts ?? Object.keys(t.search);
  if (page.sort && !sorts.includes(page.sort.field)) invalid('Sort');
  const query = connect(context);
  const table = sql.table(t.table);
  const where = whereOf(context, t, page, conditions);
  const [owner, id] = [sql.ref(`${t.table}.${t.owner}`), sql.ref(`${t.table}.id`)];
  const counted = () => countOf(query, sql`select 1 from ${table} where ${where}`);
  const rowsOf = async ({ limit, offset, backwards }: Cut) => {
    if (limit <= 0) return [];
    const { rows } = await sql<Row>`select ${table}.* from (
        select ${owner} as owner, ${id} as id from ${table} where ${where}
        order by ${orderOf(t, sort, archived, backwards)} limit ${limit} offset ${offset}
      ) as page join ${table} on ${owner} = page.owner and ${id} = page.id
      order by ${orderOf(t, sort, archived)}`.execute(query);
    return rows;
  };
  if (page.offset < deep_offset) {
    const [rows, count] = await Promise.all([rowsOf({ ...page, backwards: false }), counted()]);
    return { rows, ...count };
  }
  const count = await counted();
  if (count.count_estimated && page.offset > deepest_offset) {
    refuse('invalid', 'bad request error: invalid Offset: narrow the search');
  }
  return { rows: await rowsOf(cutOf(page, count)), ...count };
}
