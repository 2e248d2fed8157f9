// The calls of the screens before the sign-in, written out: the contract's own values would bring
// its schemas into the first download.

import type { passkeys } from '../../../contract/identity/passkeys.ts';
import type {
  password_reset,
  terms_acceptance,
} from '../../../contract/identity/password-reset.ts';
import type { sessions } from '../../../contract/identity/sessions.ts';
import type { two_factor } from '../../../contract/identity/two-factor.ts';
import type { Callable } from '../../api.ts';

const nothing = { kind: 'nothing' } as const;
const record = { kind: 'record' } as const;

export const signInCall: Callable<typeof sessions.create> = {
  method: 'POST',
  path: '/token-auth',
  reply: record,
};
export const askPasskeyCall: Callable<typeof passkeys.ask> = {
  method: 'POST',
  path: '/token-auth/passkey',
  reply: record,
};
export const callerCall: Callable<typeof sessions.get> = {
  method: 'GET',
  path: '/user',
  reply: record,
};
export const forgotUsernameCall: Callable<typeof password_reset.forgotUsername> = {
  method: 'POST',
  path: '/user/forgot-username',
  reply: nothing,
};
export const forgotPasswordCall: Callable<typeof password_reset.forgotPassword> = {
  method: 'POST',
  path: '/user/forgot-password',
  reply: nothing,
};
export const askSetUpCall: Callable<typeof password_reset.askSetUp> = {
  method: 'POST',
  path: '/user/user-setup',
  reply: nothing,
};
export const resetCall: Callable<typeof password_reset.reset> = {
  method: 'POST',
  path: '/user/forgot-password/reset',
  reply: nothing,
};
export const termsCall: Callable<typeof password_reset.terms> = {
  method: 'GET',
  path: '/tos',
  reply: record,
};
export const acceptTermsCall: Callable<typeof terms_acceptance.acceptTerms> = {
  method: 'POST',
  path: '/accept-tos',
  reply: nothing,
};
export const factorQrCall: Callable<typeof two_factor.qrcode> = {
  method: 'POST',
  path: '/user-set-two-factor/qrcode',
  reply: record,
};
export const factorSaveCall: Callable<typeof two_factor.save> = {
  method: 'POST',
  path: '/user-set-two-factor/save',
  reply: record,
};
