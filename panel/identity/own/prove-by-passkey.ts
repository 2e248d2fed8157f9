// One's own passkey as proof within a session, for a change that the session alone may not make.
import { type PasskeyAssertion, passkeys } from '../../../contract/identity/passkeys.ts';
import { call } from '../../api.ts';
import { answerOfPasskey, passkeyError } from '../factors/passkey-use.ts';

/** What the passkey answers; throws a sentence where the browser gives none. */
export async function proveByPasskey(): Promise<PasskeyAssertion> {
  try {
    return await answerOfPasskey(() => call(passkeys.confirm));
  } catch (error) {
    throw passkeyError(error);
  }
}
