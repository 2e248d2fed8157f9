// Triple-DES DUKPT (ANSI X9.24-1): the key of one message from a reader's base key and the counter
// in its key serial number. Decrypts what readers encrypt; nothing outside vault/ sees the result.
import { createCipheriv, createDecipheriv } from 'node:crypto';

const block_bytes = 8;
const key_bytes = 16;
export const ksn_bytes = 10;
/** The last 21 bits of the key serial number count the messages. */
const counter_mask = 0x1fffff;
const no_iv = Buffer.alloc(block_bytes);

/** The halves of a key that derive the other half of the next one. */
const half_mask = Buffer.from('c0c0c0c000000000c0c0c0c000000000', 'hex');
/** Of the key for data that the reader sends. */
const data_mask = Buffer.from('0000000000ff00000000000000ff0000', 'hex');

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, at) => byte ^ (other[at] as number)));
}

/** Triple DES with two keys, as OpenSSL takes it; with one key three times it is DES. */
const tripled = (key: Buffer) => Buffer.concat([key, key.subarray(0, block_bytes)]);

function encryptBlocks(key: Buffer, data: Buffer): Buffer {
  const cipher = createCipheriv('des-ede3', tripled(key), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

const des = (key: Buffer, block: Buffer) => encryptBlocks(Buffer.concat([key, key]), block);

/** The serial number without its counter, and the counter. */
function readSerial(ksn: Buffer): { register: Buffer; counter: number } {
  const register = Buffer.from(ksn);
  const tail = register.readUInt32BE(ksn_bytes - 4);
  register.writeUInt32BE((tail & ~counter_mask) >>> 0, ksn_bytes - 4);
  return { register, counter: tail & counter_mask };
}

/** The key that a reader was given when it was made (IPEK). */
export function initialKey(base_key: Buffer, ksn: Buffer): Buffer {
  const block = readSerial(ksn).register.subarray(0, block_bytes);
  return Buffer.concat([
    encryptBlocks(base_key, block),
    encryptBlocks(xor(base_key, half_mask), block),
  ]);
}

/** One step of the derivation for a half; it cannot be reversed. */
function step(key: Buffer, register: Buffer): Buffer {
  const [top, bottom] = [key.subarray(0, block_bytes), key.subarray(block_bytes)];
  return xor(bottom, des(top, xor(bottom, register)));
}

/** The key of the message that this serial number counts. */
export function messageKey(base_key: Buffer, ksn: Buffer): Buffer {
  const { register: whole, counter } = readSerial(ksn);
  const register = Buffer.from(whole.subarray(ksn_bytes - block_bytes));
  let key = initialKey(base_key, ksn);
  for (let bit = 0x100000; bit > 0; bit >>= 1) {
    if ((counter & bit) === 0) continue;
    const tail = register.readUInt32BE(block_bytes - 4);
    register.writeUInt32BE((tail | bit) >>> 0, block_bytes - 4);
    key = Buffer.concat([step(xor(key, half_mask), register), step(key, register)]);
  }
  return key;
}

/** The key for data of that message, never for a PIN. */
export function dataKey(base_key: Buffer, ksn: Buffer): Buffer {
  const variant = xor(messageKey(base_key, ksn), data_mask);
  return encryptBlocks(variant, variant);
}

/** What a reader encrypted (CBC, no vector); null where it is no whole number of blocks. */
export function decryptData(base_key: Buffer, ksn: Buffer, data: Buffer): Buffer | null {
  if (ksn.length !== ksn_bytes || base_key.length !== key_bytes) return null;
  if (data.length === 0 || data.length % block_bytes !== 0) return null;
  const key = tripled(dataKey(base_key, ksn));
  const cipher = createDecipheriv('des-ede3-cbc', key, no_iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}
