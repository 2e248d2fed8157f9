// Ends the session here and on the server; here in any case, whatever the server says.
import { sessions } from '../../contract/identity/sessions.ts';
import { call } from '../api.ts';
import { holdsChanges } from '../kit/unsaved.ts';
import { showDialog } from '../notices.ts';
import { endSession } from '../session.ts';

export async function signOut(): Promise<void> {
  try {
    await call(sessions.remove);
  } catch {
    // The server ends an idle session by itself; the person wanted to leave either way.
  } finally {
    endSession();
  }
}

/** Logout as a person asks for it: changes that are not saved are asked about first. */
export function leave(): void {
  if (!holdsChanges()) {
    void signOut();
    return;
  }
  showDialog({
    tone: 'warning',
    title: 'Changes are not saved',
    text: 'What you changed on this page is lost when you log out.',
    buttons: [
      { label: 'Log out', run: () => void signOut() },
      { label: 'Keep editing', primary: true },
    ],
  });
}
