// Signing in, the caller, signing out (gateway-api 2.1).
import { z } from 'zod';
import { open, signedIn } from '../access.ts';
import { endpoint, nothing, record } from '../endpoint.ts';
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

export const sessions = {
  create: endpoint({
    method: 'POST',
    path: '/token-auth',
    access: open,
    input: z.object({
      username: z.string().min(1).max(254),
      password: z.string().min(1).max(1024),
    }),
    reply: record(z.object({ token: z.string(), sid: z.string() }), ['token', 'sid']),
    cost: 'sign_in',
    audit: 'session.create',
    summary: 'Signs in with user name and password; JSON or form-encoded.',
  }),
  get: endpoint({
    method: 'GET',
    path: '/user',
    access: signedIn(),
    reply: record(caller_record),
    cost: 'read',
    summary: 'The caller.',
  }),
  // By GET, as old clients do; only the Authorization header counts, so no other site can send it.
  remove: endpoint({
    method: 'GET',
    path: '/logout',
    access: signedIn(undefined, { session_only: true }),
    reply: nothing(),
    cost: 'write',
    audit: 'session.remove',
    summary: 'Ends the session.',
  }),
};
