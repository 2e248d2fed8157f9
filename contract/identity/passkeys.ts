// Passkeys: keys that a device or its owner's account keeps, as second factor and as sign-in.
import { z } from 'zod';
import { open, signedIn } from '../access/access.ts';
import { list_query } from '../crud.ts';
import { endpoint, list, nothing, record } from '../endpoint.ts';
import { described } from '../field-meta.ts';
import { id, moment, nullable_moment } from '../fields.ts';

/** How many passkeys one user may have. */
export const passkey_limit = 20;
/** How long a challenge may be answered, once. */
export const passkey_challenge_seconds = 300;

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);

/** What a browser answers to a challenge, as WebAuthn writes it in JSON. */
const answer_base = z.object({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
});
export const passkey_assertion = answer_base.extend({
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(200).optional(),
  }),
});
export type PasskeyAssertion = z.output<typeof passkey_assertion>;

export const passkey_attestation = answer_base.extend({
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type PasskeyAttestation = z.output<typeof passkey_attestation>;

const known_key = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** What the browser is asked with; an empty list lets the person choose. */
export const passkey_request = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['required', 'preferred']),
  allowCredentials: z.array(known_key),
});
export type PasskeyRequest = z.output<typeof passkey_request>;

/** What the browser makes a new passkey with. */
const passkey_creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(known_key),
});

export const passkey_record = z.object({
  id,
  name: z.string(),
  /** The domain it works at. */
  domain: z.string(),
  created_at: moment,
  last_used_at: nullable_moment,
});
export type PasskeyRecord = z.output<typeof passkey_record>;

const name = z.string().trim().min(1).max(100);
const current_password = described(z.string().min(1).max(1024), {
  typed_as: 'password',
  autocomplete: 'current-password',
});
const own = signedIn(undefined, {
  session_only: true,
  while_pending: true,
  not_while_acting: true,
});

export const passkeys = {
  search: endpoint({
    method: 'GET',
    path: '/user/passkeys',
    access: signedIn(undefined, { scope: 'no_limited_key', while_pending: true }),
    input: list_query,
    reply: list(passkey_record),
    rate_class: 'read',
    summary: "The caller's passkeys.",
  }),
  begin: endpoint({
    method: 'POST',
    path: '/user/passkey/options',
    access: own,
    input: z.object({ current_password }),
    reply: record(passkey_creation),
    rate_class: 'sign_in',
    summary: 'Options to create a passkey, valid for five minutes; requires the password.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/user/passkey',
    access: own,
    input: z.object({ name, passkey: passkey_attestation }),
    reply: record(
      z.object({
        passkey: passkey_record,
        /** Ten, shown once, where this is the first factor; else none. */
        recovery_codes: z.array(z.string()),
      }),
    ),
    rate_class: 'sign_in',
    audit: 'passkey.create',
    summary: "Saves a new passkey and ends the user's other sessions.",
  }),
  update: endpoint({
    method: 'POST',
    path: '/user/passkey/{id}',
    access: own,
    input: z.object({ name }),
    reply: record(passkey_record),
    rate_class: 'write',
    audit: 'passkey.update',
    summary: "Renames one of the caller's passkeys.",
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/passkey/{id}',
    access: own,
    input: z.object({ current_password }),
    reply: nothing(),
    rate_class: 'sign_in',
    audit: 'passkey.remove',
    summary: 'Removes a passkey; requires the password. An enforced last factor cannot be removed.',
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/user/passkey/confirm',
    access: signedIn(undefined, { session_only: true, not_while_acting: true }),
    reply: record(passkey_request),
    rate_class: 'sign_in',
    summary: 'A passkey challenge to verify the caller again.',
  }),
  ask: endpoint({
    method: 'POST',
    path: '/token-auth/passkey',
    access: open,
    reply: record(passkey_request),
    rate_class: 'sign_in',
    summary: 'A passkey challenge for signing in through token-auth.',
  }),
};
