// What Apple Pay and Google Pay hand to a page: encrypted cards, as payments name them
// (gateway-api 3.3, rails 11).
import { z } from 'zod';

const base64 = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** 32 bytes in hexadecimal. */
const bytes_32 = z.string().regex(/^[0-9a-fA-F]{64}$/);

/**
 * `paymentData` of a PKPaymentToken: a card encrypted for the merchant's processing key. Apple
 * signs its parts one behind the other, so both of the header have their one length: bytes that
 * moved from one to the next would be a second ID under the same signature.
 */
export const apple_payment_data = z.object({
  version: z.literal('EC_v1'),
  data: base64(8_192),
  signature: base64(32_768),
  header: z.object({
    ephemeralPublicKey: base64(512),
    publicKeyHash: base64(128),
    transactionId: bytes_32,
    applicationData: z.union([bytes_32, z.literal('')]).optional(),
  }),
});
export type ApplePaymentData = z.output<typeof apple_payment_data>;

/** An object, or the text of one, as pages send it on. */
const orText = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    if (value.length > 65_536) {
      context.addIssue({ code: 'custom', message: 'is too long' });
      return z.NEVER;
    }
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'is not valid JSON' });
      return z.NEVER;
    }
  }, schema);

/** A PKPaymentToken; what it says of the card in clear is not signed, so it is not read. */
export const apple_token = orText(z.object({ paymentData: apple_payment_data }));

const text = z.string().max(255).optional().catch(undefined);

/** A contact as Apple's page gives it; members of other kinds count as left out. */
export const apple_contact = z
  .object({
    givenName: text,
    familyName: text,
    addressLines: z.array(z.string().max(255)).max(10).optional().catch(undefined),
    locality: text,
    administrativeArea: text,
    countryCode: text,
    postalCode: text,
    emailAddress: text,
    phoneNumber: text,
  })
  .optional()
  .catch(undefined);
export type AppleContact = NonNullable<z.output<typeof apple_contact>>;

/** 25 letters and digits: what `/public/applepay/paymentauthorized` answers. */
export const temporary_token_pattern = /^[0-9A-Za-z]{25}$/;
/** How long a temporary token can be used after it was made. */
export const temporary_token_seconds = 300;
export const temporary_token_refusal =
  'The payment is not valid. Each one works once, within five minutes.';

/** A temporary token, or the id of a registration with a token of Apple's for it. */
export const apple_pay_members = {
  temporary_token: z.string().regex(temporary_token_pattern).optional(),
  key_id: z.string().max(20).optional(),
  pkpaymenttoken: apple_token.optional(),
};
const apple_pay_object = z.object(apple_pay_members);
export type ApplePayMethod = z.output<typeof apple_pay_object>;

const [fitsApplePay, apple_pay_message] = [
  ({ temporary_token, key_id, pkpaymenttoken }: ApplePayMethod): boolean =>
    temporary_token === undefined
      ? key_id !== undefined && pkpaymenttoken !== undefined
      : pkpaymenttoken === undefined,
  { message: 'needs a temporary_token, or a key_id and a pkpaymenttoken' },
];

/** `payment_method.apple_pay_token`. */
export const apple_pay_method = apple_pay_object.refine(fitsApplePay, apple_pay_message);

/** The same with what is noted at a saved card. */
export const withApplePay = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ ...apple_pay_members, ...shape }).refine((value) => {
    return fitsApplePay(value as ApplePayMethod);
  }, apple_pay_message);

/** `payment_method.google_pay_token`: the token of PaymentData (ECv2). */
export const google_token = orText(
  z.object({
    protocolVersion: z.literal('ECv2'),
    signature: base64(1_024),
    intermediateSigningKey: z.object({
      signedKey: z.string().min(1).max(4_096),
      signatures: z.array(base64(1_024)).min(1).max(10),
    }),
    signedMessage: z.string().min(1).max(32_768),
  }),
);
export type GoogleToken = z.output<typeof google_token>;

/** Google's name of this gateway in a page's payment request (gateway-api 13.2). */
export const google_gateway = 'gatewayprocessing';

export const wallets = ['apple_pay', 'google_pay'] as const;
export type Wallet = (typeof wallets)[number];
