// Signing in, the caller, signing out (gateway-api 2.1).
import { z } from 'zod';
import { open, signedIn } from '../access/access.ts';
import { list_query } from '../crud.ts';
import { endpoint, list, nothing, record } from '../endpoint.ts';
import { blankable, id, moment } from '../fields.ts';
import { passkey_assertion } from './passkeys.ts';
import { caller_record } from './users.ts';

/** A session without a call for this long has ended (spec 1 §4, §9). */
export const session_idle_seconds = 900;
/** The longest a session lasts, whatever happens in it. */
export const session_life_seconds = 12 * 3600;

/** What the panel reads off a token. The server reads rights from the database, never from here. */
export interface TokenClaims {
  /** Account type. */
  ut: string;
  role: string;
  uid: string;
  /** Id of the account. */
  atid: string;
  un: string;
  sid: string;
  iat: number;
  exp: number;
}

export const session_record = z.object({
  id,
  ip_address: z.string(),
  /** Country of the address, two letters, or empty where the registries do not tell. */
  country: z.string(),
  /** What the browser calls itself. */
  user_agent: z.string(),
  /** Who acts as the user in it, or empty. */
  acting_user_name: z.string(),
  is_current: z.boolean(),
  created_at: moment,
  seen_at: moment,
});
export type SessionRecord = z.output<typeof session_record>;

const sign_in_input = z
  .object({
    username: blankable(z.string().max(254)),
    password: blankable(z.string().max(1024)),
    /** Six digits of an authenticator app. */
    totp: blankable(z.string().trim().max(20)),
    recovery_code: blankable(z.string().trim().max(40)),
    /** Key of login-as; it stands in the place of name and password. */
    auth_key: blankable(z.string().max(200)),
    /** Second factor beside name and password; without them, all there is to prove. */
    passkey: blankable(passkey_assertion),
  })
  .superRefine((value, check) => {
    const by_passkey = value.passkey !== undefined && value.username === undefined;
    if (value.auth_key !== undefined || by_passkey) return;
    for (const name of ['username', 'password'] as const) {
      if (value[name] === undefined) {
        check.addIssue({ code: 'custom', path: [name], message: 'required' });
      }
    }
  });

const logout = (method: 'GET' | 'POST') =>
  endpoint({
    method,
    path: '/logout',
    access: signedIn(undefined, { session_only: true, while_pending: true }),
    reply: nothing(),
    rate_class: 'write',
    audit: 'session.remove',
    summary: 'Ends the session.',
  });

export const sessions = {
  create: endpoint({
    method: 'POST',
    path: '/token-auth',
    access: open,
    input: sign_in_input,
    reply: record(z.object({ token: z.string(), sid: z.string() }), ['token', 'sid']),
    rate_class: 'sign_in',
    audit: 'session.create',
    summary: 'Logs in with username and password, or by passkey; JSON or form-encoded.',
  }),
  get: endpoint({
    method: 'GET',
    path: '/user',
    access: signedIn(undefined, { scope: 'every_key', while_pending: true }),
    reply: record(caller_record),
    rate_class: 'read',
    summary: 'The caller.',
  }),
  // By GET, as old clients do; only the Authorization header counts, so no other site can send it.
  remove: logout('GET'),
  removeByPost: logout('POST'),
  search: endpoint({
    method: 'GET',
    path: '/user/sessions',
    access: signedIn(undefined, { scope: 'no_limited_key' }),
    input: list_query,
    reply: list(session_record),
    rate_class: 'read',
    summary: "The caller's sessions, with device and place.",
  }),
  removeOne: endpoint({
    method: 'DELETE',
    path: '/user/session/{id}',
    access: signedIn(undefined, { scope: 'no_limited_key', not_while_acting: true }),
    reply: nothing(),
    rate_class: 'write',
    audit: 'session.remove',
    summary: "Ends one of the caller's sessions.",
  }),
  removeOthers: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    access: signedIn(undefined, { scope: 'no_limited_key', not_while_acting: true }),
    reply: nothing(),
    rate_class: 'write',
    audit: 'session.remove',
    summary: "Ends all of the caller's sessions but this one.",
  }),
};
