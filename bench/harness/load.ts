// Load on the API over keep-alive connections, each sending its next request when it is answered.
// Plain sockets and ready-made bytes: the client must not eat the cores it measures.
import net from 'node:net';

export interface LoadResult {
  per_second: number;
  latencies_ms: number[];
  failures: number;
}

export interface Call {
  origin: string;
  path: string;
  /** The credential, or that of the n-th request. */
  key: string | ((n: number) => string);
  /** Body of the n-th request; a GET has none. */
  body(n: number): string;
  method?: 'GET' | 'POST';
}

export function requestBytes(call: Call, host: string, n: number): string {
  const key = typeof call.key === 'string' ? call.key : call.key(n);
  if (call.method === 'GET') {
    return `GET ${call.path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${key}\r\n\r\n`;
  }
  const body = call.body(n);
  return (
    `POST ${call.path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** Status of a whole answer, or 0 while more of it has to come. */
function wholeStatus(answer: Buffer): number {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  const head = answer.toString('latin1', 0, end);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return answer.length >= end + 4 + length ? Number(head.slice(9, 12)) : 0;
}

/** One connection that is kept alive; it carries one request at a time. */
export class Connection {
  readonly #socket: net.Socket;
  #parts: Buffer = Buffer.alloc(0);
  #answered: (status: number) => void = () => undefined;

  constructor(port: number, host: string, localAddress?: string) {
    this.#socket = net.connect({ port, host, noDelay: true, localAddress });
    this.#socket.on('data', (part) => {
      this.#parts = this.#parts.length === 0 ? part : Buffer.concat([this.#parts, part]);
      const status = wholeStatus(this.#parts);
      if (status === 0) return;
      this.#parts = Buffer.alloc(0);
      this.#answered(status);
    });
    this.#socket.on('error', () => this.#answered(-1));
  }

  send(bytes: string): Promise<number> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#socket.write(bytes);
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/**
 * Keeps `connections` busy for `seconds`; with `per_second` they together send no faster than that.
 */
export async function load(
  call: Call,
  connections: number,
  seconds: number,
  per_second = Number.POSITIVE_INFINITY,
): Promise<LoadResult> {
  const { hostname, port, host } = new URL(call.origin);
  const started = performance.now();
  const until = started + seconds * 1000;
  const latencies_ms: number[] = [];
  let failures = 0;
  let sent = 0;
  const worker = async () => {
    const connection = new Connection(Number(port), hostname);
    while (performance.now() < until) {
      const n = sent++;
      const wait = started + (n / per_second) * 1000 - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const before = performance.now();
      const status = await connection.send(requestBytes(call, host, n));
      if (status === 200) latencies_ms.push(performance.now() - before);
      else failures++;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const elapsed = (performance.now() - started) / 1000;
  return { per_second: latencies_ms.length / elapsed, latencies_ms, failures };
}
