// For tests of Apple Pay and Google Pay: registrations of m1, and what the lab's wallets hand over.
import { createPublicKey } from 'node:crypto';
import { expect } from 'vitest';
import type { ApplePayRecord } from '../../contract/payments/wallets/apple-pay.ts';
import type { Context } from '../context.ts';
import { recipientKeys } from '../payments/wallets/google-payments.ts';
import { signingRequest } from '../payments/wallets/signing-request.ts';
import type { MoneyWorld } from './worlds/money-world.ts';
import type { Answer } from './worlds/world.ts';

type Json = Record<string, unknown>;
type Registered = Pick<
  ApplePayRecord,
  'id' | 'apple_pay_merchant_id' | 'domain_name' | 'processing_certificate'
>;

const card = { number: '4111111111111111', expiration: '301231' };
const contact = {
  givenName: 'Ada',
  familyName: 'Payer',
  addressLines: ['1 Main St'],
  locality: 'Chicago',
  administrativeArea: 'IL',
  postalCode: '60601',
  countryCode: 'US',
};
export const shop_domain = 'shop.example.com';
const shop_origin = `https://${shop_domain}`;

/** The gateway's public key as Google encrypts for it: an uncompressed point, base64. */
export function recipientPoint(context: Context): string {
  const [key] = recipientKeys(context);
  const { x = '', y = '' } = createPublicKey(key as never).export({ format: 'jwk' });
  const parts = [x, y].map((part) => Buffer.from(part, 'base64url'));
  return Buffer.concat([Buffer.from([4]), ...parts]).toString('base64');
}

type Lab = (path: string, body: object) => Promise<Json>;

const labOf =
  (w: MoneyWorld): Lab =>
  (path, body) =>
    askLab(`${w.world.lab?.url}${path}`, body);

/** What the lab makes of a body. */
export async function askLab<Made>(url: string, body: object): Promise<Made> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text);
}

function registrationsOf(w: MoneyWorld, lab: Lab) {
  let count = 0;
  const registrationInput = () => ({
    apple_pay_merchant_id: `merchant.example.${++count}`,
    display_name: 'Shop',
    domain_name: shop_domain,
  });
  async function registration(change: object = {}): Promise<ApplePayRecord> {
    const answer = await w.post('/merchant/apple-pay', { ...registrationInput(), ...change });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }
  /** What Apple's portal answers to a signing request. */
  async function signed(merchant_id: string, request: string): Promise<string> {
    const { certificate } = await lab('/apple/certificate', { merchant_id, request });
    return String(certificate);
  }
  return {
    registrationInput,
    registration,
    signed,
    /** A registration whose certificates the simulator has signed. */
    async ready(change: object = {}): Promise<ApplePayRecord> {
      const { id } = await registration(change);
      const answer = await w.post(`/merchant/apple-pay/${id}/test-certificates`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    },
    /** Certificates with keys that a merchant made itself. */
    async ownKeys(merchant_id: string) {
      const entries = { merchant: 'identity', processing: 'processing' } as const;
      const made: Record<string, string> = {};
      for (const [name, kind] of Object.entries(entries)) {
        const { request, private_key } = await signingRequest(kind, merchant_id);
        made[`${name}_certificate`] = await signed(merchant_id, request);
        const pem = private_key.export({ type: 'pkcs8', format: 'pem' });
        made[`${name}_certificate_key`] = String(pem);
      }
      return made;
    },
  };
}

/** What pages of the shop and payers do. */
function payersOf(w: MoneyWorld, lab: Lab) {
  const open = (path: string, body: object): Promise<Answer> =>
    w.world.call('POST', path, { body, headers: { origin: shop_origin } });
  const token = (made: Registered, change: object = {}) =>
    lab('/apple/token', {
      merchant_id: made.apple_pay_merchant_id,
      processing_certificate: made.processing_certificate,
      amount: 1000,
      ...card,
      ...change,
    });
  const authorize = (made: Registered, made_token: Json) =>
    open('/public/applepay/paymentauthorized', {
      PKeyCompany: made.id,
      AppleMerchantId: made.apple_pay_merchant_id,
      ApplePayPayment: { token: made_token, billingContact: contact },
    });
  return {
    token,
    authorize,
    /** What a page does with the browser's validation address. */
    async session(made: Registered, change: object = {}) {
      const { session_url } = await lab('/apple/authority', {});
      return await open('/public/applepay/validatemerchant', {
        PKeyCompany: made.id,
        ValidationUrl: session_url,
        DomainName: made.domain_name,
        ...change,
      });
    },
    authorized: async (made: Registered, change: object = {}) =>
      await authorize(made, await token(made, change)),
    pay: (apple_pay_token: object, change: object = {}) =>
      w.post('/transaction', {
        type: 'sale',
        amount: 1000,
        payment_method: { apple_pay_token },
        ...change,
      }),
    /** A token of Google Pay that names this public key. */
    googleToken: (gateway_merchant_id: string, change: object = {}) =>
      lab('/google/token', {
        gateway: 'gatewayprocessing',
        gateway_merchant_id,
        recipient_key: recipientPoint(w.world.system),
        number: '5555555555554444',
        expiration: '12/30',
        ...change,
      }),
    /** Cards as the lab's processor saw them. */
    async sentCards(): Promise<unknown[]> {
      const answer = await fetch(`${w.world.lab?.url}/control/requests`);
      const { requests } = (await answer.json()) as { requests: { request: { card?: Json } }[] };
      return requests.map(({ request }) => request.card).filter(Boolean);
    },
  };
}

/** Registrations of m1, and what payers do with them. */
export function openWallets(w: MoneyWorld) {
  const lab = labOf(w);
  return { ...registrationsOf(w, lab), ...payersOf(w, lab) };
}
