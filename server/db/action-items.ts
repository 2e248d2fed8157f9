// What a room contributes to "Waiting for you" on the dashboard: a query of its own work.
import { type RawBuilder, sql } from 'kysely';
import type { ActionItem } from '../../contract/reports/dashboard.ts';
import type { Context } from '../context.ts';

export interface ActionItemRow extends Omit<ActionItem, 'amount' | 'oldest_at'> {
  amount: number;
  oldest_at: Date | null;
}

/** One row a kind and currency, in the caller's scope; null where it is not the caller's work. */
export type ActionItemQuery = (context: Context) => RawBuilder<ActionItemRow> | null;

/** How many rows wait, as one kind of work, and since when; no row where none does. */
export const countActionItems = (
  kind: ActionItemRow['kind'],
  oldest_at: RawBuilder<Date>,
  from: RawBuilder<unknown>,
): RawBuilder<ActionItemRow> =>
  sql`select ${kind}::text as kind, count(*) as count, 0::bigint as amount, '' as currency,
    min(${oldest_at}) as oldest_at, '' as name
    from ${from} having count(*) > 0`;
