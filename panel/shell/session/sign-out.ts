// Ends the session here and on the server; here in any case, whatever the server says.
import { sessions } from '../../../contract/identity/sessions.ts';
import { call } from '../../api.ts';
import { holdsChanges } from '../../kit/form/unsaved.ts';
import { askBeforeLosing } from '../../notices.ts';
import { endSession } from '../../session/session.ts';

/** A server that does not answer keeps nobody in. */
const longest_wait_ms = 2_000;

/** `idle`: nobody was there to ask for it. */
export async function signOut(idle = false): Promise<void> {
  // The server ends an idle session by itself; the person wanted to leave either way.
  const request = call(sessions.remove).catch(() => null);
  await Promise.race([request, new Promise((done) => setTimeout(done, longest_wait_ms))]);
  endSession(idle ? 'idle' : 'asked');
}

/** Logout as a person asks for it: changes that are not saved are asked about first. */
export function leave(): void {
  if (!holdsChanges()) {
    void signOut();
    return;
  }
  const text = 'If you log out, your changes on this page will be lost.';
  askBeforeLosing(text, 'Log out', () => void signOut());
}
