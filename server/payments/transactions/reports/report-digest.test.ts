// The bytes of a report on their way: length, hash and marks, however they are cut into pieces.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { mark_window_bytes, marksOf } from '../../../../contract/reports/manifest.ts';
import { type ByteDigest, withDigest } from './report-digest.ts';

const lines = Array.from({ length: 5_000 }, (_, n) => `${n},a line that is long enough,${n * 7}\n`);
const whole = Buffer.from(lines.join(''));
const windows = [whole.subarray(0, mark_window_bytes), whole.subarray(-mark_window_bytes)];
const [head = '', tail = ''] = windows.map((window) => window.toString('utf8'));

it.each([1_000, mark_window_bytes, 100_000, whole.length])(
  'in pieces of %i bytes',
  async (size) => {
    const pieces: Buffer[] = [];
    for (let at = 0; at < whole.length; at += size) pieces.push(whole.subarray(at, at + size));
    let noted: ByteDigest | undefined;
    const read = withDigest(Readable.from(pieces), async (stream) => {
      noted = stream;
    });
    expect((await buffer(read)).equals(whole)).toBe(true);
    expect(noted).toEqual({
      bytes: whole.length,
      sha256: createHash('sha256').update(whole).digest('hex'),
      marks: marksOf(head, tail),
    });
    expect(noted?.marks).not.toEqual(marksOf(tail, tail));
  },
);
