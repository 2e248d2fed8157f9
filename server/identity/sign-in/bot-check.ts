// The bot check before public forms: proof of work in the browser, or Turnstile (spec 1 §7).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import {
  type BotCheckAction,
  bot_check_seconds,
  type bot_checks,
  unchecked_tries,
} from '../../../contract/identity/bot-check.ts';
import { asSystem, type Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import type { Handlers } from '../../http/serve.ts';
import { credentialHash } from '../sessions/session-tokens.ts';
import { countTry, type Try, uncountTry } from './throttle.ts';
import { acceptedByTurnstile } from './turnstile.ts';

/**
 * `action.bits.ends.salt`: the signed text contains all that is needed to verify the challenge
 * later.
 */
function macOf(context: Context, text: string): string {
  return createHmac('sha256', context.keys.derive('bot check')).update(text).digest('base64url');
}

function makeChallenge(context: Context, action: BotCheckAction): string {
  const ends = Math.floor(context.clock.real().getTime() / 1_000) + bot_check_seconds;
  const salt = context.random.bytes(16).toString('base64url');
  const text = [action, context.config.bot_check_bits, ends, salt].join('.');
  return `${text}.${macOf(context, text)}`;
}

const proof_pattern = /^((\w+)\.(\d+)\.(\d+)\.[\w-]{22})\.([\w-]{43})~(\d{1,15})$/;

/** Whether a hash begins with this many zero bits. */
function hasZeroBits(hash: Buffer, bits: number): boolean {
  const whole = bits >> 3;
  if (hash.subarray(0, whole).some((byte) => byte !== 0)) return false;
  return (hash[whole] ?? 0) >> (8 - (bits & 7)) === 0;
}

/**
 * Whether the header holds a valid challenge of ours for this action with its work done. It is
 * marked as used in the same statement, so that of several requests with it one passes.
 */
async function provesWork(context: Context, action: BotCheckAction): Promise<boolean> {
  const read = proof_pattern.exec(context.bot_check);
  if (!read) return false;
  const [, text = '', made_for, bits, ends, mac = ''] = read;
  const expected = Buffer.from(macOf(context, text));
  if (!timingSafeEqual(expected, Buffer.from(mac))) return false;
  const expires_at = new Date(Number(ends) * 1_000);
  if (made_for !== action || expires_at <= context.clock.real()) return false;
  const hash = createHash('sha256').update(context.bot_check).digest();
  if (!hasZeroBits(hash, Number(bits))) return false;
  const { rows } = await sql`
    insert into bot_check_used (proof_hash, expires_at)
    values (${credentialHash(mac)}, ${expires_at})
    on conflict (proof_hash) do nothing returning proof_hash`.execute(connect(asSystem(context)));
  return rows.length === 1;
}

async function isProven(context: Context, action: BotCheckAction): Promise<boolean> {
  if (context.bot_check === '') return false;
  const { turnstile } = context.config;
  return turnstile
    ? await acceptedByTurnstile(context, turnstile, action)
    : await provesWork(context, action);
}

function ask(): never {
  refuse('refused', 'bad request error: the bot check is missing or already used', {
    bot_check_required: true,
  });
}

const isProduction = ({ config }: Context) => config.environment === 'production';

/**
 * Before the forms of password and user name recovery: required of everyone in production,
 * elsewhere of pages alone, so that API clients are never locked out (Q5). 400 with
 * `bot_check_required` where it is missing.
 */
export async function checkRecovery(context: Context): Promise<void> {
  if (!isProduction(context) && !context.from_page) return;
  if (!(await isProven(context, 'recovery'))) ask();
}

/** Before a sign-in without a password, in production only. */
export async function checkSignIn(context: Context): Promise<void> {
  if (isProduction(context) && !(await isProven(context, 'sign_in'))) ask();
}

/**
 * Counts a sign-in try and asks for the check: always in production, elsewhere of pages after
 * three failures. A try that only lacked the check is not counted.
 */
export async function countCheckedTry(context: Context, attempt: Try): Promise<void> {
  await checkSignIn(context);
  const tries = await countTry(context, attempt);
  if (isProduction(context) || !context.from_page || tries <= unchecked_tries) return;
  if (await isProven(context, 'sign_in')) return;
  await uncountTry(context, attempt);
  ask();
}

export const botCheckHandlers: Handlers<typeof bot_checks> = {
  async create(context, _params, { action }) {
    const challenge = makeChallenge(context, action);
    return { challenge, difficulty_bits: context.config.bot_check_bits };
  },
};
