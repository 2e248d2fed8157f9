// Opens a token of Google Pay (ECv2, rails 11.2): signatures to Google's roots, key agreement,
// decryption.
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import {
  type GoogleToken,
  google_gateway,
} from '../../../contract/payments/wallets/wallet-tokens.ts';
import { refuseToken, type WalletCard } from './network-token.ts';

const protocol = 'ECv2';
const sender = 'Google';

/** Google's list of root keys (keys.json). */
export const google_keys = z.object({
  keys: z
    .array(
      z.object({
        protocolVersion: z.string(),
        keyValue: z.string(),
        /** Milliseconds since 1970; without one it does not expire. */
        keyExpiration: z.string().optional(),
      }),
    )
    .max(50),
});
export type GoogleKeys = z.output<typeof google_keys>;

/** Each part behind its length in four bytes, little-endian. */
export function lengthPrefixed(...parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}

function publicKey(spki: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

function isSigned(bytes: Buffer, spki: string, signature: string): boolean {
  const key = publicKey(spki);
  if (key?.asymmetricKeyType !== 'ec') return false;
  return verify('sha256', bytes, key, Buffer.from(signature, 'base64'));
}

const isPast = (expiration_ms: string, now: Date) => !(Number(expiration_ms) > now.getTime());

const signing_key = z.object({
  keyValue: z.string(),
  keyExpiration: z.string().regex(/^\d{1,15}$/),
});
const message = z.object({
  encryptedMessage: z.string(),
  ephemeralPublicKey: z.string(),
  tag: z.string(),
});

function readJson<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return refuseToken('it cannot be read');
  }
}

/** Root keys sign an intermediate key, which signs the message for this gateway. */
function checkSignatures(token: GoogleToken, roots: GoogleKeys, now: Date): void {
  const { signedKey, signatures } = token.intermediateSigningKey;
  const signed_key = lengthPrefixed(sender, protocol, signedKey);
  const usable = roots.keys.filter(
    ({ protocolVersion, keyExpiration }) =>
      protocolVersion === protocol && !(keyExpiration && isPast(keyExpiration, now)),
  );
  const is_rooted = usable.some(({ keyValue }) =>
    signatures.some((signature) => isSigned(signed_key, keyValue, signature)),
  );
  if (!is_rooted) refuseToken('its signing key is not one of Google’s');
  const { keyValue, keyExpiration } = readJson(signing_key, signedKey);
  if (isPast(keyExpiration, now)) refuseToken('its signing key has expired');
  const recipient = `gateway:${google_gateway}`;
  const signed = lengthPrefixed(sender, recipient, protocol, token.signedMessage);
  if (!isSigned(signed, keyValue, token.signature)) refuseToken('its signature does not match');
}

/** Ephemeral agreement on P-256, then HKDF: 32 bytes to decrypt with, 32 for the tag. */
function contentKeys(private_key: KeyObject, ephemeral: Buffer) {
  const { d = '' } = private_key.export({ format: 'jwk' });
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(d, 'base64url'));
  const shared = ecdh.computeSecret(ephemeral);
  const input = Buffer.concat([ephemeral, shared]);
  const derived = Buffer.from(hkdfSync('sha256', input, Buffer.alloc(32), sender, 64));
  return { encryption: derived.subarray(0, 32), mac: derived.subarray(32) };
}

function decrypt(signed_message: string, keys: readonly KeyObject[]): string {
  const { encryptedMessage, ephemeralPublicKey, tag } = readJson(message, signed_message);
  const sealed = Buffer.from(encryptedMessage, 'base64');
  const tag_bytes = Buffer.from(tag, 'base64');
  for (const key of keys) {
    try {
      const { encryption, mac } = contentKeys(key, Buffer.from(ephemeralPublicKey, 'base64'));
      const expected = createHmac('sha256', mac).update(sealed).digest();
      if (tag_bytes.length !== expected.length || !timingSafeEqual(tag_bytes, expected)) continue;
      const cipher = createDecipheriv('aes-256-ctr', encryption, Buffer.alloc(16));
      return Buffer.concat([cipher.update(sealed), cipher.final()]).toString('utf8');
    } catch {
      // A point that is not on the curve: no key of ours opens it.
    }
  }
  return refuseToken('it cannot be decrypted by this gateway');
}

const content = z.object({
  gatewayMerchantId: z.string(),
  messageExpiration: z.string().regex(/^\d{1,15}$/),
  messageId: z.string().min(1).max(255),
  paymentMethod: z.literal('CARD'),
  paymentMethodDetails: z
    .object({
      pan: z.string().regex(/^\d{12,19}$/),
      expirationMonth: z.int().min(1).max(12),
      expirationYear: z.int().min(2000).max(2099),
      authMethod: z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS']),
      cryptogram: z.string().max(255).optional(),
      eciIndicator: z.string().max(2).optional(),
    })
    .refine(({ authMethod, cryptogram }) => authMethod === 'PAN_ONLY' || Boolean(cryptogram)),
});

/** A card of Google Pay, and the public key of the merchant whose page asked for it. */
export interface GoogleCard extends WalletCard {
  readonly gateway_merchant_id: string;
}

/**
 * The card in a token whose signatures lead to `roots`. Throws a WalletRefusal for anything that is
 * not a token of Google's for this gateway, or one that has expired.
 */
export function openGoogleToken(
  token: GoogleToken,
  keys: readonly KeyObject[],
  roots: GoogleKeys,
  now: Date,
): GoogleCard {
  checkSignatures(token, roots, now);
  const read = readJson(content, decrypt(token.signedMessage, keys));
  if (isPast(read.messageExpiration, now)) refuseToken('it has expired');
  const card = read.paymentMethodDetails;
  const has_cryptogram = card.authMethod === 'CRYPTOGRAM_3DS';
  const month = String(card.expirationMonth).padStart(2, '0');
  return {
    wallet: 'google_pay',
    gateway_merchant_id: read.gatewayMerchantId,
    number: card.pan,
    expiration_date: `${month}/${String(card.expirationYear).slice(2)}`,
    cardholder_name: '',
    cryptogram: has_cryptogram ? (card.cryptogram ?? '') : '',
    eci: has_cryptogram && card.eciIndicator ? card.eciIndicator.padStart(2, '0') : '',
    reference: read.messageId,
    expires_at: new Date(Number(read.messageExpiration)),
    agreed: null,
  };
}
