// The second factor: an authenticator app's codes, recovery codes, and how it is taken away.
import { z } from 'zod';
import { open, signedIn } from '../access/access.ts';
import { endpoint, nothing, record } from '../endpoint.ts';
import { described } from '../field-meta.ts';
import { blankable, id } from '../fields.ts';
import { passkey_assertion } from './passkeys.ts';

const code = described(z.string().trim().max(20), {
  label: 'Authenticator code',
  typed_as: 'code',
  autocomplete: 'one-time-code',
});

/** Proves a factor that the user has: a code of its app, or one of the recovery codes. */
const current_code = described(z.string().trim().max(20), {
  label: 'Current authenticator code',
  hint: 'or a recovery code',
  typed_as: 'code',
});

/** What an authenticator app is set up with; shown once. */
const set_up = z.object({
  secret: z.string(),
  /** `otpauth://…`, what the QR code says. */
  uri: z.string(),
  /** The QR code as an SVG picture. */
  qr: z.string(),
  qrcode: z.string(),
});
/** Shown once, right after the factor was confirmed. */
const confirmed = z.object({
  two_factor_enabled: z.literal(true),
  recovery_codes: z.array(z.string()),
});
/** What of second factors there is, for the screen that changes it. */
const factor_state = z.object({
  authenticator_app: z.boolean(),
  passkey_count: z.int(),
  /** Codes that were not used yet. */
  recovery_code_count: z.int(),
  /** The last factor cannot be taken away. */
  is_enforced: z.boolean(),
});
const own = signedIn(undefined, {
  session_only: true,
  while_pending: true,
  not_while_acting: true,
});

export const two_factor = {
  get: endpoint({
    method: 'GET',
    path: '/user/two-factor',
    access: signedIn(undefined, { scope: 'no_limited_key', while_pending: true }),
    reply: record(factor_state),
    rate_class: 'read',
    summary: 'Which second factors the caller has.',
  }),
  begin: endpoint({
    method: 'GET',
    path: '/user/set-two-factor-auth',
    access: own,
    reply: record(set_up),
    rate_class: 'write',
    audit: 'two_factor.begin',
    summary: 'A new secret to set an authenticator app up with.',
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/user/set-two-factor-auth',
    access: own,
    input: z.object({
      totp: blankable(code),
      /** This or a passkey is required of a user who has a second factor. */
      current_code: blankable(current_code),
      passkey: passkey_assertion.optional(),
    }),
    reply: record(z.union([confirmed, set_up])),
    rate_class: 'sign_in',
    audit: 'two_factor.confirm',
    summary:
      'With a code: sets up the app. A user who has a second factor also proves that one. ' +
      'Without a code: returns a new secret.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/remove-two-factor-auth',
    access: signedIn(undefined, { scope: 'no_limited_key', not_while_acting: true }),
    input: z.object({ totp: blankable(code), user_id: blankable(id) }),
    reply: nothing(),
    rate_class: 'sign_in',
    audit: 'two_factor.remove',
    summary: 'Turns off the second factor: with a code, or by an administrator for another user.',
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/user/recovery-codes',
    access: signedIn(undefined, { session_only: true, not_while_acting: true }),
    input: z.object({ totp: blankable(code), passkey: passkey_assertion.optional() }),
    reply: record(z.object({ recovery_codes: z.array(z.string()) })),
    rate_class: 'sign_in',
    audit: 'two_factor.codes',
    summary: 'With a code or a passkey: ten new recovery codes, which replace the old ones.',
  }),
  qrcode: endpoint({
    method: 'POST',
    path: '/user-set-two-factor/qrcode',
    access: open,
    input: z.object({ token: z.string().max(200) }),
    reply: record(set_up),
    rate_class: 'recovery',
    audit: 'two_factor.begin',
    summary: 'The QR code for the token of a set-up link.',
  }),
  save: endpoint({
    method: 'POST',
    path: '/user-set-two-factor/save',
    access: open,
    input: z.object({ token: z.string().max(200), totp: code }),
    reply: record(confirmed),
    rate_class: 'recovery',
    audit: 'two_factor.confirm',
    summary: 'Confirms the factor of a set-up link with its first code.',
  }),
};
