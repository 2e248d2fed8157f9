// Google's side of Google Pay: root keys, intermediate keys, and payment tokens (wallets.md).
import {
  createCipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../folder.ts';
import { type Body, badRequest, text } from '../request.ts';

const curve = 'prime256v1';
const week_ms = 604_800_000;

function rootKey(folder: string): KeyObject {
  const file = path.join(folder, 'google-root.pem');
  if (!fs.existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
    writeWhole(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  }
  return createPrivateKey(fs.readFileSync(file, 'utf8'));
}

const spki = (key: KeyObject) =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

function framed(parts: readonly string[]): Buffer {
  const pieces: Buffer[] = [];
  for (const part of parts) {
    const size = Buffer.alloc(4);
    size.writeInt32LE(Buffer.byteLength(part));
    pieces.push(size, Buffer.from(part));
  }
  return Buffer.concat(pieces);
}

const signature = (key: KeyObject, parts: readonly string[]) =>
  sign('sha256', framed(parts), key).toString('base64');

/** Encrypts for the gateway's public key: an uncompressed point, base64. */
function seal(recipient: string, plain: string): string {
  const ecdh = createECDH(curve);
  const ephemeral = ecdh.generateKeys();
  const shared = ecdh.computeSecret(Buffer.from(recipient, 'base64'));
  const input = Buffer.concat([ephemeral, shared]);
  const keys = Buffer.from(hkdfSync('sha256', input, Buffer.alloc(32, 0), 'Google', 64));
  const cipher = createCipheriv('aes-256-ctr', keys.subarray(0, 32), Buffer.alloc(16, 0));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return JSON.stringify({
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: ephemeral.toString('base64'),
    tag: createHmac('sha256', keys.subarray(32)).update(encrypted).digest('base64'),
  });
}

function detailsOf(body: Body): object {
  const [month = '', year = ''] = text(body, 'expiration').split('/');
  const is_pan = text(body, 'auth_method') === 'PAN_ONLY';
  const cryptogram = body.cryptogram ?? 'AAAAAA+lab+cryptogram+AA==';
  return {
    pan: text(body, 'number') || badRequest('number'),
    expirationMonth: Number(month),
    expirationYear: 2000 + Number(year),
    authMethod: is_pan ? 'PAN_ONLY' : 'CRYPTOGRAM_3DS',
    ...(!is_pan && { cryptogram, eciIndicator: '05' }),
  };
}

/** `POST /google/token`: what a payer's browser would hand to the page. */
function tokenOf(body: Body, root: KeyObject, now: number): Body {
  const middle = generateKeyPairSync('ec', { namedCurve: curve }).privateKey;
  const expires = String(now + week_ms);
  const signedKey = JSON.stringify({ keyValue: spki(middle), keyExpiration: expires });
  const plain = JSON.stringify({
    gatewayMerchantId: text(body, 'gateway_merchant_id') || badRequest('gateway_merchant_id'),
    messageExpiration: expires,
    messageId: `AH2Ejte${randomUUID()}`,
    paymentMethod: 'CARD',
    paymentMethodDetails: detailsOf(body),
  });
  const signedMessage = seal(text(body, 'recipient_key') || badRequest('recipient_key'), plain);
  const recipient = `gateway:${text(body, 'gateway') || badRequest('gateway')}`;
  return {
    protocolVersion: 'ECv2',
    signature: signature(middle, ['Google', recipient, 'ECv2', signedMessage]),
    intermediateSigningKey: {
      signedKey,
      signatures: [signature(root, ['Google', 'ECv2', signedKey])],
    },
    signedMessage,
  };
}

export interface GooglePay {
  /** Answer of a path below `/google/`; null where there is no such call. */
  serve(path: string, body: Body): Body | null;
}

export function openGooglePay(folder: string, now: () => number): GooglePay {
  return {
    serve(call, body) {
      const root = rootKey(folder);
      if (call === '/google/keys') {
        const keyExpiration = String(now() + 52 * week_ms);
        return { keys: [{ keyValue: spki(root), protocolVersion: 'ECv2', keyExpiration }] };
      }
      return call === '/google/token' ? tokenOf(body, root, now()) : null;
    },
  };
}
