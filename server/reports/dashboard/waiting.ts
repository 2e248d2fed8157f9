// "Waiting for you": each room's own query, in the order in which its kinds are to be looked at.
import type { WaitingRecord } from '../../../contract/reports/dashboard.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import type { WaitingQuery } from '../../db/waiting.ts';
import { keysWaiting } from '../../identity/api-keys/waiting.ts';
import { eventsWaiting } from '../../jobs/waiting.ts';
import { batchesWaiting, exceptionsWaiting } from '../../payments/settlement/reading/waiting.ts';
import { transactionsWaiting } from '../../payments/transactions/reading/waiting.ts';
import { attemptsWaiting } from '../../payments/unresolved/waiting.ts';
import { certificatesWaiting } from '../../payments/wallets/expiry.ts';
import { newsWaiting } from '../../platform/news.ts';

/** A room that has work for people adds its query here. */
const queries: readonly WaitingQuery[] = [
  transactionsWaiting,
  attemptsWaiting,
  batchesWaiting,
  exceptionsWaiting,
  certificatesWaiting,
  eventsWaiting,
  keysWaiting,
  newsWaiting,
];

/** Without amounts where the account's figures are off: they are sums, too. */
export async function waitingFor(context: Context, with_sums: boolean): Promise<WaitingRecord[]> {
  const asked = queries.flatMap((query) => query(context) ?? []);
  const answers = await Promise.all(asked.map((query) => query.execute(connect(context))));
  return answers.flatMap(({ rows }) =>
    rows.map(({ amount, oldest_at, ...row }) => ({
      ...row,
      amount: with_sums ? amount : null,
      oldest_at: oldest_at?.toISOString() ?? null,
    })),
  );
}
