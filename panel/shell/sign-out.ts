// Ends the session here and on the server; here in any case, whatever the server says.
import { sessions } from '../../contract/identity/sessions.ts';
import { call } from '../api.ts';
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
