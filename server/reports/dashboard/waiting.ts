// "Waiting for you": each room's own query; answered in the order of the kinds in the contract.
import { type WaitingRecord, waiting_kinds } from '../../../contract/reports/dashboard.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import type { WaitingQuery } from '../../db/waiting.ts';
import { keysWaiting } from '../../identity/api-keys/waiting.ts';
import { eventsWaiting } from '../../jobs/waiting.ts';
import { batchesWaiting, exceptionsWaiting } from '../../payments/settlement/reading/waiting.ts';
import { transactionsWaiting } from '../../payments/transactions/reading/waiting.ts';

/** A room that has work for people adds its query here. */
const queries: readonly WaitingQuery[] = [
  transactionsWaiting,
  batchesWaiting,
  exceptionsWaiting,
  eventsWaiting,
  keysWaiting,
];

/** Of one kind in several currencies, without their sums, one row is left. */
function countsOnly(rows: readonly WaitingRecord[]): WaitingRecord[] {
  const found = new Map<string, WaitingRecord>();
  for (const row of rows) {
    const known = found.get(row.kind);
    const oldest_at = [row.oldest_at, known?.oldest_at ?? null].filter((at) => at !== null).sort();
    found.set(row.kind, {
      ...row,
      count: row.count + (known?.count ?? 0),
      oldest_at: oldest_at[0] ?? null,
      amount: null,
      currency: '',
    });
  }
  return [...found.values()];
}

/** Amounts are sums: without `may_total` they are left out. */
export async function waitingFor(context: Context, may_total: boolean): Promise<WaitingRecord[]> {
  const asked = queries.flatMap((query) => query(context) ?? []);
  const answers = await Promise.all(asked.map((query) => query.execute(connect(context))));
  const rows = answers
    .flatMap(({ rows: found }) => found)
    .map((row) => ({ ...row, oldest_at: row.oldest_at?.toISOString() ?? null }))
    .sort((a, b) => waiting_kinds.indexOf(a.kind) - waiting_kinds.indexOf(b.kind));
  return may_total ? rows : countsOnly(rows);
}
