// Sends statements of one transaction in one round trip (docs/decisions/0007).
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Tx } from '../database.ts';
import { commitAhead } from './tenant-driver.ts';

// biome-ignore lint/suspicious/noExplicitAny: each statement of a batch has rows of its own
type Any = any;

/**
 * Sends statements of one transaction in one round trip; they run in this order. The builder's own
 * transaction waits for each answer before the next statement, so they go to its connection.
 */
export async function pipeline(
  tx: Tx,
  queries: readonly CompiledQuery<Any>[],
): Promise<QueryResult<Any>[]> {
  return await tx
    .getExecutor()
    .provideConnection((connection) =>
      Promise.all(queries.map((query) => connection.executeQuery<Any>(query))),
    );
}

/**
 * As `pipeline`, with the commit in the same round trip: for statements whose answers nobody has to
 * check, because each of them fails where it must not stand. The transaction is over afterwards.
 */
export async function pipelineAndCommit(
  tx: Tx,
  queries: readonly CompiledQuery<Any>[],
): Promise<QueryResult<Any>[]> {
  return await tx.getExecutor().provideConnection((connection) => {
    const answers = queries.map((query) => connection.executeQuery<Any>(query));
    commitAhead(connection);
    return Promise.all(answers);
  });
}
