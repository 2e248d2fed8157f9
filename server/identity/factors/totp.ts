// Time-based codes as a second factor: each code works once, even if it is sent many times at once.
import { generateSecret, generateURI, verify } from 'otplib';
import { asSystem, type Context } from '../../context.ts';
import type { Query, Tx } from '../../db/database.ts';
import { type FactorOwner, openFactor } from './factor-secrets.ts';

const step_seconds = 30;

/**
 * A secret of 160 bits in base32, and its address for an authenticator app's QR code: the app lists
 * it by issuer and user name.
 */
export function newSecret(issuer: string, username: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label: username, secret }) };
}

/** The time step of a right code, one step early or late allowed; null for a wrong code. */
async function stepOf(context: Context, secret: string, code: string): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(context.clock.real().getTime() / 1_000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: step_seconds });
  return result.valid && 'timeStep' in result ? (result.timeStep as number) : null;
}

/**
 * Whether the code is right for one of the user's authenticators and has not been used. The last
 * used step is compared and stored in one statement. `confirmed` false checks a factor that is
 * being set up.
 */
export async function consumeTotp(
  query: Query | Tx,
  context: Context,
  proof: { user: FactorOwner; code: string; confirmed: boolean },
): Promise<string | null> {
  const { user, code, confirmed } = proof;
  const user_id = user.id;
  const factors = await query
    .selectFrom('user_factor')
    .select(['id', 'secret'])
    .where('user_id', '=', user_id)
    .where('kind', '=', 'totp')
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .execute();
  for (const factor of factors) {
    const secret = await openFactor(asSystem(context), user, factor);
    const step = await stepOf(context, secret, code);
    if (step === null) continue;
    const now = context.clock.real();
    const consumed = await query
      .updateTable('user_factor')
      .set({ last_step: step, last_used_at: now, ...(!confirmed && { confirmed_at: now }) })
      .where('user_id', '=', user_id)
      .where('id', '=', factor.id)
      .where('last_step', '<', step)
      .returning('id')
      .executeTakeFirst();
    if (consumed) return consumed.id;
  }
  return null;
}
