// The page on which a session expired: the same user returns to it after the next sign-in.
import { hasUnsavedChanges } from '../kit/form/unsaved.ts';

interface ReturnPath {
  user_id: string;
  /** Path and search of the address. */
  path: string;
  /** Nothing happened until the time was over; otherwise the server ended the session. */
  idle: boolean;
  /** The user as whom somebody acted there, or ''. */
  acted_as: string;
  /** Changes on the page went with it. */
  lost: boolean;
}

const storage_key = 'penstock-return-path';

/** Remembers this page for the tab's next sign-in. */
export function storeReturnPath(left: Pick<ReturnPath, 'user_id' | 'idle' | 'acted_as'>): void {
  const path = `${location.pathname}${location.search}`;
  const place: ReturnPath = { ...left, path, lost: hasUnsavedChanges() };
  sessionStorage.setItem(storage_key, JSON.stringify(place));
}

export function clearReturnPath(): void {
  sessionStorage.removeItem(storage_key);
}

/** What is remembered, or null. */
export function returnPath(): ReturnPath | null {
  try {
    return JSON.parse(sessionStorage.getItem(storage_key) ?? 'null');
  } catch {
    return null;
  }
}

/** The page this person was on in this area, or '' for anybody else; it is led back to once. */
export function consumeReturnPath(user_id: string, area: string): string {
  const place = returnPath();
  clearReturnPath();
  if (place?.user_id !== user_id || !place.path.startsWith(`/${area}/`)) return '';
  return place.path;
}

/** The note of the sign-in after a session ended; '' where none did. */
export function whySignInAgain(place: ReturnPath | null): string {
  if (place === null) return '';
  const { acted_as } = place;
  const ended =
    acted_as === '' ? 'Your session has ended.' : `You are no longer acting as ${acted_as}.`;
  const why = place.idle ? 'You were logged out after 15 minutes without activity.' : ended;
  const lost = place.lost ? ' Your unsaved changes are lost.' : '';
  const next = acted_as === '' ? 'Log in to continue where you left off.' : 'Log in as yourself.';
  return `${why}${lost} ${next}`;
}
