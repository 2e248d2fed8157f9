// DUKPT against the vectors of ANSI X9.24-1, annex A.
import { createCipheriv } from 'node:crypto';
import { expect, it } from 'vitest';
import { dataKey, decryptData, initialKey, messageKey } from './dukpt.ts';

const base_key = Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex');
const hex = (text: string) => Buffer.from(text, 'hex');
const upper = (bytes: Buffer) => bytes.toString('hex').toUpperCase();

it('derives the initial key of a reader', () => {
  expect(upper(initialKey(base_key, hex('FFFF9876543210E00000')))).toBe(
    '6AC292FAA1315B4D858AB3A3D7D5933A',
  );
  // Whatever the counter says.
  expect(initialKey(base_key, hex('FFFF9876543210E00008'))).toEqual(
    initialKey(base_key, hex('FFFF9876543210E00000')),
  );
});

it.each([
  ['FFFF9876543210E00001', '042666B49184CFA368DE9628D0397BC9'],
  ['FFFF9876543210E00002', 'C46551CEF9FD24B0AA9AD834130D3BC7'],
  ['FFFF9876543210E00003', '0DF3D9422ACA56E547676D07AD6BADFA'],
  ['FFFF9876543210E00004', '279C0F6AEED0BE652B2C733E1383AE91'],
])('derives the key of the message %s', (ksn, key) => {
  expect(upper(messageKey(base_key, hex(ksn)))).toBe(key);
});

it('derives the key for data of the first message', () => {
  expect(upper(dataKey(base_key, hex('FFFF9876543210E00001')))).toBe(
    '448D3F076D8304036A55A3D7E0055A78',
  );
});

it('decrypts what was encrypted under it, and nothing with another counter', () => {
  const ksn = hex('FFFF9876543210E00001');
  const key = dataKey(base_key, ksn);
  const tripled = Buffer.concat([key, key.subarray(0, 8)]);
  const cipher = createCipheriv('des-ede3-cbc', tripled, Buffer.alloc(8)).setAutoPadding(false);
  const text = Buffer.from('%B4012000077777777^LAB/READER^3012101?'.padEnd(40, '\0'));
  const data = Buffer.concat([cipher.update(text), cipher.final()]);
  expect(decryptData(base_key, ksn, data)).toEqual(text);
  expect(decryptData(base_key, hex('FFFF9876543210E00002'), data)).not.toEqual(text);
  expect(decryptData(base_key, ksn, data.subarray(1))).toBeNull();
  expect(decryptData(base_key, ksn.subarray(1), data)).toBeNull();
  expect(decryptData(base_key, ksn, Buffer.alloc(0))).toBeNull();
});
