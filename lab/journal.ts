// The lab's memory on disk: an append-only file, synced once for all requests that wait together.
import fs from 'node:fs';
import path from 'node:path';

export interface Journal {
  /** Queues one event; it is safe only once durable() has resolved. */
  append(event: object): void;
  /** Resolves when everything appended so far is on disk. */
  durable(): Promise<void>;
  /** Empties the file. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

function parse(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file}: line ${line} is damaged`);
  }
}

/** Gives every whole line to `replay` and cuts off a last line that a crash tore. */
function readBack(file: string, replay: (event: unknown) => void): void {
  if (!fs.existsSync(file)) return;
  const bytes = fs.readFileSync(file);
  let from = 0;
  let line = 1;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
    replay(parse(bytes.toString('utf8', from, end), file, line));
    from = end + 1;
    line += 1;
  }
  if (from < bytes.length) fs.truncateSync(file, from);
}

function syncFolder(folder: string): void {
  const fd = fs.openSync(folder, 'r');
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}

/** A disk that refuses ends the lab: an answer must never be ahead of the journal. */
function giveUp(error: unknown): never {
  process.stderr.write(`lab: the journal cannot be written: ${String(error)}\n`);
  process.exit(70);
}

/** Opens (or makes) the journal and replays it; throws where a whole line is not JSON. */
export function openJournal(file: string, replay: (event: unknown) => void): Journal {
  readBack(file, replay);
  const fd = fs.openSync(file, 'a', 0o600);
  syncFolder(path.dirname(file));
  let lines: string[] = [];
  let waiting: (() => void)[] = [];
  let busy = false;

  function pump(): void {
    if (busy || waiting.length === 0) return;
    busy = true;
    const batch = Buffer.from(lines.join(''));
    const served = waiting;
    lines = [];
    waiting = [];
    const done = (): void => {
      busy = false;
      for (const resolve of served) resolve();
      pump();
    };
    if (batch.length === 0) done();
    else write(batch, 0, done);
  }

  function write(batch: Buffer, from: number, done: () => void): void {
    fs.write(fd, batch, from, batch.length - from, null, (error, written) => {
      if (error) giveUp(error);
      if (from + written < batch.length) return write(batch, from + written, done);
      fs.fdatasync(fd, (sync_error) => {
        if (sync_error) giveUp(sync_error);
        done();
      });
    });
  }

  const durable = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      pump();
    });

  return {
    append: (event) => {
      lines.push(`${JSON.stringify(event)}\n`);
    },
    durable,
    reset: async () => {
      await durable();
      fs.ftruncateSync(fd, 0);
      fs.fsyncSync(fd);
    },
    close: async () => {
      await durable();
      fs.closeSync(fd);
    },
  };
}
