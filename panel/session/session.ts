// Who is signed in, and for how much longer; the bearer lives in session storage.
import type { AccountType } from '../../contract/access/access.ts';
import type { TokenClaims } from '../../contract/identity/sessions.ts';
import { makeStore } from '../store.ts';
import { clearReturnPath, storeReturnPath } from './return-path.ts';
import { viewing } from './viewing.ts';

/** Spec 1 §4: seconds of inactivity, and how many are left when the dialog opens. */
export const idle_seconds = 900;
export const warning_seconds = 120;

export interface Session {
  token: string;
  sid: string;
  account_type: AccountType;
  account_id: string;
  user_id: string;
  username: string;
  role: string;
  /** Milliseconds since 1970. */
  expires_at: number;
  /** Somebody acts as this user in it (login-as). */
  acts: boolean;
}

type TokenSession = Omit<Session, 'acts'>;

const storage_key = 'penstock-session';

export const session = makeStore<Session | null>(restored());
/** When the session ends unless something happens, in milliseconds since 1970. */
export const deadline = makeStore<number>(Date.now() + idle_seconds * 1000);

function restored(): Session | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storage_key) ?? 'null');
    const read = stored === null ? null : readToken(stored.token, stored.sid);
    return read && { ...read, acts: stored.acts === true };
  } catch {
    return null;
  }
}

function decoded(part: string): string {
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}

/** What a token says of its bearer; null for anything that is no token, or an expired one. */
export function readToken(token: string, sid: string, now = Date.now()): TokenSession | null {
  try {
    const claims = JSON.parse(decoded(token.split('.')[1] ?? '')) as TokenClaims;
    const expires_at = claims.exp * 1000;
    if (!(expires_at > now)) return null;
    return {
      token,
      sid,
      account_type: claims.ut as AccountType,
      account_id: claims.atid,
      user_id: claims.uid,
      username: claims.un,
      role: claims.role,
      expires_at,
    };
  } catch {
    return null;
  }
}

/** Keeps the answer of a sign-in; null where the token cannot be read. */
export function startSession(token: string, sid: string, acts = false): Session | null {
  const read = readToken(token, sid);
  if (read === null) return null;
  const started = { ...read, acts };
  sessionStorage.setItem(storage_key, JSON.stringify({ token, sid, acts }));
  touchSession();
  session.set(started);
  return started;
}

/** How a session ends: by logout, by inactivity, or by the server. */
type Ending = 'signed_out' | 'idle' | 'ended';

/** Not by logout: the page is remembered, so that the same user returns to it. */
export function endSession(by: Ending = 'signed_out'): void {
  const current = session.get();
  if (by === 'signed_out') clearReturnPath();
  // While another is viewed the page is theirs.
  else if (current && viewing.get() === null) {
    const { user_id, username, acts } = current;
    storeReturnPath({ user_id, idle: by === 'idle', acted_as: acts ? username : '' });
  }
  viewing.set(null);
  sessionStorage.removeItem(storage_key);
  session.set(null);
}

/** The inactivity timer starts anew: on every change of route and on request (spec 1 §4). */
export function touchSession(): void {
  deadline.set(Date.now() + idle_seconds * 1000);
}

/** Whose area and role the panel shows: those of the session, or of whom it is viewed as. */
export function shownFor(): Pick<Session, 'account_type' | 'role'> | null {
  const current = session.get();
  return current && (viewing.get()?.caller ?? current);
}

/** Whether somebody of this account type is signed in; an expired session ends here. */
export function mayEnter(area: AccountType): boolean {
  const current = session.get();
  if (current !== null && current.expires_at <= Date.now()) endSession('ended');
  return shownFor()?.account_type === area;
}

/** Whole seconds until the session ends, never below 0. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** `14:32`: minutes and seconds of the countdown. */
export function formatCountdown(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
