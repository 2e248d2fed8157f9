// Loaded before the product: counts what leaves the process and kills it at the point requested.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import type { FromGate, Side, ToGate } from './gate-messages.ts';

/** Null while nobody asks; then what has left since, and where the process ends. */
let watch: { labels: string[]; at: number; side: Side } | null = null;
let last_ms = performance.now();

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // Nothing of this process may run on while the signal is on its way.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

/** Counts one I/O; gives its number, or 0 while nobody counts. */
function begins(label: string): number {
  last_ms = performance.now();
  if (!watch) return 0;
  watch.labels.push(label);
  const n = watch.labels.length;
  if (n === watch.at && watch.side === 'before') die();
  return n;
}

function ended(n: number): void {
  if (n > 0 && watch && n === watch.at && watch.side === 'after') die();
}

type Any = (...args: unknown[]) => unknown;
type Names = Record<string, unknown>;

interface Wired extends net.Socket {
  server?: unknown;
}

function labelOf(socket: Wired): string {
  if (socket.server) return 'answer';
  const database = new URL(process.env.DATABASE_URL ?? 'postgres://none').port;
  return String(socket.remotePort) === database ? 'database' : 'network';
}

/** Every byte that leaves by a socket goes through here, whatever protocol it belongs to. */
function guardSockets(): void {
  const prototype = net.Socket.prototype as unknown as Record<string, Any>;
  const write = prototype._writeGeneric as Any;
  prototype._writeGeneric = function guarded(this: Wired, ...args: unknown[]) {
    // A socket that still connects comes back here when it has.
    if (this.connecting) return write.apply(this, args);
    const n = begins(labelOf(this));
    const result = write.apply(this, args);
    ended(n);
    return result;
  };
}

const file_verbs = ['appendFile', 'mkdir', 'rename', 'unlink', 'rm', 'chmod', 'copyFile', 'link'];

/** Standard output and error are nobody's record. */
const isConsole = (input: unknown[]) => input[0] === 1 || input[0] === 2;

function guardPromises(): void {
  const promises = fs.promises as unknown as Record<string, Any>;
  for (const name of file_verbs) {
    const verb = promises[name] as Any;
    promises[name] = async (...args) => {
      const n = begins(`file ${name}`);
      const result = await verb.apply(promises, args);
      ended(n);
      return result;
    };
  }
  const writeFile = promises.writeFile as Any;
  promises.writeFile = async (...args) => {
    // Two steps for the disk: the file is there but empty, then it is whole.
    const made = begins('file make');
    await writeFile.apply(promises, [args[0], '', args[2]]);
    ended(made);
    const written = begins('file write');
    const result = await writeFile.apply(promises, args);
    ended(written);
    return result;
  };
}

function guardPlain(): void {
  const plain = fs as unknown as Names;
  const sync_names = [...file_verbs, 'writeFile', 'write', 'writev', 'truncate', 'ftruncate'];
  for (const name of sync_names) {
    const verb = plain[`${name}Sync`] as Any | undefined;
    if (!verb) continue;
    plain[`${name}Sync`] = (...args: unknown[]) => {
      const n = isConsole(args) ? 0 : begins(`file ${name}`);
      const result = verb.apply(fs, args);
      ended(n);
      return result;
    };
  }
  for (const name of [...file_verbs, 'writeFile', 'write', 'writev']) {
    const verb = plain[name] as Any;
    plain[name] = (...args: unknown[]) => {
      const n = isConsole(args) ? 0 : begins(`file ${name}`);
      const done = args.at(-1) as Any;
      const whenDone = (...results: unknown[]) => {
        ended(n);
        return done(...results);
      };
      return verb.apply(fs, typeof done === 'function' ? [...args.slice(0, -1), whenDone] : args);
    };
  }
}

process.on('message', (message: ToGate) => {
  if (message.ask === 'watch') {
    watch = { labels: [], at: message.at, side: message.side };
    last_ms = performance.now();
  }
  const quiet_ms = performance.now() - last_ms;
  const answer: FromGate = { labels: watch?.labels ?? [], quiet_ms };
  if (message.ask === 'end') watch = null;
  process.send?.(answer);
});

guardSockets();
guardPromises();
guardPlain();
syncBuiltinESMExports();
