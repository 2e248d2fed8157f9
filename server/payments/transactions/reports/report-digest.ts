// What is noted of a report's bytes on their way: length, hash, marks; and that none was lost.
import { createHash } from 'node:crypto';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { mark_window_bytes, marksOf } from '../../../../contract/reports/manifest.ts';

export interface ByteDigest {
  bytes: number;
  sha256: string;
  marks: string[];
}

/** Keeps the first and the last bytes that went through. */
function windows() {
  let head = Buffer.alloc(0);
  let tail: Buffer[] = [];
  let tail_bytes = 0;
  return {
    add(chunk: Buffer) {
      if (head.length < mark_window_bytes) {
        head = Buffer.concat([head, chunk.subarray(0, mark_window_bytes - head.length)]);
      }
      tail.push(chunk);
      tail_bytes += chunk.length;
      while (tail[0] && tail_bytes - tail[0].length >= mark_window_bytes) {
        tail_bytes -= tail[0].length;
        tail = tail.slice(1);
      }
    },
    marks: () => {
      const last = Buffer.concat(tail).subarray(-mark_window_bytes);
      return marksOf(head.toString('utf8'), last.toString('utf8'));
    },
  };
}

/**
 * The same bytes, digested. The end waits for `ended`: a reader of the last byte finds what was
 * kept of it, and a report that could not be kept is a report that breaks off.
 */
export function withDigest(
  source: Readable,
  ended: (noted: ByteDigest) => Promise<void>,
): Readable {
  const hash = createHash('sha256');
  const seen = windows();
  let bytes = 0;
  const noted = new Transform({
    transform(chunk: Buffer | string, _encoding, done: TransformCallback) {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      hash.update(part);
      bytes += part.length;
      seen.add(part);
      done(null, part);
    },
    flush(done: TransformCallback) {
      ended({ bytes, sha256: hash.digest('hex'), marks: seen.marks() }).then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });
  source.once('error', (error) => noted.destroy(error));
  noted.once('close', () => source.destroy());
  return source.pipe(noted);
}
