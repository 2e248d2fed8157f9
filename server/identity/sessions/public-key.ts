// Public keys in payers' pages: which merchant each belongs to, and which pages may use it.
import { refuse } from '../../../contract/errors.ts';
import type { Actor, Context, Services } from '../../context.ts';
import { refreshSettingsVersion } from '../../db/settings-version.ts';
import { corsHeaders } from '../../http/cors.ts';
import { spendRefused } from '../../http/overload/rate-limits.ts';
import { isWithin } from '../sign-in/addresses.ts';
import { readKey, recordKeyUse } from './authenticate.ts';
import { cachedCredential } from './credential-cache.ts';
import { credentialHash } from './session-tokens.ts';

interface PublicKey {
  actor: Actor;
  /** Web origins the key works from; empty: any. */
  origins: readonly string[];
}

function unauthorized(): never {
  refuse('unauthorized', 'unauthorized');
}

/**
 * The merchant's public key of this value; 401 unless it stands and may be used from the address.
 */
export async function readPublicKey(
  services: Services,
  key: string,
  ip: string,
): Promise<PublicKey> {
  if (!/^pub_\w{1,60}$/.test(key)) unauthorized();
  // After this, nothing is used that was cached before a change of rights or settings.
  await refreshSettingsVersion(services.database);
  const hash = credentialHash(key);
  const found = await cachedCredential(services, hash, () => readKey(services, hash));
  const { actor, addresses, origins } = found;
  if (actor.kind !== 'public_key' || actor.account_type !== 'merchant') unauthorized();
  if (addresses.some((list) => list.length > 0 && !isWithin(ip, list))) unauthorized();
  recordKeyUse(services, actor);
  return { actor, origins };
}

/** Whether pages of this origin may use the key; our own page may, since it is framed by theirs. */
export function isOriginOf(
  { origins }: PublicKey,
  { origin, own_host }: Pick<Context, 'origin' | 'own_host'>,
): boolean {
  if (origins.length === 0 || origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === own_host;
}

/** The request as made with the public key in its path; 401 where the key does not allow it. */
export async function asPublicKey(context: Context, key: string): Promise<Context> {
  try {
    const found = await readPublicKey(context, key, context.ip);
    if (!isOriginOf(found, context)) unauthorized();
    if (context.origin) Object.assign(context.answer_headers, corsHeaders(context.origin));
    return { ...context, actor: found.actor };
  } catch (error) {
    spendRefused(context, error);
    throw error;
  }
}
