// The key-encryption key outside the database: wraps data keys, derives the keys of single
// purposes.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface KeyRing {
  /** AES-256-GCM under the key-encryption key; `bound_to` is authenticated, not stored. */
  wrap(key: Buffer, bound_to: string): Buffer;
  unwrap(wrapped: Buffer, bound_to: string): Buffer;
  /** 32 bytes for one purpose of the installation, the same at every start. */
  derive(purpose: string): Buffer;
}

const iv_bytes = 12;
const tag_bytes = 16;

/** iv | tag | ciphertext of AES-256-GCM; the associated data ties it to its place. */
export function seal(key: Buffer, plain: Buffer, bound_to: string): Buffer {
  const iv = randomBytes(iv_bytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(bound_to));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Opens what seal() made; throws when key, place or bytes differ. */
export function unseal(key: Buffer, sealed: Buffer, bound_to: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, iv_bytes));
  decipher.setAAD(Buffer.from(bound_to));
  decipher.setAuthTag(sealed.subarray(iv_bytes, iv_bytes + tag_bytes));
  return Buffer.concat([decipher.update(sealed.subarray(iv_bytes + tag_bytes)), decipher.final()]);
}

/** Keyed digest as lower-case hex, 64 characters. */
export function keyedDigest(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/**
 * Reads the key file (64 hex characters, mode 0400); makes it on the first start where
 * `may_create`.
 * Throws a plain sentence when it is missing or malformed.
 */
export function openKeyRing(file: string, may_create: boolean): KeyRing {
  if (!existsSync(file)) {
    if (!may_create) throw new Error(`There is no key file at ${file}.`);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o400, flag: 'wx' });
    chmodSync(file, 0o400);
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${file} does not hold 64 hex characters.`);
  return keyRing(Buffer.from(text, 'hex'));
}

/** A key ring over these 32 bytes. */
export function keyRing(master: Buffer): KeyRing {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, 'penstock', purpose, 32));
  const wrapping = derive('wrap data keys');
  return {
    wrap: (key, bound_to) => seal(wrapping, key, bound_to),
    unwrap: (wrapped, bound_to) => unseal(wrapping, wrapped, bound_to),
    derive,
  };
}
