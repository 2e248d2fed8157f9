// Whether passkeys work on this page, what one answers, and what is said where none does.
import type { PasskeyAssertion, PasskeyRequest } from '../../../contract/identity/passkeys.ts';
import { ApiError } from '../../api.ts';

/** They belong to domains: an address of numbers has none. */
export function passkeysWork(): boolean {
  const numbers = /^[\d.]+$|^\[/.test(location.hostname);
  return !numbers && 'PublicKeyCredential' in window;
}

/** A sentence for a browser's refusal; null for an error of ours, which has words of its own. */
export function passkeyFault(error: unknown): string | null {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for you.';
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return 'No passkey was used. You can try again.';
  }
  if (name === 'SecurityError') return 'Passkeys do not work at this address.';
  return name === 'NotSupportedError' ? 'This device cannot store a passkey.' : null;
}

/** The same as an error that dialogs show. */
export function passkeyError(error: unknown): unknown {
  const message = passkeyFault(error);
  return message === null ? error : new ApiError(message, 400);
}

/** What a passkey of this browser answers. */
export async function answerOfPasskey(
  ask: () => Promise<PasskeyRequest>,
): Promise<PasskeyAssertion> {
  const [options, { askForPasskey }] = await Promise.all([ask(), import('./passkey-browser.ts')]);
  const { id, rawId, type, response } = await askForPasskey(options);
  return { id, rawId, type, response };
}
