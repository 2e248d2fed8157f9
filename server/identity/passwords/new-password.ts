// Setting a password: policy, history of four, and the sessions that it ends.

import { sql } from 'kysely';
import { notFound, refuse } from '../../../contract/errors.ts';
import {
  min_password_length,
  password_history_count,
  passwordProblem,
} from '../../../contract/identity/password-policy.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, type Tx } from '../../db/database.ts';
import { invalidateCredentials } from '../sessions/credential-cache.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import type { UserRow } from '../users/users.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** 400 with the rule a password breaks (spec 1 §5, quality 3.3). */
export function checkPassword(context: Context, password: string, own_words: string[]): void {
  const { production, other } = min_password_length;
  const least = context.config.environment === 'production' ? production : other;
  const problem = passwordProblem(password, least, own_words);
  if (problem !== '') refuse('invalid', `bad request error: invalid Password: ${problem}`);
}

async function wasUsed(context: Context, user: UserRow, password: string): Promise<boolean> {
  const rows = await connect(context)
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .limit(password_history_count)
    .execute();
  const hashes = [user.password_hash, ...rows.map((row) => row.password_hash)];
  const fits = await Promise.all(
    hashes
      .slice(0, password_history_count + 1)
      .map((hash) => verifyPassword(context, hash, password)),
  );
  return fits.some(Boolean);
}

/**
 * The hash of an acceptable password, else 400 with the rule. Outside any transaction, since each
 * comparison with an old password takes 20 ms of work.
 */
export async function hashNewPassword(
  context: Context,
  user: UserRow,
  password: string,
): Promise<string> {
  checkPassword(context, password, [user.username, user.name, user.email]);
  if (await wasUsed(context, user, password)) {
    const sentence = `it must differ from the last ${password_history_count}.`;
    refuse('invalid', `bad request error: invalid Password: ${sentence}`);
  }
  return await hashPassword(password);
}

/** The user's hash now, locked; 400 where somebody else has set another one than was checked. */
async function lockHash(tx: Tx, { id, password_hash }: UserRow): Promise<string> {
  const now = await tx
    .selectFrom('user_account')
    .select('password_hash')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!now) notFound();
  if (now.password_hash !== password_hash) {
    refuse('refused', 'bad request error: the password was changed meanwhile: please try again');
  }
  return now.password_hash;
}

/** Withdraws a requested change of the password, and leaves the other restrictions as they are. */
const no_change_required = JSON.stringify({ password_change_required: false });

/**
 * Stores the new hash of a user who was read before the transaction, keeps the old one in the
 * history, ends the user's sessions except `own_session`. Making a hash takes a while: of the row
 * nothing else is written, since others may have changed it meanwhile.
 */
export async function writePassword(
  tx: Tx,
  context: Context,
  user: UserRow,
  password_hash: string,
  own_session = '',
): Promise<void> {
  const now = context.clock.now();
  const old_hash = await lockHash(tx, user);
  if (old_hash !== '') {
    const old = { user_id: user.id, password_hash: old_hash, created_at: now };
    await tx
      .insertInto('password_history')
      .values({ ...old, id: context.ids.next() })
      .execute();
  }
  await tx
    .updateTable('user_account')
    .set({
      password_hash,
      password_changed_at: now,
      updated_at: now,
      access_restrictions: sql<string>`access_restrictions || ${no_change_required}::jsonb`,
    })
    .where('id', '=', user.id)
    .execute();
  await endSessions(tx, context, user.id, 'password changed', own_session);
  await audit(tx, context, {
    verb: 'password',
    noun: 'user',
    id: user.id,
    merchant_id: user.account_id,
  });
  invalidateCredentials(context);
}
