// Who calls: a raw API key, or a bearer token with its session, becomes an actor (gateway-api 1.1).
import type { AccountType, Role } from '../../contract/access.ts';
import { user_permissions } from '../../contract/accounts/documents/user-permissions.ts';
import { refuse } from '../../contract/errors.ts';
import { session_idle_seconds } from '../../contract/identity/sessions.ts';
import { type Actor, nobody, type Services, systemContext } from '../context.ts';
import { connect } from '../db/database.ts';
import type { Credentials } from '../http/app-frame.ts';
import { lastUse, noteUse, remembered } from './credential-cache.ts';
import { credentialHash } from './session-tokens.ts';

const max_credential_length = 2_048;
const write_session_ms = 15_000;
const write_key_ms = 60_000;

/**
 * The actor behind a request: nobody without an Authorization header (a cookie alone proves
 * nothing, so no other site can make a browser call us), else 401 `unauthorized` unless the key or
 * session stands and its user and account are active. Rights come from the database, never from a
 * claim.
 */
export async function authenticate(services: Services, given: Credentials): Promise<Actor> {
  const { authorization } = given;
  if (authorization === '') return nobody;
  if (authorization.length > max_credential_length) unauthorized();
  if (/^(api|pub)_/.test(authorization)) return await fromKey(services, authorization);
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (token === undefined) unauthorized();
  return await fromToken(services, token, given.session_id);
}

function unauthorized(): never {
  refuse('unauthorized', 'unauthorized');
}

async function fromKey(services: Services, key: string): Promise<Actor> {
  const hash = credentialHash(key);
  const actor = await remembered(services, hash, () => readKey(services, hash));
  if (noteUse(services, actor.credential_id, write_key_ms)) writeKeyUse(services, actor);
  return actor;
}

async function fromToken(services: Services, token: string, session_id: string): Promise<Actor> {
  const hash = credentialHash(token);
  const actor = await remembered(services, hash, () => readSession(services, hash));
  // The token alone finds its session; a session id that is sent must be the same one's.
  if (session_id !== '' && session_id !== actor.credential_id) unauthorized();
  if (noteUse(services, actor.credential_id, write_session_ms)) writeSessionUse(services, actor);
  return actor;
}

/** Users with their accounts, as far as an actor needs them. */
function activeUsers(services: Services) {
  return connect(systemContext(services, ''))
    .selectFrom('user_account as u')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .select(['u.id', 'u.username', 'u.role', 'u.account_type', 'u.account_id', 'u.permissions'])
    .select('a.name as account_name')
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

/** The user as an actor that speaks by this session or key. */
export function actorOf(user: FoundUser, kind: Actor['kind'], credential_id: string): Actor {
  return {
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

async function readKey(services: Services, key_hash: string): Promise<Actor> {
  const found = await activeUsers(services)
    .innerJoin('api_key as k', 'k.user_id', 'u.id')
    .select(['k.id as credential_id', 'k.type'])
    .where('k.key_hash', '=', key_hash)
    .executeTakeFirst();
  if (!found) unauthorized();
  return actorOf(found, found.type === 'pub' ? 'public_key' : 'api_key', found.credential_id);
}

async function readSession(services: Services, token_hash: string): Promise<Actor> {
  const now = services.clock.real();
  const found = await activeUsers(services)
    .innerJoin('user_session as s', 's.user_id', 'u.id')
    .select(['s.id as credential_id', 's.seen_at'])
    .where('s.token_hash', '=', token_hash)
    .where('s.ended_at', 'is', null)
    .where('s.ends_at', '>', now)
    .executeTakeFirst();
  if (!found) unauthorized();
  const seen_ms = Math.max(found.seen_at.getTime(), lastUse(services, found.credential_id));
  if (now.getTime() - seen_ms >= session_idle_seconds * 1_000) unauthorized();
  return actorOf(found, 'session', found.credential_id);
}

/** In nobody's way: the request goes on, and a lost note costs some seconds of the idle time. */
function writeSessionUse(services: Services, actor: Actor): void {
  connect(systemContext(services, ''))
    .updateTable('user_session')
    .set({ seen_at: services.clock.real() })
    .where('id', '=', actor.credential_id)
    .where('ended_at', 'is', null)
    .execute()
    .catch((error: unknown) => services.log.warn({ err: error }, 'session use not written'));
}

function writeKeyUse(services: Services, actor: Actor): void {
  connect(systemContext(services, ''), actor.account_id)
    .updateTable('api_key')
    .set({ last_used_at: services.clock.now() })
    .where('id', '=', actor.credential_id)
    .execute()
    .catch((error: unknown) => services.log.warn({ err: error }, 'key use not written'));
}
