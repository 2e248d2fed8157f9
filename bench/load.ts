// Load on the API over keep-alive connections, each sending its next request when it is answered.
import http from 'node:http';

export interface LoadResult {
  per_second: number;
  latencies_ms: number[];
  failures: number;
}

interface Call {
  origin: string;
  path: string;
  key: string;
  /** Body of the n-th request. */
  body(n: number): string;
}

function send(agent: http.Agent, call: Call, n: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const body = call.body(n);
    const outgoing = http.request(
      call.origin + call.path,
      {
        method: 'POST',
        agent,
        headers: {
          authorization: call.key,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (incoming) => {
        incoming.resume();
        incoming.on('end', () => resolve(incoming.statusCode ?? 0));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
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
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const started = performance.now();
  const until = started + seconds * 1000;
  const latencies_ms: number[] = [];
  let failures = 0;
  let sent = 0;
  const worker = async () => {
    while (performance.now() < until) {
      const n = sent++;
      const due = started + (n / per_second) * 1000;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const before = performance.now();
      const status = await send(agent, call, n);
      if (status === 200) latencies_ms.push(performance.now() - before);
      else failures++;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  return { per_second: latencies_ms.length / elapsed, latencies_ms, failures };
}
