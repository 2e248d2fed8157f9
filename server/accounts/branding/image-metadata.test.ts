// What is stored of an image is its picture: everything written beside it goes, in every format.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageFacts } from './image.ts';
import { withoutMetadata } from './image-metadata.ts';

const comment = 'pay with 4111111111111111';
const u32 = (n: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};
const bytesOf = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));

const chunk = (type: string, data: Buffer) =>
  bytesOf(u32(data.length), type, data, Buffer.alloc(4));
const png_start = bytesOf(
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  chunk('IHDR', bytesOf(u32(8), u32(8), [8, 6, 0, 0, 0])),
);
const png_picture = bytesOf(
  chunk('sRGB', bytesOf([0])),
  chunk('PLTE', Buffer.alloc(9)),
  chunk('tRNS', Buffer.alloc(3)),
  chunk('acTL', Buffer.alloc(8)),
  chunk('IDAT', Buffer.from('picture')),
  chunk('fdAT', Buffer.from('picture')),
);
const png_end = chunk('IEND', Buffer.alloc(0));

// Eight by eight, two colours, with a table of their own for the second frame.
const gif_start = bytesOf('GIF89a', [8, 0, 8, 0, 0x80, 0, 0], Buffer.alloc(6));
const gif_repeat = bytesOf([0x21, 0xff, 11], 'NETSCAPE2.0', [3, 1, 0, 0, 0]);
const gif_control = bytesOf([0x21, 0xf9, 4, 0, 9, 0, 0, 0]);
const gif_frame = (flags: number, table: number) =>
  bytesOf([0x2c, 0, 0, 0, 0, 8, 0, 8, 0, flags], Buffer.alloc(table), [2, 3, 0x21, 0xfe, 9, 0]);
const gif_picture = bytesOf(gif_repeat, gif_control, gif_frame(0, 0), gif_frame(0x81, 12));
const gif_end = bytesOf([0x3b]);

const segment = (marker: number, data: Buffer) => {
  const size = data.length + 2;
  return bytesOf([0xff, marker, size >> 8, size & 0xff], data);
};
const jpeg_start = bytesOf([0xff, 0xd8]);
const jfif = segment(0xe0, bytesOf('JFIF', [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]));
const adobe = segment(0xee, bytesOf('Adobe', [0, 100, 0, 0, 0, 0, 1]));
const jpeg_picture = bytesOf(
  jfif,
  adobe,
  segment(0xdb, Buffer.alloc(65)),
  segment(0xc2, bytesOf([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
  segment(0xc4, Buffer.alloc(20)),
  // Two scans: stuffed bytes and restarts are of the picture.
  segment(0xda, Buffer.alloc(6)),
  bytesOf([1, 2, 0xff, 0x00, 0xff, 0xd0, 3, 0xff, 0xd7, 4]),
  segment(0xda, Buffer.alloc(6)),
  bytesOf([5, 6]),
);
const jpeg_end = bytesOf([0xff, 0xd9]);

const formats = {
  'image/png': [png_start, png_picture, png_end],
  'image/gif': [gif_start, gif_picture, gif_end],
  'image/jpeg': [jpeg_start, jpeg_picture, jpeg_end],
} as const;
type Format = keyof typeof formats;

const text = Buffer.from(comment);
const beside: readonly [Format, string, Buffer][] = [
  ...['tEXt', 'zTXt', 'iTXt', 'eXIf', 'iCCP', 'tIME', 'sPLT', 'hIST', 'prVt'].map(
    (type) => ['image/png', type, chunk(type, text)] as [Format, string, Buffer],
  ),
  ['image/gif', 'a comment', bytesOf([0x21, 0xfe, text.length], text, [0])],
  ['image/gif', 'a plain text', bytesOf([0x21, 0x01, 1, 0, text.length], text, [0])],
  [
    'image/gif',
    'an application',
    bytesOf([0x21, 0xff, 11], 'XMP DataXMP', [text.length], text, [0]),
  ],
  [
    'image/gif',
    'more than how often it repeats',
    bytesOf([0x21, 0xff, 11], 'NETSCAPE2.0', [3, 1, 0, 0, text.length], text, [0]),
  ],
  ['image/gif', 'a control with more', bytesOf([0x21, 0xf9, text.length], text, [0])],
  ['image/jpeg', 'a comment', segment(0xfe, text)],
  ['image/jpeg', 'Exif', segment(0xe1, bytesOf('Exif\0\0', text))],
  ['image/jpeg', 'a profile', segment(0xe2, bytesOf('ICC_PROFILE\0', text))],
  ['image/jpeg', 'a small picture', segment(0xe0, bytesOf('JFXX\0', text))],
  ['image/jpeg', 'an Adobe segment with more', segment(0xee, bytesOf('Adobe', text))],
  ['image/jpeg', 'bytes that fill', bytesOf([0xff, 0xff, 0xff])],
];

describe('an image', () => {
  it.each(Object.entries(formats))('%s that is a picture alone stays as it is', (format, parts) => {
    const bytes = bytesOf(...parts);
    expect(imageFacts(bytes)).toEqual({ content_type: format, width: 8, height: 8 });
    expect(withoutMetadata(bytes, format as Format)?.equals(bytes)).toBe(true);
  });

  it.each(beside)('%s loses %s, wherever it stands', (format, _what, metadata) => {
    const [start, picture, end] = formats[format];
    const clean = bytesOf(start, picture, end);
    const spoken = bytesOf(start, metadata, picture, metadata, end);
    expect(imageFacts(spoken)?.content_type).toBe(format);
    const cleaned = withoutMetadata(spoken, format);
    expect(cleaned?.equals(clean)).toBe(true);
    expect(cleaned?.includes('4111')).toBe(false);
  });

  it.each(Object.entries(formats))('%s loses what stands behind its end', (format, parts) => {
    const bytes = bytesOf(...parts);
    const behind = bytesOf(...parts, text, parts[2]);
    expect(withoutMetadata(behind, format as Format)?.equals(bytes)).toBe(true);
  });

  it.each(Object.entries(formats))('%s that is cut off anywhere is none', (format, parts) => {
    const bytes = bytesOf(...parts);
    for (let length = parts[0].length; length < bytes.length; length++) {
      expect(withoutMetadata(bytes.subarray(0, length), format as Format), `${length}`).toBe(null);
    }
  });

  it('of any bytes is read to its end or is none', () => {
    const format = fc.constantFrom(...(Object.keys(formats) as Format[]));
    const part = fc.uint8Array({ maxLength: 60 });
    fc.assert(
      fc.property(format, part, fc.nat(400), (name, noise, at) => {
        const bytes = bytesOf(...formats[name]);
        const spoiled = Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
        const cleaned = withoutMetadata(spoiled, name);
        expect(cleaned?.length ?? 0).toBeLessThanOrEqual(spoiled.length);
      }),
    );
  });

  it('that holds a part no format knows is none', () => {
    expect(withoutMetadata(bytesOf(gif_start, [0x55], gif_end), 'image/gif')).toBe(null);
    expect(withoutMetadata(bytesOf(jpeg_start, text, jpeg_end), 'image/jpeg')).toBe(null);
  });
});
