// The lab's listener: bodies in, answers out, and every way in which an answer can fail to arrive.
import http from 'node:http';
import { stamp } from './clock.ts';
import { control, setClock, type WireLog, wireLog } from './control.ts';
import { type Lab, type Reply, serve } from './operations.ts';
import { type Body, Refused } from './request.ts';
import { scrubbed } from './scripts.ts';
import { serveSpin } from './spin/spin-host.ts';
import { isWalletPath, serveWallets } from './wallets/wallets.ts';

export interface ServerSettings {
  control: boolean;
  latency_ms: number;
  /** Ends the process once the answer to /control/stop has left. */
  stop(): void;
}

const max_bytes = 1_048_576;
const max_load_bytes = 64 * max_bytes;

function readBody(request: http.IncomingMessage, most: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) {
        reject(new Refused(413, 'bad_request', 'body too large'));
        request.destroy();
      } else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('error', reject);
  });
}

function readJson(raw: string): Body {
  try {
    const value: unknown = raw === '' ? {} : JSON.parse(raw);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  } catch {
    // falls through to the same refusal
  }
  throw new Refused(400, 'bad_request', 'the body is not a JSON object');
}

function send(response: http.ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
  });
  response.end(bytes);
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The whole answer, one byte at a time. */
async function trickle(response: http.ServerResponse, bytes: Buffer, ms: number): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at++) {
    response.write(bytes.subarray(at, at + 1));
    await wait(ms);
  }
  response.end();
}

/** Two whole answers to one request: the second lands on a connection that expects none. */
function sendTwice(response: http.ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const { socket } = response;
  response.once('finish', () =>
    socket?.write(
      `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    ),
  );
  send(response, status, body);
}

/** Sends a reply the way its fault says. */
async function deliver(response: http.ServerResponse, reply: Reply): Promise<void> {
  const { status, body, fault } = reply;
  switch (fault.do) {
    case 'hang_committed':
    case 'hang_not_committed':
      return;
    case 'drop_before_commit':
    case 'late_inquiry':
    case 'late_after_not_found':
      response.destroy();
      return;
    case 'reset_before_commit':
    case 'reset_after_commit':
      response.socket?.resetAndDestroy();
      return;
    case 'duplicate_answer':
      sendTwice(response, status, body);
      return;
    case 'http_500_committed':
      send(response, 500, { error: { code: 'defect', text: 'INTERNAL ERROR' } });
      return;
    case 'no_json_committed':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x9c]));
      return;
    case 'slow_answer': {
      const bytes = Buffer.from(JSON.stringify(body));
      const head = { 'content-type': 'application/json', 'content-length': bytes.length };
      response.writeHead(status, head);
      await trickle(response, bytes, fault.ms);
      return;
    }
    case 'drop_after_commit':
      await wait(fault.ms);
      response.destroy();
      return;
    case 'http_502_committed':
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html><body><h1>502 Bad Gateway</h1></body></html>');
      return;
    case 'garbage_committed': {
      const bytes = Buffer.from(JSON.stringify(body));
      const head = { 'content-type': 'application/json', 'content-length': bytes.length };
      response.writeHead(status, head);
      response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
      return;
    }
    case 'delay':
      await wait(fault.ms);
      break;
    default:
  }
  send(response, status, body);
}

interface Room {
  lab: Lab;
  log: WireLog;
  settings: ServerSettings;
}

async function processorCall(room: Room, path: string, raw: string): Promise<Reply> {
  const { lab, log, settings } = room;
  const body = readJson(raw);
  const reply = path.startsWith('/spin/')
    ? await serveSpin(lab, path, body)
    : await serve(lab, path, body);
  if (settings.control) {
    log.add({
      at: stamp(lab.clock.now()),
      path,
      reference: String(body.reference ?? body.ReferenceId ?? ''),
      request: scrubbed(body),
      http_status: reply.status,
      network_code: String(reply.body.network_code ?? ''),
    });
  }
  if (settings.latency_ms > 0) await wait(settings.latency_ms);
  return reply;
}

const plain = (body: Body): Reply => ({ status: 200, body, fault: { do: 'none' } });

const hosts = ['/sierra/', '/house-ach/', '/spin/'];

async function route(room: Room, request: http.IncomingMessage): Promise<Reply> {
  const { method = '', url: target = '/' } = request;
  if (request.headers.origin !== undefined) {
    throw new Refused(403, 'bad_request', 'not for web pages');
  }
  const path = target.split('?', 1)[0] ?? '';
  const load = path === '/control/load';
  const raw = method === 'POST' ? await readBody(request, load ? max_load_bytes : max_bytes) : '';
  if (method === 'POST' && hosts.some((host) => path.startsWith(host))) {
    return processorCall(room, path, raw);
  }
  if (isWalletPath(path)) {
    const answer = await serveWallets(room.lab.wallets, path, readJson(raw));
    return { ...answer, fault: { do: 'none' } };
  }
  switch (`${method} ${path}`) {
    case 'GET /health':
      return plain({ lab: 'ready', pid: process.pid, now: stamp(room.lab.clock.now()) });
    case 'POST /control/clock':
      return plain(await setClock(room.lab, readJson(raw)));
    case 'POST /control/stop':
      return plain({ stopping: true });
    default:
  }
  const { lab, log, settings } = room;
  const url = new URL(target, 'http://lab');
  const reply = settings.control ? await control(lab, log, method, url, raw) : null;
  if (!reply) throw new Refused(404, 'unknown_operation', `no ${method} ${path}`);
  return reply;
}

/** Makes the lab's HTTP server; it does not listen yet. */
export function labServer(lab: Lab, settings: ServerSettings): http.Server {
  const room: Room = { lab, log: wireLog(), settings };
  const server = http.createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    response.on('error', () => undefined);
    route(room, request)
      .then(async (reply) => {
        await deliver(response, reply);
        if (request.url === '/control/stop') settings.stop();
      })
      .catch((error: unknown) => {
        if (response.destroyed || response.headersSent) return;
        if (error instanceof Refused || error instanceof SyntaxError) {
          const { status, code } = error instanceof Refused ? error : { status: 400, code: '' };
          const reported = { code: code || 'bad_request', text: error.message };
          send(response, status, { processed: false, error: reported });
          return;
        }
        process.stderr.write(`lab: ${String((error as Error)?.stack ?? error)}\n`);
        send(response, 500, { error: { code: 'defect', text: 'the lab failed' } });
      });
  });
  return server;
}
