// Search → SQL: typed filters become conditions over named columns; counts are capped, then
// estimated.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { invalid } from '../../contract/errors.ts';
import { periodOf } from '../../contract/search/periods.ts';
import type {
  DateFilter,
  DurationFilter,
  FieldGroup,
  Filter,
  Search,
  SearchField,
  SearchFields,
  ValueFilter,
} from '../../contract/search/search.ts';
import { custom_plan } from './connections/statement-names.ts';
import type { Query } from './database.ts';

export type Condition = Expression<SqlBool>;
/** A column by name, an SQL expression, or a condition made by hand for this one field. */
export type Target =
  | string
  | RawBuilder<unknown>
  | { condition: (filter: ValueFilter) => Condition }
  | { [member: string]: Target };
export type Targets = Record<string, Target>;

/** Conditions of a search. `now` is business time: durations are days in UTC (decisions G49). */
export function conditionsOf(
  fields: SearchFields,
  targets: Targets,
  filters: Search['filters'],
  now: Date,
): Condition[] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const field = fields[name];
    const target = targets[name];
    // Members of a group whose filter was empty are still named.
    if (!field || target === undefined || filter === undefined) return [];
    if (!('label' in field) || typeof field.label !== 'string') {
      const group = target as Record<string, Target>;
      return conditionsOf(field as FieldGroup, group, filter as Record<string, Filter>, now);
    }
    return [conditionOf(field as SearchField, target, filter as Filter, now)];
  });
}

function conditionOf(field: SearchField, target: Target, filter: Filter, now: Date): Condition {
  if (typeof target === 'object' && 'condition' in target) {
    return (target.condition as (filter: ValueFilter) => Condition)(filter as ValueFilter);
  }
  const column = typeof target === 'string' ? sql.ref(target) : (target as RawBuilder<unknown>);
  if (field.kind === 'date' || field.kind === 'duration') {
    return within(column, intervalOf(filter as DateFilter | DurationFilter, now, field.label));
  }
  const { operator, value } = filter as ValueFilter;
  switch (operator) {
    case '=':
      return sql<SqlBool>`${column} = ${value}`;
    case '!=':
      // A choice is never null in its column; only said so plainly does a partial index serve it.
      return field.kind === 'choice'
        ? sql<SqlBool>`${column} <> ${value}`
        : sql<SqlBool>`${column} is distinct from ${value}`;
    case '<':
      return sql<SqlBool>`${column} < ${value}`;
    case '>':
      return sql<SqlBool>`${column} > ${value}`;
    case '%':
      return sql<SqlBool>`${column} ilike ${containing(String(value))}`;
  }
}

/** The pattern of "contains this very text". */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
}

/** A bound as given: a day alone counts whole, from its first to its last instant, in UTC. */
function bound(text: string, end: boolean): Date {
  const whole_day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return new Date(whole_day ? `${text}T${end ? '23:59:59.999' : '00:00:00.000'}Z` : withZone(text));
}

function withZone(text: string): string {
  return /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
}

/** Moments from `since` to before `until`; null is without end. */
export interface Interval {
  since: Date | null;
  until: Date | null;
}

/** A filter's bound may lie outside of these years, whose texts PostgreSQL does not read. */
const first_ms = Date.parse('0001-01-02T00:00:00Z');
const last_ms = Date.parse('9999-12-31T23:59:59.999Z');
const known = (at_ms: number) => new Date(Math.min(Math.max(at_ms, first_ms), last_ms));

/** The interval of a date filter, bounds included: moments are kept to the millisecond. */
export function intervalOf(
  filter: DateFilter | DurationFilter,
  now: Date,
  label: string,
): Interval {
  const range = 'duration' in filter ? rangeOf(filter, now) : filter;
  const since = range.start_date ? bound(range.start_date, false) : null;
  const to = range.end_date ? bound(range.end_date, true) : null;
  if (Number.isNaN(since?.getTime() ?? 0) || Number.isNaN(to?.getTime() ?? 0)) invalid(label);
  return { since: since && known(since.getTime()), until: to && known(to.getTime() + 1) };
}

/** Whether a moment lies in the interval. */
export function within(column: RawBuilder<unknown>, { since, until }: Interval): Condition {
  const from = sql`${column} >= ${since}`;
  const to = sql`${column} < ${until}`;
  if (since && until) return sql<SqlBool>`(${from} and ${to})`;
  if (since) return sql<SqlBool>`${from}`;
  return until ? sql<SqlBool>`${to}` : sql<SqlBool>`true`;
}

/** First and last instant of a spoken period, in UTC; weeks start on Sunday. */
export function rangeOf(filter: DurationFilter, now: Date): DateFilter {
  const [from, until] = periodOf(filter.duration, now);
  return {
    start_date: from.toISOString(),
    end_date: new Date(until.getTime() - 1).toISOString(),
  };
}

/** Exact to here; above it the planner's estimate is answered and said so (quality P9). */
export const exact_count_limit = 10_000;

export interface Count {
  total_count: number;
  count_estimated?: boolean;
}

/**
 * Counts the rows of a statement given as SQL (`select 1 from … where …`): exactly up to the limit,
 * beyond it by `exactly`, where that can, else by the planner's estimate.
 */
export async function countOf(
  query: Query,
  rows: RawBuilder<unknown>,
  exactly: () => Promise<number | null> = async () => null,
  limit = exact_count_limit,
): Promise<Count> {
  const count = await countUpTo(query, rows, limit);
  if (count <= limit) return { total_count: count };
  const exact = await exactly();
  if (exact !== null) return { total_count: exact };
  const plan = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) ${rows}`.execute(query);
  const estimate = plan.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
  return { total_count: Math.max(count, Math.round(estimate)), count_estimated: true };
}

/** How many rows a statement has, or `limit` + 1 where there are more than that. */
async function countUpTo(query: Query, rows: RawBuilder<unknown>, limit: number): Promise<number> {
  const capped = await sql<{ count: number }>`${sql.raw(custom_plan)}
    select count(*) as count from (${rows} limit ${sql.lit(limit + 1)}) as capped`.execute(query);
  return capped.rows[0]?.count ?? 0;
}

interface Listed {
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  /** What is counted, where joins of `from` only add columns. */
  counted?: RawBuilder<unknown>;
  conditions: readonly Expression<unknown>[];
  /** The one column that a page may be sorted by, and where it starts without a wish. */
  sorted_by: string;
  direction?: 'asc' | 'desc';
}

interface PageInput {
  sort?: { field: string; direction: 'asc' | 'desc' } | undefined;
  limit: number;
  offset: number;
}

/** A page in the order of one column, then of IDs, of `alias`; 400 for a sort by anything else. */
export async function pageOf<Row>(query: Query, alias: string, listed: Listed, input: PageInput) {
  const { columns, from, counted = from, conditions, sorted_by } = listed;
  const { field = sorted_by, direction = listed.direction ?? 'desc' } = input.sort ?? {};
  if (field !== sorted_by) invalid('Sort');
  const where = sql.join(conditions, sql` and `);
  const [column, id] = [sql.ref(`${alias}.${sorted_by}`), sql.ref(`${alias}.id`)];
  const way = sql.raw(direction);
  const [page, count] = await Promise.all([
    sql<Row>`select ${columns} from ${from} where ${where}
      order by ${column} ${way}, ${id} ${way}
      limit ${input.limit} offset ${input.offset}`.execute(query),
    countOf(query, sql`select 1 from ${counted} where ${where}`),
  ]);
  return { rows: page.rows, ...count };
}
