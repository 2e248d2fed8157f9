// The one place that opens sockets to processors: knows for certain whether a request was sent.
import http from 'node:http';
import https from 'node:https';
import type { Egress, Exchange, ExchangeRequest } from './context.ts';
import { publicLookup } from './egress-public.ts';

const max_sockets = 64;
/**
 * A connection that rests this long is closed by us, and sooner where the processor says that it
 * will be closed: a request that meets the other side's close gets no answer, and nobody knows
 * whether it was read. Servers wait for five seconds at least, most of them a minute.
 */
const longest_rest_ms = 3_000;

/** Egress over keep-alive connections; it never follows redirects and never tries twice. */
export function makeEgress(): Egress & { close(): void } {
  const agent_options = { keepAlive: true, maxSockets: max_sockets, timeout: longest_rest_ms };
  const agents = {
    'http:': new http.Agent(agent_options),
    'https:': new https.Agent({ ...agent_options, minVersion: 'TLSv1.2' }),
  };
  return {
    exchange: (request) => exchange(request, agents),
    close() {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

type Agents = { 'http:': http.Agent; 'https:': https.Agent };

function exchange(request: ExchangeRequest, agents: Agents): Promise<Exchange> {
  return new Promise((resolve) => {
    const url = new URL(request.url);
    const secure = url.protocol === 'https:';
    const send = secure ? https.request : http.request;
    const body = Buffer.from(request.body);
    let connected = false;
    const timers: NodeJS.Timeout[] = [];
    const finish = (result: Exchange) => {
      for (const timer of timers) clearTimeout(timer);
      resolve(result);
    };
    const agent = secure ? agents['https:'] : agents['http:'];
    const outgoing = send(url, {
      method: request.method ?? 'POST',
      // A connection that says who we are is nobody else's; an address is looked at as we connect.
      agent: request.tls || request.public_only ? false : agent,
      ...(request.tls && { ...request.tls, minVersion: 'TLSv1.2' as const }),
      ...(request.public_only && { lookup: publicLookup }),
      headers: { ...request.headers, 'content-length': body.length },
    });
    const limit = (after_ms: number, reason: string) => {
      const timer = setTimeout(() => outgoing.destroy(new Error(reason)), after_ms);
      timers.push(timer);
      return timer;
    };
    const connecting = limit(request.connect_timeout_ms, 'connect time-out');
    limit(request.total_timeout_ms, 'total time-out');
    let waiting: NodeJS.Timeout | undefined;
    const write = () => {
      // From here on a byte may have reached the other side, whatever happens to us.
      connected = true;
      clearTimeout(connecting);
      waiting = limit(request.first_byte_timeout_ms, 'no answer in time');
      outgoing.end(body);
    };
    outgoing.on('socket', (socket) => {
      if (!socket.connecting && outgoing.reusedSocket) return write();
      socket.once(secure ? 'secureConnect' : 'connect', write);
    });
    outgoing.on('error', (error) =>
      finish(
        connected
          ? { kind: 'no_answer', reason: error.message }
          : { kind: 'not_sent', reason: error.message },
      ),
    );
    outgoing.on('response', (incoming) => {
      clearTimeout(waiting);
      collect(incoming, request.max_answer_bytes, finish);
    });
  });
}

function collect(
  incoming: http.IncomingMessage,
  max_bytes: number,
  finish: (result: Exchange) => void,
): void {
  const parts: Buffer[] = [];
  let size = 0;
  incoming.on('data', (part: Buffer) => {
    size += part.length;
    if (size > max_bytes) incoming.destroy(new Error('the answer is too large'));
    else parts.push(part);
  });
  incoming.on('error', (error) => finish({ kind: 'no_answer', reason: error.message }));
  incoming.on('aborted', () => finish({ kind: 'no_answer', reason: 'the answer was cut off' }));
  incoming.on('end', () => {
    if (!incoming.complete) finish({ kind: 'no_answer', reason: 'the answer was cut off' });
    else {
      const body = Buffer.concat(parts).toString('utf8');
      finish({ kind: 'answered', status: incoming.statusCode ?? 0, body });
    }
  });
}
