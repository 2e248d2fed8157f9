// What a room contributes to "Waiting for you" on the dashboard: a query of its own work.
import type { RawBuilder } from 'kysely';
import type { WaitingRecord } from '../../contract/reports/dashboard.ts';
import type { Context } from '../context.ts';

export interface WaitingRow extends Omit<WaitingRecord, 'amount' | 'oldest_at'> {
  amount: number;
  oldest_at: Date | null;
}

/** One row a kind and currency, in the caller's scope; null where it is not the caller's work. */
export type WaitingQuery = (context: Context) => RawBuilder<WaitingRow> | null;
