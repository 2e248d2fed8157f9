// The form of a backup: one compressed text of a header, then each table as COPY writes it.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

export const backup_format = 'penstock backup 1';

export interface BackupHeader {
  format: typeof backup_format;
  /** RFC 3339; the moment of the one snapshot that all tables come from. */
  made_at: string;
  /** Migrations that the database had, in order: its version. */
  migrations: { name: string; checksum: string }[];
  /** Ids of the key-encryption keys without which its secrets cannot be opened. */
  key_ids: string[];
}

/** Opens a table: the options of COPY for the way back. */
export interface TableOpening {
  table: string;
  columns: string[];
}

/** Closes a table: how many rows it had, a digest of the bytes here and one of the rows there. */
export interface TableClosing {
  row_count: number;
  sha256: string;
  /** The same for the same rows in any order; computed by PostgreSQL at both ends. */
  content: string;
}

export interface BackupEnding {
  end: true;
  table_count: number;
}

const end_of_rows = '\\.\n';

/** Writes a backup part by part; `close()` makes sure that it is on the disk. */
export interface BackupWriter {
  line(part: BackupHeader | TableOpening | TableClosing | BackupEnding): Promise<void>;
  /** Rows as COPY gives them; their SHA-256. */
  rows(from: Readable): Promise<string>;
  close(): Promise<void>;
  /** Gives up; the file is left as it is, and nothing touches it afterwards. */
  abort(): Promise<void>;
}

/** Begins a new file, readable by its owner alone. Throws where one stands already. */
export function writeBackup(file: string): BackupWriter {
  const zip = createGzip({ level: 4 });
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  zip.pipe(target);
  const written = finished(target);
  // Who writes next hears of a full disk; without a listener it would end the process.
  written.catch((error: Error) => zip.destroy(error));
  zip.on('error', () => undefined);
  const put = async (part: Buffer | string) => {
    if (zip.destroyed) await written;
    if (!zip.write(part)) await Promise.race([once(zip, 'drain'), written]);
  };
  return {
    line: (part) => put(`${JSON.stringify(part)}\n`),
    async rows(from) {
      const hash = createHash('sha256');
      for await (const part of from as AsyncIterable<Buffer>) {
        hash.update(part);
        await put(part);
      }
      await put(end_of_rows);
      return hash.digest('hex');
    },
    async close() {
      zip.end();
      await written;
    },
    async abort() {
      zip.destroy();
      target.destroy();
      // The file is opened meanwhile: removed before that, it would come back.
      if (!target.closed) await once(target, 'close');
    },
  };
}

/** Reads a backup from its beginning to its end. */
export interface BackupReader {
  /** The next part that is not rows; throws a plain sentence where the file is cut or damaged. */
  line<T>(): Promise<T>;
  /** The rows that follow a table's opening, in whole lines, up to their end. */
  rows(): AsyncGenerator<Buffer>;
  close(): void;
}

const nothing = Buffer.alloc(0);
const newline = 0x0a;

export function readBackup(file: string): BackupReader {
  const source = createReadStream(file);
  const unzip = createGunzip();
  source.on('error', (error) => unzip.destroy(error));
  source.pipe(unzip);
  const parts = unzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer = nothing;
  /** Holds at least one whole line, or throws. */
  const fill = async () => {
    while (!held.includes(newline)) {
      const { value, done } = await parts.next().catch((error: Error) => {
        throw new Error(`${file} cannot be read: ${error.message}`, { cause: error });
      });
      if (done) throw new Error(`${file} is cut off.`);
      held = held.length === 0 ? value : Buffer.concat([held, value]);
    }
  };
  return {
    async line<T>() {
      await fill();
      const end = held.indexOf(newline);
      const text = held.subarray(0, end).toString('utf8');
      held = held.subarray(end + 1);
      try {
        return JSON.parse(text) as T;
      } catch {
        throw new Error(`${file} is not a backup of this product, or it is damaged.`);
      }
    },
    async *rows() {
      for (;;) {
        await fill();
        const whole = held.subarray(0, held.lastIndexOf(newline) + 1);
        const end = endOfRows(whole);
        const rows = end < 0 ? whole : whole.subarray(0, end);
        held = held.subarray(end < 0 ? whole.length : end + end_of_rows.length);
        if (rows.length > 0) yield rows;
        if (end >= 0) return;
      }
    },
    close() {
      source.destroy();
      unzip.destroy();
    },
  };
}

/** Where the line that ends a table's rows begins, or -1. COPY never writes such a line itself. */
function endOfRows(lines: Buffer): number {
  if (lines.subarray(0, end_of_rows.length).equals(Buffer.from(end_of_rows))) return 0;
  const found = lines.indexOf(`\n${end_of_rows}`);
  return found < 0 ? -1 : found + 1;
}
