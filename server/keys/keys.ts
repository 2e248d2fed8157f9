// Keys outside the database: key-encryption keys that wrap data keys, and keys of single purposes.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileKey, makeKeyFile, readKeyFile, stampOf } from './key-file.ts';

export interface KeyRing {
  /** Id of the key that wraps; older ones can only unwrap. */
  current_id(): string;
  /** AES-256-GCM under the current key, whose id it begins with; `bound_to` is authenticated. */
  wrap(key: Buffer, bound_to: string): Buffer;
  /** Opens with the key that is named in it. Throws where that key is not in the file any more. */
  unwrap(wrapped: Buffer, bound_to: string): Buffer;
  /** 32 bytes for one purpose of the installation, the same at every start. */
  derive(purpose: string): Buffer;
  /**
   * All that were ever derived for a purpose, the present one first: what was signed with an
   * earlier one is verified with it.
   */
  derivations(purpose: string): [Buffer, ...Buffer[]];
}

const iv_bytes = 12;
const tag_bytes = 16;
const id_bytes = 8;
/** A wrapped data key of the form that did not yet name its key: iv, tag and 32 bytes. */
const unnamed_bytes = iv_bytes + tag_bytes + 32;

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
  const iv = sealed.subarray(0, iv_bytes);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tag_bytes });
  decipher.setAAD(Buffer.from(bound_to));
  decipher.setAuthTag(sealed.subarray(iv_bytes, iv_bytes + tag_bytes));
  return Buffer.concat([decipher.update(sealed.subarray(iv_bytes + tag_bytes)), decipher.final()]);
}

/** Keyed digest as lower-case hex, 64 characters. */
export function keyedDigest(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Names a key without telling anything of it: 16 hex characters. */
export function keyIdOf(key: Buffer): string {
  return keyedDigest(key, 'key id').slice(0, id_bytes * 2);
}

/** Ids of the keys of a file, the wrapping one first; none where there is no file. */
export function keyIdsOf(file: string): string[] {
  return existsSync(file) ? readKeyFile(file).map(({ key }) => keyIdOf(key)) : [];
}

/**
 * Null where the file has every key that is needed, else a sentence that says what is to be done.
 * '' stands for wrappings that do not name their key.
 */
export function missingKeyText(file: string, needed: readonly string[]): string | null {
  const present = keyIdsOf(file);
  const missing = needed.filter((id) => id !== '' && !present.includes(id));
  if (missing.length === 0) return null;
  const lacks = `${file} lacks the key ${missing.join(', ')}`;
  return (
    `${lacks}: put the key file of this database in its place. ` +
    'Without it, its processor credentials and second factors cannot be read.'
  );
}

interface OpenKey {
  id: string;
  wrapping: Buffer;
}

function openKey(master: Buffer): OpenKey {
  return { id: keyIdOf(master), wrapping: derived(master, 'wrap data keys') };
}

function derived(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, 'penstock', purpose, 32));
}

function ringOf(read: () => readonly FileKey[]): KeyRing {
  let known: readonly FileKey[] = [];
  let open: OpenKey[] = [];
  const keys = () => {
    const found = read();
    if (found !== known) open = found.map(({ key }) => openKey(key));
    known = found;
    return open;
  };
  const current = () => keys()[0] as OpenKey;
  const purposeKeys = (): [FileKey, ...FileKey[]] => {
    keys();
    const present = known.find(({ purposes }) => purposes) ?? (known[0] as FileKey);
    return [present, ...known.filter((one) => one.verifies && one !== present)];
  };
  return {
    current_id: () => current().id,
    wrap(key, bound_to) {
      const { id, wrapping } = current();
      const sealed = seal(wrapping, key, `${bound_to}/${id}`);
      return Buffer.concat([Buffer.from(id, 'hex'), sealed]);
    },
    unwrap(wrapped, bound_to) {
      if (wrapped.length === unnamed_bytes) return unwrapUnnamed(keys(), wrapped, bound_to);
      const named = wrapped.subarray(0, id_bytes);
      const key = keys().find(({ id }) => timingSafeEqual(Buffer.from(id, 'hex'), named));
      if (!key) throw new Error(`The key file lacks the key ${named.toString('hex')}.`);
      return unseal(key.wrapping, wrapped.subarray(id_bytes), `${bound_to}/${key.id}`);
    },
    derive: (purpose) => derived(purposeKeys()[0].key, purpose),
    derivations(purpose) {
      const [present, ...earlier] = purposeKeys();
      return [derived(present.key, purpose), ...earlier.map(({ key }) => derived(key, purpose))];
    },
  };
}

/** Wrapped before ciphertexts named their keys: whichever key opens it is the one. */
function unwrapUnnamed(keys: readonly OpenKey[], wrapped: Buffer, bound_to: string): Buffer {
  for (const { wrapping } of keys) {
    try {
      return unseal(wrapping, wrapped, bound_to);
    } catch {}
  }
  throw new Error('No key in the key file opens this data key.');
}

interface OpenOptions {
  /** Refuse a file that others may read, and keys nobody drew at random. */
  strict?: boolean;
}

/**
 * Opens the key file; makes it on the first start where `may_create`. A key that was put on top
 * later is used from the next wrapping on, without a new start.
 * Throws a plain sentence when it is missing, malformed, weak or open to others.
 */
export function openKeyRing(
  file: string,
  may_create: boolean,
  { strict = false }: OpenOptions = {},
): KeyRing {
  if (!existsSync(file)) {
    if (!may_create) throw new Error(`There is no key file at ${file}.`);
    makeKeyFile(file);
  }
  let keys = readKeyFile(file, strict);
  let stamp = stampOf(file);
  return ringOf(() => {
    const now = stampOf(file);
    // A file that is being put in place, or is gone, changes nothing: what is known stays good.
    if (now === stamp || now === '') return keys;
    keys = readKeyFile(file, strict);
    stamp = now;
    return keys;
  });
}

/** A key ring over these 32 bytes, and older ones behind them. */
export function keyRing(master: Buffer, ...older: Buffer[]): KeyRing {
  const keys = [master, ...older].map((key) => ({ key, purposes: false }));
  return ringOf(() => keys);
}
