// The key-encryption key: sealing, wrapping, deriving, and the file it lies in.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addKey, movePurposes, readKeyFile, removeKeys } from './key-file.ts';
import {
  keyedDigest,
  keyIdOf,
  keyIdsOf,
  keyRing,
  missingKeyText,
  openKeyRing,
  seal,
  unseal,
} from './keys.ts';

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

  it('names the key in what it wraps, and opens with older keys but not under their names', () => {
    const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const wrapped = keyRing(old).wrap(plain, 'm');
    expect(wrapped.subarray(0, 8).toString('hex')).toBe(keyIdOf(old));
    const both = keyRing(fresh, old);
    expect(both.unwrap(wrapped, 'm')).toEqual(plain);
    expect(both.current_id()).toBe(keyIdOf(fresh));
    expect(both.wrap(plain, 'm').subarray(0, 8).toString('hex')).toBe(keyIdOf(fresh));
    expect(() => keyRing(fresh).unwrap(wrapped, 'm')).toThrow('lacks the key');
    const renamed = Buffer.concat([Buffer.from(keyIdOf(fresh), 'hex'), wrapped.subarray(8)]);
    expect(() => both.unwrap(renamed, 'm')).toThrow();
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
    const [own = ''] = keyIdsOf(file);
    expect(missingKeyText(file, ['', own])).toBeNull();
    expect(missingKeyText(file, [own, 'f'.repeat(16)])).toContain(
      `lacks the key ${'f'.repeat(16)}:`,
    );
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

  it('that is weak, twice there or open to others is refused where it is taken seriously', () => {
    const strict = { strict: true };
    const good = `${randomBytes(32).toString('hex')}\n`;
    const counted = Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString('hex');
    for (const text of ['0'.repeat(64), 'ab'.repeat(32), counted, 'c0ffee00'.repeat(8)]) {
      const weak = path.join(folder, text.slice(0, 4));
      writeFileSync(weak, text, { mode: 0o400 });
      expect(() => openKeyRing(weak, false, strict)).toThrow('weak key');
      expect(() => openKeyRing(weak, false)).not.toThrow();
    }
    const open = path.join(folder, 'open.key');
    writeFileSync(open, good, { mode: 0o644 });
    expect(() => openKeyRing(open, false, strict)).toThrow('read by others');
    chmodSync(open, 0o400);
    expect(() => openKeyRing(open, false, strict)).not.toThrow();
    const twice = path.join(folder, 'twice.key');
    writeFileSync(twice, good + good, { mode: 0o400 });
    expect(() => openKeyRing(twice, false)).toThrow('a key twice');
  });

  it('is read again when a key is put on top, and derives from the old one as before', () => {
    const ring = openKeyRing(file, true);
    const [first, derived] = [ring.current_id(), ring.derive('p')];
    const wrapped = ring.wrap(plain, 'm');
    addKey(file);
    expect(ring.current_id()).not.toBe(first);
    expect(ring.derive('p')).toEqual(derived);
    expect(ring.unwrap(wrapped, 'm')).toEqual(plain);
    movePurposes(file);
    expect(ring.derive('p')).not.toEqual(derived);
    expect(ring.derivations('p')).toEqual([ring.derive('p'), derived]);
    const second = ring.derive('p');
    addKey(file);
    movePurposes(file);
    // What once signed stays, whatever else goes.
    addKey(file);
    expect(removeKeys(file, () => false)).toBe(0);
    expect(ring.derivations('p')).toEqual([ring.derive('p'), second, derived]);
    expect(readKeyFile(file).map((one) => one.purposes)).toEqual([false, true, false, false]);
    addKey(file);
    expect(removeKeys(file, () => false)).toBe(1);
    expect(ring.derivations('p')).toEqual([ring.derive('p'), second, derived]);
    expect(statSync(file).mode & 0o777).toBe(0o400);
  });
});
