// A repeated key gets the bytes that were answered the first time, within its window (Q8).
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import { Refusal, refuse } from '../../../../contract/errors.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { type Context, outside } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import { RawAnswer } from '../../../http/serve.ts';
import { requestDigest } from '../../../vault/digest.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import { insert, statement } from '../outcomes/statements.ts';
import { getRow, toRecord } from '../reading/read.ts';

const default_window_seconds = 300;
const ms = 1000;
/** How long a repetition waits for the first request that is still on its way. */
const longest_wait_ms = 30_000;
const longest_pause_ms = 500;

export interface KeyGiven {
  merchant_id: string;
  key: string;
  seconds: number;
  operation: string;
  fingerprint: string;
}

/** What a call answers: its data, or why it was refused after it had been sent. */
export interface Answered {
  data: TransactionRecord | null;
  refused: string;
}

/** The bytes of an answer as they leave (gateway-api 1.2, 1.3), for being sent again. */
function bytesOf({ data, refused }: Answered): { body: string; http_status: number } {
  const said =
    refused === ''
      ? { status: 'success', msg: 'success', data }
      : { status: 'failed', msg: refused };
  return { body: JSON.stringify(said), http_status: refused === '' ? 200 : 400 };
}

interface Asked {
  idempotency_key?: string;
  idempotency_time?: number;
}

/** JSON with sorted members: equal requests read equal, whatever order they were written in. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)}}`;
}

/**
 * The key of a request, or null where it names none; the body's member wins over the header.
 * `payload` is what makes the request the same request, with digests in the place of card data.
 */
export function keyOf(
  context: Context,
  config: MerchantConfig,
  operation: string,
  asked: Asked,
  payload: object,
): KeyGiven | null {
  const key = asked.idempotency_key ?? context.idempotency_header;
  if (key === '') return null;
  return {
    merchant_id: config.id,
    key,
    seconds: asked.idempotency_time ?? default_window_seconds,
    operation,
    fingerprint: requestDigest(config.digest_key, canonical({ operation, ...payload })),
  };
}

async function find(context: Context, given: KeyGiven) {
  return await connect(context)
    .selectFrom('idempotency')
    .selectAll()
    .where('merchant_id', '=', given.merchant_id)
    .where('key', '=', given.key)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst();
}

/**
 * What a repetition is answered, or null where the key is new. 400 for another payload; while the
 * first request is on its way it is waited for, then its record is answered as it stands.
 */
export async function replay(context: Context, given: KeyGiven): Promise<RawAnswer | null> {
  let pause_ms = 20;
  const started_ms = context.clock.monotonicMs();
  for (;;) {
    const row = await find(context, given);
    if (!row) return null;
    if (row.fingerprint !== given.fingerprint) {
      refuse(
        'invalid',
        'bad request error: invalid Idempotency Key: it stands for another request',
      );
    }
    if (row.state === 'answered') return new RawAnswer(row.answer, row.http_status, true);
    if (context.clock.monotonicMs() - started_ms > longest_wait_ms) {
      return new RawAnswer(
        await standing(context, given.merchant_id, row.transaction_id),
        200,
        true,
      );
    }
    const pause = pause_ms;
    await outside(context, () => sleep(pause));
    pause_ms = Math.min(longest_pause_ms, pause_ms + pause_ms);
  }
}

async function standing(context: Context, merchant_id: string, id: string): Promise<string> {
  const data = toRecord(await getRow(context, merchant_id, id));
  return bytesOf({ data, refused: '' }).body;
}

/** Thrown by commit 1 when another request took the key meanwhile; replay() knows the rest. */
export class KeyTaken extends Error {}

/** Takes the key in the commit of the intent; where it is taken no row comes back: roll back. */
export function takeKey(
  context: Context,
  given: KeyGiven,
  transaction_id: string,
  answered?: Answered,
): CompiledQuery<unknown> {
  const now = context.clock.now();
  const answer = answered && bytesOf(answered);
  return insert(
    'idempotency',
    {
      merchant_id: given.merchant_id,
      key: given.key,
      operation: given.operation,
      fingerprint: given.fingerprint,
      transaction_id,
      state: answer ? 'answered' : 'in_flight',
      http_status: answer?.http_status ?? 0,
      answer: answer?.body ?? '',
      created_at: now,
      expires_at: new Date(now.getTime() + given.seconds * ms),
    },
    // After its window a key starts anew.
    `on conflict (merchant_id, key) do update set operation = excluded.operation,
      fingerprint = excluded.fingerprint, transaction_id = excluded.transaction_id,
      state = excluded.state, http_status = excluded.http_status, answer = excluded.answer,
      created_at = excluded.created_at, expires_at = excluded.expires_at
    where idempotency.expires_at <= excluded.created_at returning 1 as found`,
  );
}

/** Keeps the bytes that are about to be answered; a key that was answered before keeps its own. */
export function keepAnswer(
  merchant_id: string,
  key: string,
  transaction_id: string,
  answered: Answered,
): CompiledQuery<unknown> {
  const answer = bytesOf(answered);
  return statement(
    `update idempotency set state = 'answered', answer = $4, http_status = $5
    where merchant_id = $1 and key = $2 and transaction_id = $3 and state = 'in_flight'`,
    [merchant_id, key, transaction_id, answer.body, answer.http_status],
  );
}

/**
 * Runs commit 1; when the key was taken a moment ago, gives what its first request answered. A
 * refusal may be the twin's doing too: it holds the row or the capacity that this one asks for.
 */
export async function orReplay<T>(
  context: Context,
  given: KeyGiven | null,
  commit: () => Promise<T>,
): Promise<T | RawAnswer> {
  for (;;) {
    try {
      return await commit();
    } catch (error) {
      const taken = error instanceof KeyTaken;
      if (!given || !(taken || error instanceof Refusal)) throw error;
      const answer = await replay(context, given);
      if (answer) return answer;
      // Nobody answers this key: a refusal is this request's own; a taken key has run out since.
      if (!taken) throw error;
    }
  }
}
