// Whether passkeys work on this page, and what is said where the browser does not come to one.
/** They belong to domains: an address of numbers has none. */
export function passkeysWork(): boolean {
  const numbers = /^[\d.]+$|^\[/.test(location.hostname);
  return !numbers && 'PublicKeyCredential' in window;
}

/** A sentence for a browser's refusal; null for an error of ours, which has words of its own. */
export function passkeyFault(error: unknown): string | null {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device has a passkey for you already.';
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return 'No passkey was used. You can try again.';
  }
  if (name === 'SecurityError') return 'Passkeys do not work at this address.';
  return name === 'NotSupportedError' ? 'This device cannot keep a passkey.' : null;
}
