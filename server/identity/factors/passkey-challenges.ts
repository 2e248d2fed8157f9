// Challenges for passkeys: each answered once within five minutes, with the domain it belongs to.
import { passkey_challenge_seconds } from '../../../contract/identity/passkeys.ts';
import { asSystem, type Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { credentialHash } from '../sessions/session-tokens.ts';

/** `confirm` verifies the identity of a signed-in user again. */
export type ChallengePurpose = 'register' | 'factor' | 'sign_in' | 'confirm';

async function isWhiteLabel(context: Context): Promise<boolean> {
  const found = await connect(asSystem(context))
    .selectFrom('branding')
    .select('id')
    .where('domain', '=', context.hostname)
    .where('domain', '<>', '')
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The domain for the passkeys of this request: its own host, where that is a brand's domain, else
 * the host of the public address. Without a public address the panel runs on this machine.
 */
async function domainOf(context: Context): Promise<string> {
  const { public_url } = context.config;
  const home = public_url === '' ? 'localhost' : new URL(public_url).hostname;
  if (context.hostname === home || !(await isWhiteLabel(context))) return home;
  return context.hostname;
}

/** Whether a page of this origin may use the domain's passkeys. */
export function isOriginOf(public_url: string, domain: string, origin: string): boolean {
  const home = public_url === '' ? null : new URL(public_url);
  if (home?.hostname === domain) return origin === home.origin;
  // The panel on this machine is accepted at any port, as developers run it.
  if (home === null && domain === 'localhost') return /^http:\/\/localhost(:\d+)?$/.test(origin);
  return origin === `https://${domain}${home?.port ? `:${home.port}` : ''}`;
}

export interface Challenge {
  challenge: string;
  domain: string;
}

/** A new challenge, stored as a hash; `user_id` is empty where the user is not known yet. */
export async function makeChallenge(
  context: Context,
  purpose: ChallengePurpose,
  user_id: string,
): Promise<Challenge> {
  const challenge = context.random.bytes(32).toString('base64url');
  const domain = await domainOf(context);
  const now_ms = context.clock.real().getTime();
  await connect(asSystem(context))
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: credentialHash(challenge),
      purpose,
      user_id,
      rp_id: domain,
      expires_at: new Date(now_ms + passkey_challenge_seconds * 1_000),
    })
    .execute();
  return { challenge, domain };
}

export interface ClientData {
  challenge: string;
  origin: string;
}

/** What the browser says it has answered, and from which origin; null for anything else. */
export function readClientData(encoded: string): ClientData | null {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    return typeof challenge === 'string' && typeof origin === 'string'
      ? { challenge, origin }
      : null;
  } catch {
    return null;
  }
}

/**
 * Marks a challenge as used in the statement that finds it, whether or not the answer proves right,
 * and gives its domain. Null for one that is unknown, used, expired, of another purpose or of
 * another user.
 */
export async function consumeChallenge(
  context: Context,
  { challenge, origin }: ClientData,
  purpose: ChallengePurpose,
  user_id: string,
): Promise<string | null> {
  const now = context.clock.real();
  const consumed = await connect(asSystem(context))
    .updateTable('passkey_challenge')
    .set({ used_at: now })
    .where('challenge_hash', '=', credentialHash(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('rp_id')
    .executeTakeFirst();
  if (!consumed || !isOriginOf(context.config.public_url, consumed.rp_id, origin)) return null;
  return consumed.rp_id;
}
