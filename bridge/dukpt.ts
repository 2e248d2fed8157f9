// The encrypting side of triple-DES DUKPT (ANSI X9.24-1), as it runs inside a reader.
import { createCipheriv } from 'node:crypto';

const iv = Buffer.alloc(8);

function tdes(key: Buffer, data: Buffer, mode: 'des-ede3' | 'des-ede3-cbc' = 'des-ede3'): Buffer {
  const three = Buffer.concat([key, key.subarray(0, 8)]);
  const cipher = createCipheriv(mode, three, mode === 'des-ede3' ? null : iv);
  return Buffer.concat([cipher.setAutoPadding(false).update(data), cipher.final()]);
}

const mix = (key: Buffer, mask: string): Buffer => {
  const other = Buffer.from(mask, 'hex');
  return Buffer.from(key.map((byte, at) => byte ^ (other[at] as number)));
};
const xor = (a: Buffer, b: Buffer) => mix(a, b.toString('hex'));
const halves = 'c0c0c0c000000000c0c0c0c000000000';

/** One half of the next key. */
function forward(key: Buffer, register: Buffer): Buffer {
  const [left, right] = [key.subarray(0, 8), key.subarray(8)];
  return xor(right, tdes(Buffer.concat([left, left]), xor(right, register)));
}

/** The data key of message `count` of the reader whose serial number begins with these 10 bytes. */
function dataKey(base_key: Buffer, ksn: Buffer): Buffer {
  const serial = Buffer.from(ksn);
  const count = serial.readUIntBE(7, 3) & 0x1fffff;
  serial.writeUIntBE(serial.readUIntBE(7, 3) & 0xe00000, 7, 3);
  const block = serial.subarray(0, 8);
  let key = Buffer.concat([tdes(base_key, block), tdes(mix(base_key, halves), block)]);
  const register = Buffer.from(serial.subarray(2));
  for (let bit = 1 << 20; bit > 0; bit >>= 1) {
    if ((count & bit) === 0) continue;
    register.writeUIntBE(register.readUIntBE(5, 3) | bit, 5, 3);
    key = Buffer.concat([forward(mix(key, halves), register), forward(key, register)]);
  }
  const variant = mix(key, '0000000000ff00000000000000ff0000');
  return tdes(variant, variant);
}

/** The text under the data key of its message, filled up with zeros, in hexadecimal digits. */
export function encrypted(base_key: Buffer, ksn: Buffer, text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const filled = Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
  return tdes(dataKey(base_key, ksn), filled, 'des-ede3-cbc').toString('hex').toUpperCase();
}
