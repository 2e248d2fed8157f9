// Apple Pay of a merchant: its registrations with their certificates (spec 1 §2, gateway-api 13.2,
// rails 11.1).
import { z } from 'zod';
import { may } from '../../access/may.ts';
import { endpoint, list, nothing, record } from '../../endpoint.ts';
import { described } from '../../field-meta.ts';
import { moment, omittable } from '../../fields.ts';

/** Whose keys a registration works with: ours by signing requests, or the merchant's own. */
export const registration_types = ['signing_request', 'own_keys'] as const;
export type RegistrationType = (typeof registration_types)[number];

/** `identity` opens sessions with Apple; `processing` decrypts cards. */
export const certificate_kinds = ['identity', 'processing'] as const;
export type CertificateKind = (typeof certificate_kinds)[number];

/**
 * `requested`: its signing request waits for Apple's certificate. `current`: in use. `former`: a
 * newer one took its place; it still decrypts what was encrypted for it until it expires.
 */
export const certificate_statuses = ['requested', 'current', 'former'] as const;

/** Days before a certificate expires at which its merchant is warned (rails 11.1). */
export const expiry_warning_days = [60, 30, 7] as const;

const certificate_record = z.object({
  id: z.string(),
  kind: z.enum(certificate_kinds),
  status: z.enum(certificate_statuses),
  /** PEM; empty where the merchant brought its own key. */
  signing_request: z.string(),
  /** PEM; empty until it is uploaded. */
  certificate: z.string(),
  valid_from: moment.nullable(),
  expires_at: moment.nullable(),
  created_at: moment,
});
export type CertificateRecord = z.infer<typeof certificate_record>;

export const apple_pay_record = z.object({
  id: z.string(),
  type: z.enum(registration_types),
  apple_pay_merchant_id: z.string(),
  display_name: z.string(),
  domain_name: z.string(),
  /** What Apple checks the domain by; served at its well-known address. */
  domain_file: z.string(),
  /** Whether both certificates are in use and valid, so that payers can pay. */
  is_ready: z.boolean(),
  /** PEM of the ones in use, or empty. */
  merchant_certificate: z.string(),
  processing_certificate: z.string(),
  certificates: z.array(certificate_record),
  created_at: moment,
  updated_at: moment,
});
export type ApplePayRecord = z.infer<typeof apple_pay_record>;

const pem = (label: string) =>
  omittable(
    described(z.string().trim().max(16_384), { label, typed_as: 'long', hint: 'in PEM format' }),
  );

export const domain_name = described(
  z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$|^localhost$/),
  { label: 'Domain', hint: 'without https://, such as shop.example.com' },
);
const apple_pay_merchant_id = described(
  z
    .string()
    .trim()
    .max(255)
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]*$/),
  { label: 'Apple merchant ID', hint: 'as in your Apple developer account' },
);
const display_name = described(z.string().trim().min(1).max(64), {
  hint: 'payers see it while they pay',
});
/** Empty, or a file of Apple's, and no key: printable text, longer than what is typed by hand. */
const domain_file = described(
  z
    .string()
    .trim()
    .max(65_536)
    .regex(/^(|(?![\s\S]*PRIVATE KEY)[\x20-\x7e\s]{64,})$/),
  {
    label: 'Domain file',
    typed_as: 'long',
    hint: 'the content of the file that Apple gives you',
  },
);

/** Certificates and keys in PEM; a key is stored encrypted and never answered. */
const own_keys = {
  merchant_certificate: pem('Merchant identity certificate'),
  merchant_certificate_key: pem('Merchant identity private key'),
  processing_certificate: pem('Payment processing certificate'),
  processing_certificate_key: pem('Payment processing private key'),
};

export const apple_pay_create = z.object({
  type: omittable(z.enum(registration_types)),
  apple_pay_merchant_id,
  display_name,
  domain_name,
  domain_file: omittable(domain_file),
  ...own_keys,
});
export type ApplePayCreate = z.output<typeof apple_pay_create>;

export const apple_pay_update = z.object({
  display_name: omittable(display_name),
  domain_name: omittable(domain_name),
  domain_file: omittable(domain_file),
  ...own_keys,
});
export type ApplePayUpdate = z.output<typeof apple_pay_update>;

export const max_registrations = 20;

const one = '/merchant/apple-pay/{id}';
const reply = record(apple_pay_record);
const audit = 'apple_pay.certificate';

export const apple_pay = {
  search: endpoint({
    method: 'GET',
    path: '/merchant/apple-pay',
    access: may.see_apple_pay,
    reply: list(apple_pay_record),
    rate_class: 'read',
    summary: "The calling merchant's Apple Pay registrations, oldest first.",
  }),
  create: endpoint({
    method: 'POST',
    path: '/merchant/apple-pay',
    access: may.manage_apple_pay,
    input: apple_pay_create,
    reply,
    rate_class: 'write',
    audit: 'apple_pay.create',
    summary: 'Registers an Apple merchant ID for a domain.',
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    access: may.see_apple_pay,
    reply,
    rate_class: 'read',
    summary: 'One Apple Pay registration.',
  }),
  update: endpoint({
    method: 'POST',
    path: one,
    access: may.manage_apple_pay,
    input: apple_pay_update,
    reply,
    rate_class: 'write',
    audit: 'apple_pay.update',
    summary: 'Changes a registration; fields left out keep their value.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    access: may.manage_apple_pay,
    reply: nothing(),
    rate_class: 'write',
    audit: 'apple_pay.remove',
    summary: 'Removes a registration with its keys and certificates.',
  }),
  request: endpoint({
    method: 'POST',
    path: '/merchant/apple-pay/{id}/signing-request',
    access: may.manage_apple_pay,
    input: z.object({ kind: z.enum(certificate_kinds) }),
    reply,
    rate_class: 'write',
    audit,
    summary: 'Creates a new key and signing request, to renew a certificate.',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/merchant/apple-pay/{id}/certificate',
    access: may.manage_apple_pay,
    input: z.object({
      certificate: described(z.string().trim().min(1).max(16_384), { label: 'Certificate' }),
    }),
    reply,
    rate_class: 'write',
    audit,
    summary: 'Activates a certificate from Apple, PEM or base64, that matches one of our keys.',
  }),
  simulate: endpoint({
    method: 'POST',
    path: '/merchant/apple-pay/{id}/test-certificates',
    access: may.manage_apple_pay,
    reply,
    rate_class: 'write',
    audit,
    summary: 'Has the simulator sign the open signing requests; 404 in production.',
  }),
};
