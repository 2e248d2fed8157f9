// The key file: one key a line, the newest first; words behind a key say what else it is for.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

export interface FileKey {
  key: Buffer;
  /** The keys of single purposes (session tokens …) are derived from this one. */
  purposes: boolean;
  /** They were derived from it earlier: what was signed with them is still to be verified. */
  verifies?: boolean;
}

const line_form = /^([0-9a-f]{64})( purposes| verifies)?$/;

/**
 * The keys of a file; the first one wraps, the others only unwrap. With `strict` others may not
 * read the file and keys must look random. Throws a plain sentence.
 */
export function readKeyFile(file: string, strict = false): FileKey[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const keys = lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): FileKey => {
      const [, hex, word] = line_form.exec(line) ?? [];
      if (!hex) throw new Error(`${file} does not hold 64 hex characters a line.`);
      return {
        key: Buffer.from(hex, 'hex'),
        purposes: word === ' purposes',
        verifies: word === ' verifies',
      };
    });
  if (keys.length === 0) throw new Error(`${file} does not hold 64 hex characters.`);
  const different = new Set(keys.map(({ key }) => key.toString('hex')));
  if (different.size < keys.length) throw new Error(`${file} holds a key twice.`);
  if (strict) refuseWeak(file, keys);
  return keys;
}

function refuseWeak(file: string, keys: readonly FileKey[]): void {
  if (keys.some(({ key }) => isWeak(key))) {
    throw new Error(`${file} holds a weak key: draw it with "openssl rand -hex 32".`);
  }
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${file} may be read by others: give it mode 0400.`);
  }
}

/** 32 random bytes hold about 30 different values and as many different steps between them. */
function isWeak(key: Buffer): boolean {
  const steps = [...key].map((byte, index) => (byte - (key[index - 1] ?? 0)) & 0xff);
  return new Set(key).size < 16 || new Set(steps).size < 16;
}

/** Changes when the file does; '' where there is none. */
export function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : '';
}

/** The first key of an installation. Throws where a file stands already. */
export function makeKeyFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o400, flag: 'wx' });
  chmodSync(file, 0o400);
}

function wordsOf({ purposes, verifies }: FileKey): string {
  if (purposes) return ' purposes';
  return verifies ? ' verifies' : '';
}

/** Puts these keys in the place of the file's, whole or not at all. */
export function writeKeyFile(file: string, keys: readonly FileKey[]): void {
  const lines = keys.map((one) => one.key.toString('hex') + wordsOf(one));
  const draft = `${file}.new`;
  const handle = openSync(draft, 'w', 0o400);
  try {
    writeFileSync(handle, `${lines.join('\n')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}

/** The file with a new key on top, which wraps from now on; purposes stay with the old one. */
export function addKey(file: string): void {
  const keys = readKeyFile(file);
  const has_purposes = keys.some(({ purposes }) => purposes);
  const old = keys.map((one, index) => (index === 0 && !has_purposes ? purposed(one) : one));
  writeKeyFile(file, [{ key: randomBytes(32), purposes: false }, ...old]);
}

function purposed(key: FileKey): FileKey {
  return { ...key, purposes: true };
}

/**
 * Takes keys out that nothing needs; the newest stays, and those that purposes stand on or stood
 * on. Gives how many went.
 */
export function removeKeys(file: string, isNeeded: (key: Buffer) => boolean): number {
  const keys = readKeyFile(file);
  const retained = keys.filter(
    (one, index) => index === 0 || one.purposes || one.verifies || isNeeded(one.key),
  );
  if (retained.length < keys.length) writeKeyFile(file, retained);
  return keys.length - retained.length;
}

/**
 * Lets the newest key stand for the purposes as well: every session ends. The one before it goes on
 * proving the audit log and the manifests of exports that were signed with it.
 */
export function movePurposes(file: string): void {
  const keys = readKeyFile(file);
  const before = keys.find(({ purposes }) => purposes) ?? keys[0];
  const moved = keys.map((one, index) => ({
    ...one,
    purposes: index === 0,
    verifies: index > 0 && (one.verifies || one === before),
  }));
  writeKeyFile(file, moved);
}
