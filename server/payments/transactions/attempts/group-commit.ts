// Group commit: payments of one merchant that commit at the same moment share one commit.
import type { CompiledQuery } from 'kysely';
import type { Context } from '../../../context.ts';
import {
  isConnectionLost,
  isDatabaseUnavailable,
} from '../../../db/connections/connection-errors.ts';
import { pipelineAndCommit } from '../../../db/connections/pipeline.ts';
import { isRetryable } from '../../../db/connections/retries.ts';
import { connect, inTransaction } from '../../../db/database.ts';
import type { Posting } from '../../../ledger/postings.ts';
import { requirePostStatements } from '../../../ledger/write.ts';
import type { ProcessorRow } from '../../merchant-config.ts';
import { insertRows, type NewRow } from './rows.ts';

/**
 * What one payment writes in one commit: changes in their order, then new rows, then postings. The
 * answers are not read, so a statement whose guard finds no row must fail by itself.
 */
export interface Writing {
  changes: readonly CompiledQuery<unknown>[];
  rows: readonly NewRow[];
  /** Processors that must not have changed since they were read. */
  processors?: readonly ProcessorRow[];
  postings: readonly Posting[];
}

interface Waiting {
  context: Context;
  writing: Writing;
  done(): void;
  failed(error: unknown): void;
}

/**
 * The commits of one caller to one merchant: those that run, and writings that wait for the next.
 */
export interface CommitQueue {
  merchant_id: string;
  waiting: Waiting[];
  running: number;
}

const max_group_size = 32;
/**
 * With only one commit at a time, a commit that waits for a lock or the disk would delay all
 * others.
 */
const max_running = 3;

/** Running commits of this process, by caller and merchant. */
export type CommitQueues = Map<string, CommitQueue>;

function statementsOf(group: readonly Waiting[]): CompiledQuery<unknown>[] {
  const { context } = group[0] as Waiting;
  const postings = group.flatMap((one) =>
    one.writing.postings.map((posting) => ({ ...posting, request_id: one.context.request_id })),
  );
  return [
    ...group.flatMap((one) => one.writing.changes),
    ...insertRows(
      group.flatMap((one) => one.writing.rows),
      group.flatMap((one) => one.writing.processors ?? []),
    ),
    ...requirePostStatements(context, postings),
  ];
}

/** Commits a group, once; a single statement needs no `begin` and `commit` around it. */
async function commitOnce(merchant_id: string, group: readonly Waiting[]): Promise<void> {
  const context = { ...(group[0] as Waiting).context, database_retry_ms: 0 };
  const statements = statementsOf(group);
  const [only] = statements;
  if (only && statements.length === 1) await connect(context, merchant_id).executeQuery(only);
  else await inTransaction(context, merchant_id, (tx) => pipelineAndCommit(tx, statements));
}

/** Commits one member alone, with the retries and the timeout of its own context. */
async function commitAlone(merchant_id: string, one: Waiting): Promise<void> {
  try {
    const statements = statementsOf([one]);
    await inTransaction(one.context, merchant_id, (tx) => pipelineAndCommit(tx, statements));
  } catch (error) {
    return one.failed(error);
  }
  one.done();
}

/**
 * Whether a member of a failed group is tried again alone: the error may be that of another member,
 * and nothing was written. After a lost connection it is not known what was written, so only
 * contexts that retry the database try again.
 */
function shouldRetryAlone(error: unknown, group: readonly Waiting[], one: Waiting): boolean {
  if (isConnectionLost(error)) return (one.context.database_retry_ms ?? 0) > 0;
  if (group.length > 1) return true;
  return (
    isRetryable(error) || (isDatabaseUnavailable(error) && (one.context.database_retry_ms ?? 0) > 0)
  );
}

async function runQueue(queues: CommitQueues, key: string, queue: CommitQueue): Promise<void> {
  while (queue.waiting.length > 0) {
    const group = queue.waiting.splice(0, max_group_size);
    try {
      await commitOnce(queue.merchant_id, group);
      for (const one of group) one.done();
    } catch (error) {
      // One member, or the database, failed: each is committed alone while the queue goes on.
      for (const one of group) {
        if (shouldRetryAlone(error, group, one)) void commitAlone(queue.merchant_id, one);
        else one.failed(error);
      }
    }
  }
  queue.running -= 1;
  if (queue.running === 0) queues.delete(key);
}

/**
 * Commits a writing, and resolves once it is committed. Writings of one caller to one merchant that
 * arrive during an earlier commit share the next one; where that is rolled back, each is committed
 * alone and fails with its own error (quality Y8). The same holds for a writing whose statements
 * cannot be built. Their order is not kept.
 */
export function commitInGroup(
  context: Context,
  merchant_id: string,
  writing: Writing,
): Promise<void> {
  const { account_type, account_id } = context.actor;
  const key = `${account_type} ${account_id} ${merchant_id}`;
  const queues = context.commit_queues;
  const queue = queues.get(key) ?? { merchant_id, waiting: [], running: 0 };
  return new Promise((resolve, reject) => {
    queue.waiting.push({ context, writing, done: resolve, failed: reject });
    if (queue.running >= max_running) return;
    queue.running += 1;
    queues.set(key, queue);
    // Payments that finish in this pass of the event loop join the same commit.
    setImmediate(() => runQueue(queues, key, queue));
  });
}
