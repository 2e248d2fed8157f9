// Tokens at rest: a card or account sealed under its token, which we do not keep (decision 25).
import { createHash, hkdfSync } from 'node:crypto';
import { type CompiledQuery, sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import type { MemberRefusal } from '../../../contract/faults.ts';
import type { DeviceDataInput } from '../../../contract/payments/device-data.ts';
import type { AddressInput } from '../../../contract/payments/transactions/input.ts';
import {
  temporary_token_pattern,
  temporary_token_refusal,
  temporary_token_seconds,
} from '../../../contract/payments/wallets/wallet-tokens.ts';
import type { SavedMethodType } from '../../../contract/vault/saved-methods.ts';
import { token_pattern, token_refusal, token_seconds } from '../../../contract/vault/tokenizer.ts';
import type { Context } from '../../context.ts';
import { statement } from '../../db/connections/statements.ts';
import { type ConstraintSentences, refuseOnConstraint } from '../../db/constraint-errors.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { forEachMerchant } from '../../db/each.ts';
import { seal, unseal } from '../../keys/keys.ts';
import type { MethodOrWalletInput } from '../resolve.ts';
import type { WalletCard } from '../wallets/network-token.ts';

/** What a token stands for. */
interface TokenContent {
  /** `{card: …}` or `{ach: …}`, as a payment would name it. */
  readonly method: Pick<MethodOrWalletInput, 'card' | 'ach'>;
  /** Of the browser that the token was made in. */
  readonly device_data?: DeviceDataInput | undefined;
  /** Of a wallet, which states the payer's address. */
  readonly billing_address?: AddressInput | undefined;
  /** What the payer agreed to in a wallet; minor units. */
  readonly agreed?: { readonly amount: number; readonly currency: string } | null;
  /** Of a linked bank account: what its bank calls it, and its last digits there. */
  readonly linked?: { readonly account_id: string; readonly mask: string };
}

/** A token as the commit of what it is given for uses it up. */
export interface UsedToken {
  readonly hash: string;
  /** Of a commit that comes second. */
  readonly sentences: ConstraintSentences;
}

export interface OpenToken extends TokenContent, UsedToken {
  readonly type: SavedMethodType;
}

const token_bytes = 32;

/** A kind of token: how its text looks, how long it lives, and what is said of one that is none. */
export interface TokenKind {
  readonly pattern: RegExp;
  readonly seconds: number;
  /** Names the member in a refusal. */
  readonly label: string;
  readonly refusal: string;
  make(context: Context): string;
}

/** 256 random bits as letters, digits, `-` and `_`. */
export const randomText = ({ random }: Context): string =>
  random.bytes(token_bytes).toString('base64url');

export const tokenizer_token: TokenKind = {
  pattern: token_pattern,
  seconds: token_seconds,
  label: 'Token',
  refusal: token_refusal,
  make: (context) => `tok_${randomText(context)}`,
};

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const temporary_length = 25;

/** Letters and digits, each as likely as the other: bytes beyond the last whole round are left. */
function alphanumeric({ random }: Context): string {
  const whole = 256 - (256 % letters.length);
  let text = '';
  while (text.length < temporary_length) {
    const usable = [...random.bytes(temporary_length)].filter((byte) => byte < whole);
    text += usable.map((byte) => letters[byte % letters.length]).join('');
  }
  return text.slice(0, temporary_length);
}

/** Of a wallet's payment that the payer authorized (gateway-api 13.2). */
export const temporary_token: TokenKind = {
  pattern: temporary_token_pattern,
  seconds: temporary_token_seconds,
  label: 'Token',
  refusal: temporary_token_refusal,
  make: alphanumeric,
};
/** Used and expired rows stay so long, so that a request that has read one cannot outlast it. */
const delete_after_ms = 3_600_000;

/** `field` is the path of the member that named the token. */
function refusalOf(field: string, { label, refusal } = tokenizer_token): MemberRefusal {
  const sentence = `bad request error: invalid ${label}: ${refusal}`;
  return { sentence, data: { invalid: [{ field, message: refusal }] } };
}

/** What is said of a used token, by the constraint that refuses its second use. */
const tokenSentences = (field: string, kind = tokenizer_token): ConstraintSentences => ({
  payment_token_used_once: refusalOf(field, kind),
});

export function refuseToken(field: string, kind: TokenKind): never {
  const { sentence, data } = refusalOf(field, kind);
  refuse('invalid', sentence, data);
}

/** What a token is known by in the database. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The key that a token's content is sealed under; nobody has it who has not the token. */
function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'payment token', 32));
}

const place = (merchant_id: string, hash: string) => `${merchant_id}/payment_token/${hash}`;

/** A new token of the caller's merchant and its row; the method has been checked. */
export function newToken(
  context: Context,
  type: SavedMethodType,
  content: TokenContent,
  kind: TokenKind,
) {
  const merchant_id = context.actor.account_id;
  const token = kind.make(context);
  const token_hash = tokenHash(token);
  const plain = Buffer.from(JSON.stringify(content));
  const sealed = seal(keyOf(token), plain, place(merchant_id, token_hash)).toString('base64');
  plain.fill(0);
  const created_at = context.clock.now();
  const expires_at = new Date(created_at.getTime() + kind.seconds * 1000);
  const row = { merchant_id, token_hash, type, sealed, created_at, expires_at };
  return { token, expires_at, row };
}

/** Stores the rows of new tokens, in one commit with what else is written. */
export async function insertTokens(
  tx: Tx,
  made: readonly ReturnType<typeof newToken>[],
): Promise<void> {
  if (made.length === 0) return;
  const rows = made.map(({ row }) => row);
  await tx.insertInto('payment_token').values(rows).execute();
}

/**
 * A new token of the caller's merchant, stored; the method has been checked. `instead_of` is what
 * the token is given for, which is used up in the same commit; 400 where that was used meanwhile.
 */
export async function makeToken(
  context: Context,
  type: SavedMethodType,
  content: TokenContent,
  { kind, instead_of }: { kind: TokenKind; instead_of?: UsedToken } = { kind: tokenizer_token },
): Promise<{ token: string; expires_at: Date }> {
  const merchant_id = context.actor.account_id;
  const made = newToken(context, type, content, kind);
  const stored = inTransaction(context, merchant_id, async (tx) => {
    await insertTokens(tx, [made]);
    if (instead_of) await tx.executeQuery(consumeToken(merchant_id, instead_of));
  });
  await refuseOnConstraint(stored, instead_of?.sentences ?? {}, 'invalid');
  return made;
}

/**
 * Notes what a wallet calls a payment, so that it is taken once; its hash is used up like a token.
 * 400 where it was used before; `field` is the path of the member that brought it.
 */
export async function recordWalletToken(
  context: Context,
  { wallet, reference, expires_at }: Pick<WalletCard, 'wallet' | 'reference' | 'expires_at'>,
  field: string,
): Promise<UsedToken> {
  const merchant_id = context.actor.account_id;
  const token_hash = tokenHash(`${wallet} ${reference}`);
  const created_at = context.clock.now();
  const row = { merchant_id, token_hash, type: 'card', sealed: '', created_at, expires_at };
  await inTransaction(context, merchant_id, (tx) =>
    tx
      .insertInto('payment_token')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const found = await connect(context)
    .selectFrom('payment_token')
    .select('uses')
    .where('merchant_id', '=', merchant_id)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  if (found?.uses !== 0) refuseToken(field, temporary_token);
  return { hash: token_hash, sentences: tokenSentences(field, temporary_token) };
}

/**
 * What a token of the caller's merchant stands for; it stays usable. 400 where it is unknown, used
 * or expired. `field` is the path of the member that names it.
 */
export async function openToken(
  context: Context,
  token: string,
  field: string,
  kind = tokenizer_token,
): Promise<OpenToken> {
  if (!kind.pattern.test(token)) refuseToken(field, kind);
  const merchant_id = context.actor.account_id;
  const hash = tokenHash(token);
  const row = await connect(context)
    .selectFrom('payment_token')
    .select(['type', 'sealed'])
    .where('merchant_id', '=', merchant_id)
    .where('token_hash', '=', hash)
    .where('uses', '=', 0)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst();
  if (!row?.sealed) refuseToken(field, kind);
  const sealed = Buffer.from(row.sealed, 'base64');
  const plain = unseal(keyOf(token), sealed, place(merchant_id, hash)).toString();
  const used = { hash, sentences: tokenSentences(field, kind) };
  return { ...used, type: row.type as SavedMethodType, ...JSON.parse(plain) };
}

/**
 * Uses a token up, in the commit of what it is used for: the constraint `payment_token_used_once`
 * turns the second commit back.
 */
export function consumeToken(merchant_id: string, { hash }: UsedToken): CompiledQuery<unknown> {
  return statement(
    `update payment_token set uses = uses + 1, sealed = ''
    where merchant_id = $1 and token_hash = $2`,
    [merchant_id, hash],
  );
}

/** Empties what has expired and deletes what nobody can ask for any more. */
export async function expireTokens(context: Context): Promise<void> {
  const now = context.clock.now();
  const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id
    from payment_token where expires_at <= ${now}`.execute(connect(context));
  const old = new Date(now.getTime() - delete_after_ms);
  await forEachMerchant(context, 'tokens_not_expired', rows, ({ merchant_id }) =>
    inTransaction(context, merchant_id, async (tx) => {
      await sql`update payment_token set sealed = '' where merchant_id = ${merchant_id}
        and expires_at <= ${now} and sealed <> ''`.execute(tx);
      await sql`delete from payment_token where merchant_id = ${merchant_id}
        and expires_at <= ${old}`.execute(tx);
    }),
  );
}
