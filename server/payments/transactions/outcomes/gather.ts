// Gathers what payments of one merchant want to commit at the same moment into one commit.
import type { CompiledQuery } from 'kysely';
import type { Context } from '../../../context.ts';
import { isAway, isConnectionLost } from '../../../db/connections/away.ts';
import { isRetryable } from '../../../db/connections/retries.ts';
import { togetherAtLast } from '../../../db/connections/together.ts';
import { connect, inTransaction } from '../../../db/database.ts';
import type { Posting } from '../../../ledger/postings.ts';
import { surePostStatements } from '../../../ledger/write.ts';
import { insertRows, type NewRow } from './rows.ts';

/**
 * What one payment writes in one commit: changes in their order, then new rows, then postings.
 * Nobody looks at the answers, so each statement fails by itself where it must not stand.
 */
export interface Writing {
  changes: readonly CompiledQuery<unknown>[];
  rows: readonly NewRow[];
  postings: readonly Posting[];
}

interface Waiting {
  context: Context;
  writing: Writing;
  done(): void;
  failed(error: unknown): void;
}

/** The commits of one caller to one merchant: some are under way, the next ones wait for them. */
interface Lane {
  merchant_id: string;
  waiting: Waiting[];
  running: number;
}

const max_gathered = 32;
/** With one alone all would wait whenever that one does: for a lock, a disk, a busy core. */
const max_running = 3;

const lanes_of = new WeakMap<object, Map<string, Lane>>();

function lanesOf(context: Context): Map<string, Lane> {
  const known = lanes_of.get(context.database);
  if (known) return known;
  const made = new Map<string, Lane>();
  lanes_of.set(context.database, made);
  return made;
}

function statementsOf(group: readonly Waiting[]): CompiledQuery<unknown>[] {
  const { context } = group[0] as Waiting;
  const postings = group.flatMap((one) =>
    one.writing.postings.map((posting) => ({ ...posting, request_id: one.context.request_id })),
  );
  return [
    ...group.flatMap((one) => one.writing.changes),
    ...insertRows(group.flatMap((one) => one.writing.rows)),
    ...surePostStatements(context, postings),
  ];
}

/** Commits a group, once; a single statement needs no `begin` and `commit` around it. */
async function commitOnce(merchant_id: string, group: readonly Waiting[]): Promise<void> {
  const context = { ...(group[0] as Waiting).context, patience_ms: 0 };
  const statements = statementsOf(group);
  const [only] = statements;
  if (only && statements.length === 1) await connect(context, merchant_id).executeQuery(only);
  else await inTransaction(context, merchant_id, (tx) => togetherAtLast(tx, statements));
}

/** Commits one by itself, with the retries and the patience of its own context. */
async function commitAlone(merchant_id: string, one: Waiting): Promise<void> {
  try {
    const statements = statementsOf([one]);
    await inTransaction(one.context, merchant_id, (tx) => togetherAtLast(tx, statements));
  } catch (error) {
    return one.failed(error);
  }
  one.done();
}

/**
 * Whether one of a failed group is tried again by itself: the error may be that of another member,
 * and nothing was written. After a lost connection nobody knows what was written, and only contexts
 * with patience try again.
 */
function isWorthAnother(error: unknown, group: readonly Waiting[], one: Waiting): boolean {
  if (isConnectionLost(error)) return (one.context.patience_ms ?? 0) > 0;
  if (group.length > 1) return true;
  return isRetryable(error) || (isAway(error) && (one.context.patience_ms ?? 0) > 0);
}

async function runLane(lanes: Map<string, Lane>, key: string, lane: Lane): Promise<void> {
  while (lane.waiting.length > 0) {
    const group = lane.waiting.splice(0, max_gathered);
    try {
      await commitOnce(lane.merchant_id, group);
      for (const one of group) one.done();
    } catch (error) {
      // One was bad, or the database: alone it holds nobody up, the lane goes on meanwhile.
      for (const one of group) {
        if (isWorthAnother(error, group, one)) void commitAlone(lane.merchant_id, one);
        else one.failed(error);
      }
    }
  }
  lane.running -= 1;
  if (lane.running === 0) lanes.delete(key);
}

/**
 * Commits a writing; it stands when this resolves. What one caller writes to one merchant while
 * earlier commits of theirs are under way shares the next commit; where that is turned back, each
 * is committed alone and fails with its own error (quality Y8), as with what cannot be built.
 * Writings stand in no order.
 */
export function commitGathered(
  context: Context,
  merchant_id: string,
  writing: Writing,
): Promise<void> {
  const { account_type, account_id } = context.actor;
  const key = `${account_type} ${account_id} ${merchant_id}`;
  const lanes = lanesOf(context);
  const lane = lanes.get(key) ?? { merchant_id, waiting: [], running: 0 };
  return new Promise((resolve, reject) => {
    lane.waiting.push({ context, writing, done: resolve, failed: reject });
    if (lane.running >= max_running) return;
    lane.running += 1;
    lanes.set(key, lane);
    // What this turn of the event loop still brings goes with it.
    setImmediate(() => runLane(lanes, key, lane));
  });
}
