// Within its window a repeated key gets the bytes that were answered the first time (Q8), or the
// payment as it stands where its first request is still running after half a minute.
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, refuse } from '../../../../contract/errors.ts';
import { type Context, withoutSlot } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import { RawAnswer } from '../../../http/serve.ts';
import { bytesOf, type KeyedRequest, KeyInUse } from '../attempts/idempotency.ts';
import { getRow, toRecord } from '../reading/read.ts';

/** How long a repetition waits for the first request while that is still running. */
const longest_wait_ms = 30_000;
const longest_pause_ms = 500;

async function find(context: Context, request: KeyedRequest) {
  return await connect(context)
    .selectFrom('idempotency')
    .selectAll()
    .where('merchant_id', '=', request.merchant_id)
    .where('key', '=', request.key)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst();
}

/**
 * The answer to a repetition, or null where the key is new. 400 for another payload; while the
 * first request is running it is waited for, then its stored answer is given; after
 * `longest_wait_ms` the payment as it stands.
 */
export async function replay(context: Context, request: KeyedRequest): Promise<RawAnswer | null> {
  let pause_ms = 20;
  const started_ms = context.clock.monotonicMs();
  for (;;) {
    const row = await find(context, request);
    if (!row) return null;
    if (row.fingerprint !== request.fingerprint) {
      refuse(
        'invalid',
        'bad request error: invalid Idempotency Key: it belongs to another request',
      );
    }
    if (row.state === 'answered') return new RawAnswer(row.answer, row.http_status, true);
    if (context.clock.monotonicMs() - started_ms > longest_wait_ms) {
      return new RawAnswer(
        await currentAnswer(context, request.merchant_id, row.transaction_id),
        200,
        true,
      );
    }
    const pause = pause_ms;
    await withoutSlot(context, () => sleep(pause));
    pause_ms = Math.min(longest_pause_ms, pause_ms + pause_ms);
  }
}

async function currentAnswer(context: Context, merchant_id: string, id: string): Promise<string> {
  const data = toRecord(await getRow(context, merchant_id, id));
  return bytesOf({ data, refused: '' }).body;
}

/**
 * Runs commit 1; where the key was taken a moment ago, gives the answer of that request. A refusal
 * may also be caused by it, since it holds the row or the amount that this one needs.
 */
export async function replayOnConflict<T>(
  context: Context,
  request: KeyedRequest | null,
  commit: () => Promise<T>,
): Promise<T | RawAnswer> {
  for (;;) {
    try {
      return await commit();
    } catch (error) {
      const in_use = error instanceof KeyInUse;
      if (!request || !(in_use || error instanceof Refusal)) throw error;
      const answer = await replay(context, request);
      if (answer) return answer;
      // No answer is stored under this key: the request was refused, or the key has expired.
      if (!in_use) throw error;
    }
  }
}
