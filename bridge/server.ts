// The bridge's listener: origins, pairing, and the calls of README.md.
import http from 'node:http';
import type { Pairing } from './pairing.ts';
import { type Driver, NotRead } from './readers.ts';

export interface BridgeSettings {
  driver: Driver;
  pairing: Pairing;
  /** Pages that may call. */
  origins: readonly string[];
}

const max_bytes = 4_096;
const usual_timeout_seconds = 60;
const longest_timeout_seconds = 300;

class Refused extends Error {
  readonly status: number;
  constructor(status: number, words: string) {
    super(words);
    this.status = status;
  }
}

async function readJson(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > max_bytes) throw new Refused(413, 'The request is too large.');
  }
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The same refusal.
  }
  throw new Refused(400, 'The request is not a JSON object.');
}

const not_read: Readonly<Record<NotRead['why'], readonly [status: number, words: string]>> = {
  timeout: [408, 'No card was presented in time.'],
  cancelled: [410, 'Reading the card was canceled.'],
  offline: [404, 'The card reader is not connected.'],
};

/** Reads that are under way, by their reader. */
type Reading = Map<string, AbortController>;

async function readCard(
  { driver }: BridgeSettings,
  reading: Reading,
  mac: string,
  body: Record<string, unknown>,
) {
  if (!driver.list().some(({ mac_address }) => mac_address === mac)) {
    throw new Refused(404, 'The card reader is not connected.');
  }
  if (reading.has(mac)) throw new Refused(409, 'The card reader is busy.');
  const { amount = 0, timeout = usual_timeout_seconds } = body;
  if (typeof amount !== 'number' || typeof timeout !== 'number' || !(timeout > 0)) {
    throw new Refused(400, 'Amount and timeout are numbers.');
  }
  const stop = new AbortController();
  reading.set(mac, stop);
  try {
    const timeout_seconds = Math.min(timeout, longest_timeout_seconds);
    return await driver.read(mac, { amount, timeout_seconds, signal: stop.signal });
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    throw new Refused(...not_read[error.why]);
  } finally {
    reading.delete(mac);
  }
}

async function answer(settings: BridgeSettings, reading: Reading, request: http.IncomingMessage) {
  const { method = '', url = '/', headers } = request;
  const body = method === 'POST' ? await readJson(request) : {};
  const call = `${method} ${url.split('?', 1)[0]}`;
  if (call === 'POST /pair') {
    const token = settings.pairing.pair(String(body.code ?? ''));
    if (token === null) throw new Refused(403, 'The pairing code is not right.');
    return { token };
  }
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  if (!settings.pairing.knows(token)) throw new Refused(401, 'Pair this page with the bridge.');
  if (call === 'GET /devices') return settings.driver.list();
  if (call === 'POST /cancel') {
    for (const stop of reading.values()) stop.abort();
    return { cancelled: reading.size };
  }
  const mac = /^POST \/devices\/([^/]+)\/read$/.exec(call)?.[1];
  if (mac === undefined) throw new Refused(404, 'There is no such call.');
  return await readCard(settings, reading, decodeURIComponent(mac), body);
}

/** Answers the browser's question whether a page may call this computer at all. */
function allow(response: http.ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-allow-headers', 'authorization, content-type');
  response.setHeader('access-control-allow-private-network', 'true');
  response.setHeader('vary', 'origin');
}

export function bridgeServer(settings: BridgeSettings): http.Server {
  const reading: Reading = new Map();
  return http.createServer((request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const { origin = '' } = request.headers;
    if (!settings.origins.includes(origin)) {
      return send(403, { error: 'Pages of this address may not use the card readers.' });
    }
    allow(response, origin);
    if (request.method === 'OPTIONS') {
      response.writeHead(204);
      return response.end();
    }
    answer(settings, reading, request).then(
      (body) => send(200, body),
      (error: unknown) => {
        if (error instanceof Refused) return send(error.status, { error: error.message });
        process.stderr.write(`bridge: ${String((error as Error)?.stack ?? error)}\n`);
        send(500, { error: 'The bridge failed.' });
      },
    );
  });
}
