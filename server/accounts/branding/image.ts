// What an image is by its bytes: its type and its size, whatever its sender calls it.

export interface ImageFacts {
  content_type: 'image/png' | 'image/gif' | 'image/jpeg';
  /** Pixels. */
  width: number;
  height: number;
}

const png_signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG specification, 11.2.1: the header chunk comes first; the last one is IEND. */
function readPng(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 45 || !bytes.subarray(0, 8).equals(png_signature)) return null;
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  if (bytes.toString('latin1', bytes.length - 8, bytes.length - 4) !== 'IEND') return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return { content_type: 'image/png', width, height };
}

/** GIF89a, 18: the logical screen; 27: the trailer. */
function readGif(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  if (bytes[bytes.length - 1] !== 0x3b) return null;
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  return { content_type: 'image/gif', width, height };
}

/** Markers that open a frame, whose header says the size: SOF0 to SOF15 without DHT, JPG, DAC. */
function opensFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** ITU T.81, B.1.1 and B.2.2: segments from start to the frame header; the last marker is EOI. */
function readJpeg(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 20 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return null;
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xda) return null;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (opensFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { content_type: 'image/jpeg', width, height };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Null for bytes that are no whole png, gif or jpeg with a size. */
export function imageFacts(bytes: Buffer): ImageFacts | null {
  const facts = readPng(bytes) ?? readGif(bytes) ?? readJpeg(bytes);
  return facts && facts.width > 0 && facts.height > 0 ? facts : null;
}
