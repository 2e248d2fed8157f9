// Who calls: a raw API key, or a bearer token with its session, becomes an actor (gateway-api 1.1).

import { z } from 'zod';
import type { AccountType, Role } from '../../../contract/access/access.ts';
import { rightsOfScopes } from '../../../contract/access/key-scopes.ts';
import { user_permissions } from '../../../contract/accounts/documents/user-permissions.ts';
import { refuse } from '../../../contract/errors.ts';
import { session_idle_seconds } from '../../../contract/identity/sessions.ts';
import { access_restrictions } from '../../../contract/identity/users.ts';
import {
  type Actor,
  type Context,
  type KeyLimits,
  nobody,
  type Services,
  systemContext,
} from '../../context.ts';
import { connect } from '../../db/database.ts';
import { refreshSettingsVersion } from '../../db/settings-version.ts';
import type { Credentials } from '../../http/app-frame.ts';
import { isLimited } from '../api-keys/key-limits.ts';
import { isWithin } from '../sign-in/addresses.ts';
import { type CachedCredential, cachedCredential, lastUse, recordUse } from './credential-cache.ts';
import { type ActedAs, mayActAs } from './may-act.ts';
import { blockingOf } from './pending.ts';
import { credentialHash } from './session-tokens.ts';
import { inViewOf } from './view-as.ts';

const texts = z.array(z.string()).catch([]);
const max_credential_length = 2_048;
const write_session_ms = 15_000;
const write_key_ms = 60_000;

/**
 * The actor behind a request: nobody without an Authorization header (a cookie alone proves
 * nothing, so no other site can make a browser call us), else 401 `unauthorized` unless the key or
 * session stands and its user and account are active. Rights come from the database, never from a
 * claim.
 */
export async function authenticate(services: Services, credentials: Credentials): Promise<Actor> {
  const actor = await speaker(services, credentials);
  return credentials.view_as === '' ? actor : await inViewOf(services, actor, credentials.view_as);
}

async function speaker(services: Services, credentials: Credentials): Promise<Actor> {
  const { authorization } = credentials;
  if (authorization === '') return nobody;
  if (authorization.length > max_credential_length) unauthorized();
  // After this, nothing is used that was cached before a change of rights or settings.
  await refreshSettingsVersion(services.database);
  if (/^(api|pub)_/.test(authorization)) return await fromKey(services, credentials);
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (token === undefined) unauthorized();
  return await fromToken(services, token, credentials);
}

function unauthorized(): never {
  refuse('unauthorized', 'unauthorized');
}

async function fromKey(services: Services, credentials: Credentials): Promise<Actor> {
  const hash = credentialHash(credentials.authorization);
  const standing = await cachedCredential(services, hash, () => readKey(services, hash));
  const { actor } = standing;
  checkPlace(standing, credentials);
  recordKeyUse(services, actor);
  return actor;
}

async function fromToken(
  services: Services,
  token: string,
  credentials: Credentials,
): Promise<Actor> {
  const hash = credentialHash(token);
  const standing = await cachedCredential(services, hash, () => readSession(services, hash));
  const { actor } = standing;
  // The token alone identifies its session; if a session ID is sent, it must match.
  if (credentials.session_id !== '' && credentials.session_id !== actor.credential_id)
    unauthorized();
  checkPlace(standing, credentials);
  if (credentials.background) return actor;
  if (recordUse(services, actor.credential_id, write_session_ms)) writeSessionUse(services, actor);
  return actor;
}

/** 401 where the credential is used from an address or origin that it does not allow. */
function checkPlace({ addresses, origins }: CachedCredential, credentials: Credentials): void {
  const is_outside = (list: readonly string[]) =>
    list.length > 0 && !isWithin(credentials.ip, list);
  if (addresses.some(is_outside)) unauthorized();
  if (origins.length > 0 && !origins.includes(credentials.origin)) unauthorized();
}

/** Users with their accounts and all that an actor needs. */
function activeUsers(services: Services) {
  return connect(systemContext(services, ''))
    .selectFrom('user_account as u')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .select(['u.id', 'u.username', 'u.role', 'u.account_type', 'u.account_id', 'u.permissions'])
    .select(['a.name as account_name', 'u.access_restrictions'])
    .where('u.status', '=', 'active')
    .where('a.status', '=', 'active');
}

interface FoundUser {
  id: string;
  username: string;
  role: string;
  account_type: string;
  account_id: string;
  account_name: string;
  permissions: unknown;
}

/** The actor of a user who calls with this session or key. */
export function actorOf(user: FoundUser, kind: Actor['kind'], credential_id: string): Actor {
  return {
    ...nobody,
    kind,
    account_type: user.account_type as AccountType,
    account_id: user.account_id,
    account_name: user.account_name,
    user_id: user.id,
    username: user.username,
    role: user.role as Role,
    permissions: user_permissions.parse(user.permissions),
    credential_id,
  };
}

/**
 * The request as made by a user who proved to be one by a code from a mail, without a credential.
 */
export function asUser(context: Context, user: Omit<FoundUser, 'account_name'>): Context {
  return { ...context, actor: actorOf({ ...user, account_name: '' }, 'anonymous', '') };
}

/** The addresses a user is restricted to, none for any; null for a user whose login is disabled. */
function restrictionOf(stored: unknown): string[] | null {
  const { ip, disable_user_login } = access_restrictions.parse(stored);
  if (disable_user_login) return null;
  return ip ? [ip] : [];
}

/** The actor of a key: with its limits, and only the rights that its scopes name. */
function narrowed(actor: Actor, limits: KeyLimits): Actor {
  if (!isLimited(limits)) return actor;
  const { scopes } = limits;
  if (scopes.length === 0) return { ...actor, limits };
  const named = rightsOfScopes(scopes);
  const granted = Object.entries(actor.permissions).filter(([name]) => named.includes(name));
  return { ...actor, limits, permissions: Object.fromEntries(granted) };
}

/** By its hash; 401 unless the key, its user and its account are valid. */
export async function readKey(services: Services, key_hash: string): Promise<CachedCredential> {
  const found = await activeUsers(services)
    .innerJoin('api_key as k', 'k.user_id', 'u.id')
    .select(['k.id as credential_id', 'k.type', 'k.scopes', 'k.expires_at'])
    .select(['k.allowed_addresses', 'k.allowed_origins'])
    .where('k.key_hash', '=', key_hash)
    .executeTakeFirst();
  if (!found) unauthorized();
  if (found.expires_at && found.expires_at <= services.clock.now()) unauthorized();
  const kind = found.type === 'pub' ? 'public_key' : 'api_key';
  const own = restrictionOf(found.access_restrictions) ?? unauthorized();
  const limits: KeyLimits = {
    scopes: texts.parse(found.scopes),
    allowed_addresses: texts.parse(found.allowed_addresses),
    allowed_origins: texts.parse(found.allowed_origins),
    expires_at: found.expires_at?.toISOString() ?? null,
  };
  return {
    actor: narrowed(actorOf(found, kind, found.credential_id), limits),
    // Both lists must match: the addresses of a key do not replace the restriction of its user.
    addresses: [own, limits.allowed_addresses],
    origins: limits.allowed_origins,
  };
}

async function readSession(services: Services, token_hash: string): Promise<CachedCredential> {
  const now = services.clock.real();
  const found = await activeUsers(services)
    .innerJoin('user_session as s', 's.user_id', 'u.id')
    .select(['s.id as credential_id', 's.seen_at', 's.acting_user_id', 's.acting_user_name'])
    .select('s.made_by_session_id')
    .where('s.token_hash', '=', token_hash)
    .where('s.ended_at', 'is', null)
    .where('s.ends_at', '>', now)
    .executeTakeFirst();
  if (!found) unauthorized();
  const seen_ms = Math.max(found.seen_at.getTime(), lastUse(services, found.credential_id));
  if (now.getTime() - seen_ms >= session_idle_seconds * 1_000) unauthorized();
  const { acting_user_id, acting_user_name } = found;
  const maker = acting_user_id === '' ? null : await whoActs(services, found);
  if (acting_user_id !== '' && !maker) unauthorized();
  const speaker = actorOf(found, 'session', found.credential_id);
  // A session that acts as the user does not have to complete the user's pending steps.
  const pending = acting_user_id === '' ? await blockingOf(services, found) : '';
  return {
    actor: { ...speaker, acting_user_id, acting_user_name, pending },
    addresses: [maker?.addresses ?? restrictionOf(found.access_restrictions) ?? unauthorized()],
    origins: [],
  };
}

/** A session in which somebody acts as a user, with the user. */
interface ActingSession extends ActedAs {
  acting_user_id: string;
  made_by_session_id: string;
}

/**
 * Whoever acts as the user, with the addresses they may sign in from, which bind the acting session
 * too. Null unless their own session is open and they could act as this user now: by their place in
 * the tree of accounts, right and role, with nothing their session has to do first (G46). Their own
 * session may be idle meanwhile.
 */
export async function whoActs(services: Services, session: ActingSession) {
  const found = await activeUsers(services)
    .innerJoin('user_session as s', 's.user_id', 'u.id')
    .leftJoin('account_closure as reach', (join) =>
      join
        .onRef('reach.account_id', '=', 'u.account_id')
        .on('reach.descendant_id', '=', session.account_id),
    )
    .where((where) =>
      where.or([where('u.account_type', '=', 'admin'), where('reach.depth', 'is not', null)]),
    )
    .where('u.id', '=', session.acting_user_id)
    .where('s.id', '=', session.made_by_session_id)
    .where('s.ended_at', 'is', null)
    .where('s.ends_at', '>', services.clock.real())
    .executeTakeFirst();
  if (!found) return null;
  const pending = await blockingOf(services, found);
  const maker = { ...actorOf(found, 'session', session.made_by_session_id), pending };
  const addresses = restrictionOf(found.access_restrictions);
  return addresses && mayActAs(maker, session) ? { username: maker.username, addresses } : null;
}

/**
 * The request does not wait for it; where the write fails the idle time starts some seconds early.
 */
function writeSessionUse(services: Services, actor: Actor): void {
  connect(systemContext(services, ''))
    .updateTable('user_session')
    .set({ seen_at: services.clock.real() })
    .where('id', '=', actor.credential_id)
    .where('ended_at', 'is', null)
    .execute()
    .catch((error: unknown) => services.log.warn({ err: error }, 'session use not written'));
}

export function recordKeyUse(services: Services, actor: Actor): void {
  if (!recordUse(services, actor.credential_id, write_key_ms)) return;
  connect(systemContext(services, ''), actor.account_id)
    .updateTable('api_key')
    .set({ last_used_at: services.clock.now() })
    .where('id', '=', actor.credential_id)
    .execute()
    .catch((error: unknown) => services.log.warn({ err: error }, 'key use not written'));
}
