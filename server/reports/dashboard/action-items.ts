// "Waiting for you": each room's own query, in the order in which its kinds are to be looked at.
import type { ActionItem } from '../../../contract/reports/dashboard.ts';
import type { Context } from '../../context.ts';
import type { ActionItemQuery } from '../../db/action-items.ts';
import { connect } from '../../db/database.ts';
import { keyActionItems } from '../../identity/api-keys/action-items.ts';
import { eventActionItems } from '../../jobs/action-items.ts';
import {
  batchActionItems,
  exceptionActionItems,
} from '../../payments/settlement/reading/action-items.ts';
import { transactionActionItems } from '../../payments/transactions/reading/action-items.ts';
import { attemptActionItems } from '../../payments/unresolved/action-items.ts';
import { certificateActionItems } from '../../payments/wallets/expiry.ts';
import { newsActionItems } from '../../platform/news.ts';

/** A room that has work for people adds its query here. */
const queries: readonly ActionItemQuery[] = [
  transactionActionItems,
  attemptActionItems,
  batchActionItems,
  exceptionActionItems,
  certificateActionItems,
  eventActionItems,
  keyActionItems,
  newsActionItems,
];

/** Without amounts where the account's figures are off: they are sums, too. */
export async function actionItemsOf(context: Context, with_sums: boolean): Promise<ActionItem[]> {
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
