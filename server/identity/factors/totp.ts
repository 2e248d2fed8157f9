// Time-based codes as a second factor: each code works once, even sent fifty times at once.
import { generateSecret, generateURI, verify } from 'otplib';
import { asSystem, type Context } from '../../context.ts';
import type { Query, Tx } from '../../db/database.ts';
import { type FactorOwner, openFactor } from './factor-secrets.ts';

const step_seconds = 30;

/**
 * A secret of 160 bits in base32, and the address an authenticator app reads off a QR code: the app
 * lists it as issuer and user name.
 */
export function newSecret(issuer: string, username: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label: username, secret }) };
}

/** The step of a fitting code, one step early or late allowed; null where it does not fit. */
async function stepOf(context: Context, secret: string, code: string): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(context.clock.real().getTime() / 1_000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: step_seconds });
  return result.valid && 'timeStep' in result ? (result.timeStep as number) : null;
}

/**
 * Whether the code fits one of the user's authenticators and has not been used: the step only
 * grows, in the statement that takes it. `confirmed` false takes a code for a factor being set
 * up.
 */
export async function takeTotp(
  query: Query | Tx,
  context: Context,
  given: { user: FactorOwner; code: string; confirmed: boolean },
): Promise<string | null> {
  const { user, code, confirmed } = given;
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
    const taken = await query
      .updateTable('user_factor')
      .set({ last_step: step, last_used_at: now, ...(!confirmed && { confirmed_at: now }) })
      .where('user_id', '=', user_id)
      .where('id', '=', factor.id)
      .where('last_step', '<', step)
      .returning('id')
      .executeTakeFirst();
    if (taken) return taken.id;
  }
  return null;
}
