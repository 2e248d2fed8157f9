// The two steps of the passkey library that the panel takes; loaded late by itself it comes whole.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyRequest } from '../../../contract/identity/passkeys.ts';

/** The browser's answer to the server's question for a passkey; throws what the browser does. */
export const askForPasskey = (options: PasskeyRequest) =>
  startAuthentication({ optionsJSON: options } as never);

/** A passkey of this browser, made as the server asks; throws what the browser does. */
export const makePasskey = (options: unknown) =>
  startRegistration({ optionsJSON: options } as never);
