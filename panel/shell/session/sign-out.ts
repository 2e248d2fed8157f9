// Ends the session in the browser and on the server; in the browser in any case.
import { sessions } from '../../../contract/identity/sessions.ts';
import { call } from '../../api.ts';
import { hasUnsavedChanges } from '../../kit/form/unsaved.ts';
import { confirmDiscard } from '../../notices.ts';
import { endSession } from '../../session/session.ts';

/** The panel signs out even if the server does not answer within this time. */
const longest_wait_ms = 2_000;

/** `idle`: the session ended after inactivity. */
export async function signOut(idle = false): Promise<void> {
  // The server ends an idle session by itself; the person wanted to leave either way.
  const request = call(sessions.remove).catch(() => null);
  await Promise.race([request, new Promise((done) => setTimeout(done, longest_wait_ms))]);
  endSession(idle ? 'idle' : 'signed_out');
}

/** Logout by a person: with unsaved changes a confirmation is shown first. */
export function leave(): void {
  if (!hasUnsavedChanges()) {
    void signOut();
    return;
  }
  const text = 'If you log out, your changes on this page will be lost.';
  confirmDiscard(text, 'Log out', () => void signOut());
}
