// Many requests at once: keep-alive sockets whose last byte goes out in the same tick.
import net from 'node:net';
import type { Call, Told } from '../kill/http-client.ts';

/** A keep-alive connection that carries one request at a time. */
interface Line {
  socket: net.Socket;
  hear: ((told: Told) => void) | null;
  lose: ((error: Error) => void) | null;
  bytes: Buffer;
}

export interface Volleys {
  /** Writes all but the last byte of each request; `fire` sends those in one tick. */
  load(calls: readonly Call[], racers: readonly string[]): Promise<() => Promise<Told[]>>;
  close(): void;
}

export function openVolleys(port: number): Volleys {
  const idle: Line[] = [];
  const all = new Set<Line>();

  async function take(): Promise<Line> {
    const known = idle.pop();
    if (known) return known;
    const line = await connect(port);
    all.add(line);
    return line;
  }

  return {
    async load(calls, racers) {
      const lines = await Promise.all(calls.map(take));
      const texts = calls.map((call, n) => Buffer.from(textOf(call, racers[n] ?? '')));
      for (const [n, line] of lines.entries()) line.socket.write(allButLast(texts[n]));
      // The heads are read before the race begins.
      await new Promise((resolve) => setTimeout(resolve, 5));
      return () => {
        const heard = lines.map(
          (line) =>
            new Promise<Told>((resolve, reject) => {
              line.hear = resolve;
              line.lose = reject;
            }),
        );
        for (const [n, line] of lines.entries()) line.socket.write(lastOf(texts[n]));
        return Promise.all(heard).finally(() => idle.push(...lines));
      };
    },
    close() {
      for (const { socket } of all) socket.destroy();
    },
  };
}

const allButLast = (text = Buffer.alloc(1)) => text.subarray(0, -1);
const lastOf = (text = Buffer.alloc(1)) => text.subarray(-1);

function connect(port: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    const line: Line = { socket, hear: null, lose: null, bytes: Buffer.alloc(0) };
    socket.once('connect', () => resolve(line));
    socket.on('error', (error) => {
      reject(error);
      line.lose?.(error);
    });
    socket.on('data', (part) => {
      line.bytes = Buffer.concat([line.bytes, part]);
      const told = whole(line);
      if (told) line.hear?.(told);
    });
  });
}

/** The answer once all of it is there. */
function whole(line: Line): Told | null {
  const end = line.bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = line.bytes.toString('latin1', 0, end);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (line.bytes.length < end + 4 + length) return null;
  const text = line.bytes.toString('utf8', end + 4, end + 4 + length);
  line.bytes = line.bytes.subarray(end + 4 + length);
  return { status: Number(head.split(' ')[1]), text, body: JSON.parse(text) };
}

/** Header by which the stage knows which racer a request is. */
export const racer_header = 'x-racer';

function textOf(call: Call, racer: string): string {
  const body = JSON.stringify(call.body ?? {});
  const headers = {
    host: '127.0.0.1',
    authorization: call.credential,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    [racer_header]: racer,
    ...call.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${call.method} /api${call.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
