// Cached credentials of this process: for a second, and invalidated immediately by a change.
import type { Actor, Services } from '../../context.ts';
import { settingsVersion } from '../../db/settings-version.ts';

/** Maximum age of an entry, for changes that increase no version, such as an expiry. */
const remembered_ms = 1_000;
const max_entries = 20_000;

/** A valid session or key, and where it may be used from. */
export interface CachedCredential {
  readonly actor: Actor;
  /**
   * Lists of addresses and networks `10.0.0.0/8`; every list has to contain the caller's address.
   * An empty list contains any.
   */
  readonly addresses: readonly (readonly string[])[];
  /** Web origins a public key works from; empty: any. */
  readonly origins: readonly string[];
}

interface Remembered {
  readonly standing: Promise<CachedCredential>;
  readonly until_ms: number;
  readonly version: number;
}
/** When a session or key was last used, and when that was last stored. */
export interface Use {
  at_ms: number;
  written_ms: number;
}

export interface CredentialCache {
  /** By the credential's hash. */
  readonly credentials: Map<string, Remembered>;
  /** By the id of a session or key. */
  readonly uses: Map<string, Use>;
}

export function makeCredentialCache(): CredentialCache {
  return { credentials: new Map(), uses: new Map() };
}

/** The cached credential of a hash; requests that arrive together share one look-up. */
export function cachedCredential(
  services: Services,
  hash: string,
  lookUp: () => Promise<CachedCredential>,
): Promise<CachedCredential> {
  const { credentials } = services.credential_cache;
  const now_ms = services.clock.real().getTime();
  const known = credentials.get(hash);
  const version = settingsVersion(services.database);
  if (known && known.until_ms > now_ms && known.version === version) return known.standing;
  const standing = lookUp();
  // Refusals are not cached, so that many wrong keys take no memory.
  standing.catch(() => {
    if (credentials.get(hash)?.standing === standing) credentials.delete(hash);
  });
  if (credentials.size >= max_entries) credentials.clear();
  credentials.set(hash, { standing, until_ms: now_ms + remembered_ms, version });
  return standing;
}

/**
 * Forgets every credential: after sign-out, or a change to a key, user or account. Such changes are
 * rare and the next request of each caller looks up again.
 */
export function invalidateCredentials(services: Services): void {
  services.credential_cache.credentials.clear();
}

/**
 * Notes that a session or key was used now. True when the last stored use is older than `every_ms`
 * (the caller then stores one).
 */
export function recordUse(services: Services, id: string, every_ms: number): boolean {
  const { uses } = services.credential_cache;
  const now_ms = services.clock.real().getTime();
  const known = uses.get(id);
  if (known && now_ms - known.written_ms < every_ms) {
    known.at_ms = now_ms;
    return false;
  }
  if (!known && uses.size >= max_entries) uses.clear();
  uses.set(id, { at_ms: now_ms, written_ms: now_ms });
  return true;
}

/** When this process last saw a session or key, in real milliseconds; 0 for never. */
export function lastUse(services: Services, id: string): number {
  return services.credential_cache.uses.get(id)?.at_ms ?? 0;
}
