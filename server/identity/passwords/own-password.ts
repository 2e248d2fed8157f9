// Proof of identity within a session, before an action that a stolen session must not be able to
// do.
import { refuse } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { countTry, resetTries, tryOf } from '../sign-in/throttle.ts';
import type { UserRow } from '../users/users.ts';
import { verifyPassword } from './passwords.ts';

/** Runs a check whose failures are counted for the session: 429 after six. */
export async function withTryLimit<T>(context: Context, prove: () => Promise<T>): Promise<T> {
  const { username, credential_id } = context.actor;
  const attempt = tryOf(username, `session ${credential_id}`, context.ip);
  await countTry(context, attempt);
  const proved = await prove();
  await resetTries(context, attempt);
  return proved;
}

/** 400 `invalid Current Password` if it is wrong. */
export async function verifyOwnPassword(
  context: Context,
  user: UserRow,
  password: string,
): Promise<void> {
  await withTryLimit(context, async () => {
    if (await verifyPassword(context, user.password_hash, password)) return;
    refuse('refused', 'bad request error: invalid Current Password');
  });
}
