// Many requests at once: keep-alive sockets whose last byte goes out in the same tick.
import net from 'node:net';
import type { Call, HttpAnswer } from '../kill/http-client.ts';

/** A keep-alive connection that carries one request at a time. */
interface Connection {
  socket: net.Socket;
  hear: ((answer: HttpAnswer) => void) | null;
  lose: ((error: Error) => void) | null;
  bytes: Buffer;
}

export interface Bursts {
  /** Writes all but the last byte of each request; `fire` sends those in one tick. */
  load(calls: readonly Call[], racers: readonly string[]): Promise<() => Promise<HttpAnswer[]>>;
  close(): void;
}

export function openBursts(port: number): Bursts {
  const idle: Connection[] = [];
  const all = new Set<Connection>();

  async function take(): Promise<Connection> {
    const known = idle.pop();
    if (known) return known;
    const connection = await connect(port);
    all.add(connection);
    return connection;
  }

  return {
    async load(calls, racers) {
      const connections = await Promise.all(calls.map(take));
      const texts = calls.map((call, n) => Buffer.from(textOf(call, racers[n] ?? '')));
      for (const [n, connection] of connections.entries())
        connection.socket.write(allButLast(texts[n]));
      // The heads are read before the race begins.
      await new Promise((resolve) => setTimeout(resolve, 5));
      return () => {
        const heard = connections.map(
          (connection) =>
            new Promise<HttpAnswer>((resolve, reject) => {
              connection.hear = resolve;
              connection.lose = reject;
            }),
        );
        for (const [n, connection] of connections.entries())
          connection.socket.write(lastOf(texts[n]));
        return Promise.all(heard).finally(() => idle.push(...connections));
      };
    },
    close() {
      for (const { socket } of all) socket.destroy();
    },
  };
}

const allButLast = (text = Buffer.alloc(1)) => text.subarray(0, -1);
const lastOf = (text = Buffer.alloc(1)) => text.subarray(-1);

function connect(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    const connection: Connection = { socket, hear: null, lose: null, bytes: Buffer.alloc(0) };
    socket.once('connect', () => resolve(connection));
    socket.on('error', (error) => {
      reject(error);
      connection.lose?.(error);
    });
    socket.on('data', (part) => {
      connection.bytes = Buffer.concat([connection.bytes, part]);
      const answer = whole(connection);
      if (answer) connection.hear?.(answer);
    });
  });
}

/** The answer once all of it is there. */
function whole(connection: Connection): HttpAnswer | null {
  const end = connection.bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = connection.bytes.toString('latin1', 0, end);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (connection.bytes.length < end + 4 + length) return null;
  const text = connection.bytes.toString('utf8', end + 4, end + 4 + length);
  connection.bytes = connection.bytes.subarray(end + 4 + length);
  return { status: Number(head.split(' ')[1]), text, body: JSON.parse(text) };
}

/** Header by which the world knows which racer a request is. */
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
