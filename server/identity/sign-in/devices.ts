// Devices that have signed in before, recognized by a cookie that gives no access by itself.
import { stringifySetCookie } from 'cookie';
import type { Context } from '../../context.ts';
import { asSystem } from '../../context.ts';
import { connect, type Tx } from '../../db/database.ts';
import { credentialHash } from '../sessions/session-tokens.ts';
import { usernameKey } from '../users/users.ts';

const cookie_seconds = 400 * 86_400;
const cookie_pattern = /^[\w-]{43}$/;

/** The hash of the caller's device if this user has signed in from it before, else ''. */
export async function knownDevice(context: Context, username: string): Promise<string> {
  if (!cookie_pattern.test(context.device)) return '';
  const device_hash = credentialHash(context.device);
  const found = await connect(asSystem(context))
    .selectFrom('known_device as d')
    .innerJoin('user_account as u', 'u.id', 'd.user_id')
    .select('d.device_hash')
    .where('u.username_key', '=', usernameKey(username))
    .where('d.device_hash', '=', device_hash)
    .executeTakeFirst();
  return found?.device_hash ?? '';
}

/** Stores the device of a successful sign-in and sets its cookie. */
export async function rememberDevice(tx: Tx, context: Context, user_id: string): Promise<void> {
  const known = cookie_pattern.test(context.device);
  const value = known ? context.device : context.random.bytes(32).toString('base64url');
  const now = context.clock.real();
  await tx
    .insertInto('known_device')
    .values({
      user_id,
      device_hash: credentialHash(value),
      user_agent: context.user_agent,
      first_seen_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: now }),
    )
    .execute();
  context.answer_headers['set-cookie'] = stringifySetCookie('device', value, {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    maxAge: cookie_seconds,
    secure: context.config.public_url.startsWith('https:'),
  });
}
