// Images without what is no picture: comments, places and profiles, where anything may stand.
import type { ImageFacts } from './image.ts';

/** Where the part that begins at `at` ends, and whether it makes the picture; null if it is cut. */
type Part = { end: number; retained: boolean; last?: boolean } | null;

const png_header_bytes = 8;
/** PNG specification, 11.2 and 11.3: what is needed to show it, frames of an animation included. */
const png_chunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(' '),
);

function pngPart(bytes: Buffer, at: number): Part {
  if (at + 12 > bytes.length) return null;
  const type = bytes.toString('latin1', at + 4, at + 8);
  const end = at + 12 + bytes.readUInt32BE(at);
  return { end, retained: png_chunks.has(type), last: type === 'IEND' };
}

/** GIF89a, 18 and 19: the screen and its colours come before the first block. */
function gifHeaderBytes(bytes: Buffer): number {
  return 13 + gifColours(bytes[10] ?? 0);
}

function gifColours(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** GIF89a, 15: sub-blocks, each with its size before it, up to one of none. */
function gifSubBlocksEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

const graphic_control_bytes = 8;
/** How often an animation repeats: this, a number of two bytes, and the end. */
const repeats = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01', 'latin1');

function isGifRetained(block: Buffer): boolean {
  if (block[1] === 0xf9) return block.length === graphic_control_bytes;
  const is_repeat = block.subarray(0, repeats.length).equals(repeats);
  return is_repeat && block.length === repeats.length + 3;
}

function gifPart(bytes: Buffer, at: number): Part {
  const introducer = bytes[at];
  if (introducer === 0x3b) return { end: at + 1, retained: true, last: true };
  if (introducer === 0x2c) {
    const data = at + 10 + gifColours(bytes[at + 9] ?? 0);
    return { end: gifSubBlocksEnd(bytes, data + 1), retained: true };
  }
  if (introducer !== 0x21) return null;
  const end = gifSubBlocksEnd(bytes, at + 2);
  return { end, retained: isGifRetained(bytes.subarray(at, end)) };
}

const jpeg_header_bytes = 2;
const jpeg_tables = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd]);

/** JFIF without a small picture, and Adobe's way to tell the colours; all else is about it. */
function isJpegRetained(marker: number, segment: Buffer): boolean {
  if (marker === 0xe0) return segment.length === 18 && segment.toString('latin1', 4, 8) === 'JFIF';
  if (marker === 0xee) return segment.length === 16 && segment.toString('latin1', 4, 9) === 'Adobe';
  return jpeg_tables.has(marker) || (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8);
}

/** ITU T.81, B.1.1.2: a scan ends at the next marker that is no restart and no stuffed byte. */
function jpegScanEnd(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  const isOfScan = (code = 0) => code === 0 || (code >= 0xd0 && code <= 0xd7);
  while (at >= 0 && isOfScan(bytes[at + 1])) at = bytes.indexOf(0xff, at + 2);
  return at < 0 ? bytes.length + 1 : at;
}

function jpegPart(bytes: Buffer, at: number): Part {
  const marker = bytes[at + 1];
  if (bytes[at] !== 0xff || marker === undefined) return null;
  if (marker === 0xff) return { end: at + 1, retained: false };
  if (marker === 0xd9) return { end: at + 2, retained: true, last: true };
  if (at + 4 > bytes.length) return null;
  const end = at + 2 + bytes.readUInt16BE(at + 2);
  if (marker === 0xda) return { end: jpegScanEnd(bytes, end), retained: true };
  return { end, retained: isJpegRetained(marker, bytes.subarray(at, end)) };
}

const formats = {
  'image/png': { header: () => png_header_bytes, part: pngPart },
  'image/gif': { header: gifHeaderBytes, part: gifPart },
  'image/jpeg': { header: () => jpeg_header_bytes, part: jpegPart },
} as const;

/**
 * The image without metadata and without anything behind its end; the picture's own bytes are left
 * as they are. Null where it is cut off or holds what its format does not know.
 */
export function withoutMetadata(
  bytes: Buffer,
  content_type: ImageFacts['content_type'],
): Buffer | null {
  const { header, part } = formats[content_type];
  const first = header(bytes);
  const chunks = [bytes.subarray(0, first)];
  for (let at = first; at < bytes.length; ) {
    const found = part(bytes, at);
    if (!found || found.end > bytes.length) return null;
    if (found.retained) chunks.push(bytes.subarray(at, found.end));
    if (found.last) return Buffer.concat(chunks);
    at = found.end;
  }
  return null;
}
