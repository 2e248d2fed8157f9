// The key-encryption key: sealing, wrapping, deriving, and the file it lies in.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyedDigest, keyRing, openKeyRing, seal, unseal } from './keys.ts';

const key = Buffer.alloc(32, 1);
const plain = Buffer.from('a data key');

describe('sealing', () => {
  it('opens with the same key in the same place alone', () => {
    const sealed = seal(key, plain, 'merchant 1');
    expect(unseal(key, sealed, 'merchant 1')).toEqual(plain);
    expect(() => unseal(key, sealed, 'merchant 2')).toThrow();
    expect(() => unseal(Buffer.alloc(32, 2), sealed, 'merchant 1')).toThrow();
  });

  it('notices every changed byte', () => {
    const sealed = seal(key, plain, 'place');
    for (let n = 0; n < sealed.length; n++) {
      const spoilt = Buffer.from(sealed);
      spoilt[n] = (spoilt[n] as number) ^ 1;
      expect(() => unseal(key, spoilt, 'place')).toThrow();
    }
  });

  it('of the same text looks different each time', () => {
    expect(seal(key, plain, 'p').equals(seal(key, plain, 'p'))).toBe(false);
    expect(seal(key, plain, 'p').includes(plain)).toBe(false);
  });
});

describe('a key ring', () => {
  it('derives one key a purpose, the same at every start', () => {
    const [one, again] = [keyRing(key), keyRing(Buffer.from(key))];
    expect(one.derive('tokens')).toEqual(again.derive('tokens'));
    expect(one.derive('tokens')).not.toEqual(one.derive('digests'));
    expect(one.derive('tokens').length).toBe(32);
  });

  it('unwraps what it wrapped, also after a restart', () => {
    const wrapped = keyRing(key).wrap(plain, 'merchant 1');
    expect(keyRing(key).unwrap(wrapped, 'merchant 1')).toEqual(plain);
    expect(() => keyRing(key).unwrap(wrapped, 'merchant 2')).toThrow();
  });

  it('digests text so that only the same key gives the same digest', () => {
    expect(keyedDigest(key, 'x')).toMatch(/^[0-9a-f]{64}$/);
    expect(keyedDigest(key, 'x')).toBe(keyedDigest(key, 'x'));
    expect(keyedDigest(key, 'x')).not.toBe(keyedDigest(key, 'y'));
    expect(keyedDigest(key, 'x')).not.toBe(keyedDigest(Buffer.alloc(32, 2), 'x'));
  });
});

describe('the key file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-keys-'));
    file = path.join(folder, 'keys', 'master.key');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is made once, readable by its owner alone, and kept', () => {
    const made = openKeyRing(file, true).derive('p');
    expect(statSync(file).mode & 0o777).toBe(0o400);
    const text = readFileSync(file, 'utf8');
    expect(openKeyRing(file, true).derive('p')).toEqual(made);
    expect(openKeyRing(file, false).derive('p')).toEqual(made);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('that is missing is never made where it must be given', () => {
    expect(() => openKeyRing(file, false)).toThrow('There is no key file');
  });

  it('that holds anything else is refused', () => {
    for (const text of ['', 'short', 'g'.repeat(64), `${'a'.repeat(64)}b`]) {
      const other = path.join(folder, 'other.key');
      writeFileSync(other, text);
      expect(() => openKeyRing(other, true)).toThrow('64 hex characters');
    }
  });
});
