// Idempotency keys: claimed in the first commit, stored with the bytes of the answer (Q8).
import type { CompiledQuery } from 'kysely';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import type { Context } from '../../../context.ts';
import { insert, statement } from '../../../db/connections/statements.ts';
import { requestDigest } from '../../../vault/digest.ts';
import type { MerchantConfig } from '../../merchant-config.ts';

const default_window_seconds = 300;
const ms = 1000;

export interface KeyedRequest {
  merchant_id: string;
  key: string;
  seconds: number;
  operation: string;
  fingerprint: string;
}

/** The answer of a call: its data, or why it was refused after something was sent. */
export interface CallAnswer {
  data: TransactionRecord | null;
  refused: string;
}

/** The bytes of an answer as they are sent (gateway-api 1.2, 1.3), for repetitions. */
export function bytesOf({ data, refused }: CallAnswer): { body: string; http_status: number } {
  const sentence =
    refused === ''
      ? { status: 'success', msg: 'success', data }
      : { status: 'failed', msg: refused };
  return { body: JSON.stringify(sentence), http_status: refused === '' ? 200 : 400 };
}

interface IdempotencyInput {
  idempotency_key?: string;
  idempotency_time?: number;
}

/** JSON with sorted members, so that equal requests are equal text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)}}`;
}

/**
 * The key as it is stored. Keys are a merchant's own; one of a partner or administrator who decides
 * on its payments becomes a digest that no merchant can name, so that neither meets the other's.
 */
function storedKey({ actor }: Context, config: MerchantConfig, key: string): string {
  const { account_type, account_id } = actor;
  if (account_type !== 'partner' && account_type !== 'admin') return key;
  return requestDigest(config.digest_key, canonical({ key_of: account_id, key }));
}

/**
 * The key of a request, or null where it names none; the body's member wins over the header.
 * `payload` is what has to be equal in a repetition, with digests for card data.
 */
export function keyOf(
  context: Context,
  config: MerchantConfig,
  operation: string,
  input: IdempotencyInput,
  payload: object,
): KeyedRequest | null {
  const key = input.idempotency_key ?? context.idempotency_header;
  if (key === '') return null;
  return {
    merchant_id: config.id,
    key: storedKey(context, config, key),
    seconds: input.idempotency_time ?? default_window_seconds,
    operation,
    fingerprint: requestDigest(config.digest_key, canonical({ operation, ...payload })),
  };
}

/**
 * Thrown by commit 1 when another request took the key meanwhile; replay() then finds its answer.
 */
export class KeyInUse extends Error {}

/**
 * Takes the key in the first commit; where it is taken no row comes back, and all is rolled back.
 */
export function claimIdempotencyKey(
  context: Context,
  request: KeyedRequest,
  transaction_id: string,
  answered?: CallAnswer,
): CompiledQuery<unknown> {
  const now = context.clock.now();
  const answer = answered && bytesOf(answered);
  return insert(
    'idempotency',
    {
      merchant_id: request.merchant_id,
      key: request.key,
      operation: request.operation,
      fingerprint: request.fingerprint,
      transaction_id,
      state: answer ? 'answered' : 'in_flight',
      http_status: answer?.http_status ?? 0,
      answer: answer?.body ?? '',
      created_at: now,
      expires_at: new Date(now.getTime() + request.seconds * ms),
    },
    // A key whose window has passed is treated as new.
    `on conflict (merchant_id, key) do update set operation = excluded.operation,
      fingerprint = excluded.fingerprint, transaction_id = excluded.transaction_id,
      state = excluded.state, http_status = excluded.http_status, answer = excluded.answer,
      created_at = excluded.created_at, expires_at = excluded.expires_at
    where idempotency.expires_at <= excluded.created_at returning 1 as found`,
  );
}

/** Stores the bytes of the answer; a key that already has an answer keeps it. */
export function answerIdempotencyKey(
  merchant_id: string,
  key: string,
  transaction_id: string,
  answered: CallAnswer,
): CompiledQuery<unknown> {
  const answer = bytesOf(answered);
  return statement(
    `update idempotency set state = 'answered', answer = $4, http_status = $5
    where merchant_id = $1 and key = $2 and transaction_id = $3 and state = 'in_flight'`,
    [merchant_id, key, transaction_id, answer.body, answer.http_status],
  );
}
