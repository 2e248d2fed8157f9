// Opens a payment token of Apple Pay (EC_v1, rails 11.1): signature, key agreement, decryption.
import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';
import type { ApplePaymentData } from '../../../contract/payments/wallets/wallet-tokens.ts';
import { checkAppleSignature } from './apple-signature.ts';
import { currencyOfNumber } from './currency-numbers.ts';
import { refuseToken, type WalletCard } from './network-token.ts';

/** A processing key of a registration, former ones included (rails 11.1: renewal). */
export interface ProcessingKey {
  readonly apple_pay_merchant_id: string;
  /** SHA-256 of the public key's SPKI, base64, as tokens name it. */
  readonly public_key_hash: string;
  readonly private_key: KeyObject;
}

const tag_bytes = 16;
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** The hash by which a token names the key that it is encrypted for. */
export function publicKeyHash(key: KeyObject): string {
  const shown = key.type === 'private' ? createPublicKey(key) : key;
  return sha256(shown.export({ type: 'spki', format: 'der' })).toString('base64');
}

/** One round of the concatenation KDF of NIST SP 800-56A, as Apple states its parties. */
function contentKey(shared: Buffer, apple_pay_merchant_id: string): Buffer {
  return sha256(
    Buffer.concat([
      Buffer.from([0, 0, 0, 1]),
      shared,
      Buffer.from('\u000did-aes256-GCMApple', 'latin1'),
      sha256(apple_pay_merchant_id),
    ]),
  );
}

function agree(private_key: KeyObject, ephemeral: string): Buffer {
  const spki = Buffer.from(ephemeral, 'base64');
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return diffieHellman({ privateKey: private_key, publicKey });
}

function decrypt(token: ApplePaymentData, key: ProcessingKey): string {
  try {
    const shared = agree(key.private_key, token.header.ephemeralPublicKey);
    const sealed = Buffer.from(token.data, 'base64');
    const iv = Buffer.alloc(16);
    const content_key = contentKey(shared, key.apple_pay_merchant_id);
    const cipher = createDecipheriv('aes-256-gcm', content_key, iv, { authTagLength: tag_bytes });
    cipher.setAuthTag(sealed.subarray(-tag_bytes));
    const open = cipher.update(sealed.subarray(0, -tag_bytes));
    return Buffer.concat([open, cipher.final()]).toString('utf8');
  } catch {
    // A wrong key, merchant id or byte all look the same from here.
    return refuseToken('it cannot be decrypted with this registration');
  }
}

const content = z.object({
  applicationPrimaryAccountNumber: z.string().regex(/^\d{12,19}$/),
  applicationExpirationDate: z.string().regex(/^\d{6}$/),
  currencyCode: z.string().regex(/^\d{3}$/),
  transactionAmount: z.int().min(0),
  cardholderName: z.string().max(255).optional(),
  paymentDataType: z.literal('3DSecure'),
  paymentData: z.object({
    onlinePaymentCryptogram: z.string().min(1).max(255),
    eciIndicator: z.string().max(2).optional(),
  }),
});

function readContent(text: string) {
  try {
    return content.parse(JSON.parse(text));
  } catch {
    return refuseToken('what it contains is not a card payment');
  }
}

/** `05` and `5` are the same; networks take two digits. */
const twoDigits = (eci: string | undefined) => (eci ? eci.padStart(2, '0') : '');

/** How long a reference stays known: longer than a signature is accepted. */
const lifetime_ms = 3_600_000;

/**
 * The card in a token, whose signature leads to one of `roots` (PEM). Throws a WalletRefusal for
 * anything that is not a fresh token of Apple's for one of these keys.
 */
export async function openAppleToken(
  token: ApplePaymentData,
  keys: readonly ProcessingKey[],
  roots: readonly string[],
  now: Date,
): Promise<WalletCard> {
  await checkAppleSignature(token, roots, now);
  const key = keys.find(({ public_key_hash }) => public_key_hash === token.header.publicKeyHash);
  if (!key) refuseToken('it is encrypted for another certificate');
  const read = readContent(decrypt(token, key));
  const currency = currencyOfNumber(read.currencyCode);
  if (currency === null) refuseToken('its currency is not supported');
  const expiration = read.applicationExpirationDate;
  return {
    wallet: 'apple_pay',
    number: read.applicationPrimaryAccountNumber,
    // YYMMDD
    expiration_date: `${expiration.slice(2, 4)}/${expiration.slice(0, 2)}`,
    cardholder_name: read.cardholderName ?? '',
    cryptogram: read.paymentData.onlinePaymentCryptogram,
    eci: twoDigits(read.paymentData.eciIndicator),
    reference: token.header.transactionId.toLowerCase(),
    expires_at: new Date(now.getTime() + lifetime_ms),
    agreed: { amount: read.transactionAmount, currency },
  };
}
