// The Fastify app without rooms: correlation ids, sign-in, errors, request log, lenient bodies.
import { parseCookie } from 'cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Refusal } from '../../contract/errors.ts';
import { view_as_header } from '../../contract/identity/view-as.ts';
import { maskCardNumbers } from '../../contract/payments/cards/mask-card-numbers.ts';
import { type Actor, type Context, nobody, type Services } from '../context.ts';
import { isDatabaseUnavailable } from '../db/connections/connection-errors.ts';
import { cors_header, corsHeaders } from './cors.ts';
import { failure } from './envelope.ts';
import { makeDrain } from './overload/drain.ts';
import { refuseEarly } from './overload/early-refusal.ts';
import { type LoadShedder, makeLoadShedder } from './overload/load-shedding.ts';
import { spendRefused } from './overload/rate-limits.ts';
import { acquireSlot, withSlot } from './overload/request-slot.ts';
import { cutStalledReaders } from './overload/stalled-readers.ts';
import { answerUnavailable } from './overload/unavailable.ts';
import { auditRefusal } from './refused-actions.ts';
import { body_limit_bytes, readIdempotencyHeader, socket_limits } from './request-limits.ts';
import { loggedPath, logRequest } from './request-log.ts';
import { answerHeaders } from './security-headers.ts';

/** Turnstile's tokens are the longest (rails 12.2). */
const max_bot_check_length = 2_048;

export interface Credentials {
  authorization: string;
  session_id: string;
  ip: string;
  /** The page a browser's call comes from, or empty. */
  origin: string;
  /** The user or role the call is made in view of, or empty. */
  view_as: string;
  /** A page that polls without a user's action: it prolongs no session. */
  background: boolean;
}
/** Turns credentials into an actor; throws a 401 refusal where they are given and wrong. */
export type Authenticate = (services: Services, credentials: Credentials) => Promise<Actor>;

/** Makes the frame; rooms are added by server/app.ts. */
export function makeFrame(services: Services, authenticate: Authenticate): FastifyInstance {
  const app = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: body_limit_bytes,
    trustProxy: services.config.trust_proxy ? services.config.trust_proxy.split(',') : false,
    genReqId: () => services.ids.next(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8_192 },
    frameworkErrors: answerUnreadablePath,
    keepAliveTimeout: socket_limits.keep_alive_ms,
    requestTimeout: socket_limits.request_ms,
    http: {
      headersTimeout: socket_limits.headers_ms,
      connectionsCheckingInterval: socket_limits.check_ms,
      maxHeaderSize: socket_limits.header_bytes,
    },
    clientErrorHandler: answerBrokenRequest,
    return503OnClosing: false,
  });
  const secure = isSecure(services);
  const load_shedder = openLoadShedder(app, services, secure);
  cutStalledReaders(app.server, socket_limits.stalled_ms);
  app.decorate('drain', makeDrain(app.server));
  readBodiesLeniently(app);
  app.decorateRequest('context');
  app.decorateRequest('refusal_sentence', '');
  app.decorateRequest('slot', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-correlation-id', request.id);
    reply.headers(secure || request.protocol === 'https' ? secure_headers : plain_headers);
    request.context = contextOf(services, request);
    const endpoint = request.routeOptions.config.endpoint;
    if (!endpoint) return;
    reply.header('cache-control', 'no-store');
    await acquireSlot(load_shedder, request, endpoint.rate_class);
    request.context.idempotency_header = readIdempotencyHeader(request.headers['idempotency-key']);
    const syncing = services.clock.synced?.();
    if (syncing) await syncing;
    // The panel's "today" follows the sandbox's clock, not the one of the browser.
    if (services.config.environment !== 'production') {
      reply.header('x-business-time', services.clock.now().toISOString());
    }
    // An open call works with a stale credential too: the panel must be able to start.
    if (endpoint.access.kind === 'open') return;
    const actor = await authenticate(services, credentialsOf(request)).catch((error: unknown) => {
      spendRefused(request.context, error);
      throw error;
    });
    const { context } = request;
    context.actor = actor;
    if (endpoint.rate_class === 'payment') request.context = withSlot(context, request.slot);
  });
  app.addHook('onResponse', async (request, reply) => {
    // Logging requests that were shed would add to the load.
    if (request.slot) logRequest(services, request, reply);
  });
  // Also where the client has gone: the work is done when there is an answer, not when it is read.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.slot?.release();
    done();
  });
  app.addHook('onClose', async () => load_shedder.close());
  app.setErrorHandler(answerError);
  return app;
}

/** The load shedder, and the early refusal, which gets the class of each route. */
function openLoadShedder(app: FastifyInstance, services: Services, secure: boolean): LoadShedder {
  const load_shedder = makeLoadShedder(services.config.queue_timeout_seconds, (count) =>
    services.log.warn({ count }, 'requests were shed'),
  );
  const nextId = () => services.ids.next();
  const early = refuseEarly(app.server, { load_shedder, nextId, secure });
  app.addHook('onRoute', ({ method, url, config }) => {
    const rate_class = config?.endpoint?.rate_class;
    if (rate_class) for (const one of [method].flat()) early.addRoute(one, url, rate_class);
  });
  return load_shedder;
}

/** No caller until the credential has been read. */
function contextOf(services: Services, request: FastifyRequest): Context {
  return {
    ...services,
    actor: nobody,
    request_id: request.id,
    ip: request.ip,
    // Masked before it is cut: what is left of a number has no check digit to be known by.
    user_agent: maskCardNumbers(request.headers['user-agent'] ?? '').slice(0, 300),
    hostname: maskCardNumbers(request.hostname.replace(/:\d+$/, '')),
    // Once the header has been read.
    idempotency_header: '',
    device: maskCardNumbers(cookieOf(request, 'device')).slice(0, 100),
    ...visitorOf(request),
    answer_headers: {},
    waited: { processor_ms: 0 },
  };
}

function visitorOf({ headers, host }: FastifyRequest) {
  const bot_check = String(headers['x-bot-check'] ?? '').slice(0, max_bot_check_length);
  const fingerprint = maskCardNumbers(String(headers['x-fingerprint'] ?? ''));
  return {
    bot_check,
    // Browsers set the first by themselves, and no page can keep them from it.
    from_page: headers['sec-fetch-site'] !== undefined || bot_check !== '',
    fingerprint: /^[\w-]{1,64}$/.test(fingerprint) ? fingerprint : '',
    origin: headers.origin ?? '',
    own_host: host,
  };
}

function cookieOf(request: FastifyRequest, name: 'sid' | 'device'): string {
  const { cookie } = request.headers;
  return cookie === undefined ? '' : (parseCookie(cookie)[name] ?? '');
}

function credentialsOf(request: FastifyRequest): Credentials {
  return {
    authorization: request.headers.authorization ?? '',
    session_id: String(request.headers['x-session-id'] ?? '') || cookieOf(request, 'sid'),
    ip: request.ip,
    origin: request.headers.origin ?? '',
    view_as: String(request.headers[view_as_header] ?? ''),
    background: request.headers['x-background'] === '1',
  };
}

/**
 * Old clients send `{}` on GET and DELETE and an empty chunked body on POST: both are valid. Forms
 * are read for token-auth (gateway-api 1.6, 2.1).
 */
function readBodiesLeniently(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = (text: string, form: boolean): unknown => {
    if (text.trim() === '') return {};
    if (form) return Object.fromEntries(new URLSearchParams(text));
    return JSON.parse(text);
  };
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (request.method === 'DELETE') return done(null, readDeleteBody(String(body)));
    if (request.method !== 'POST') return done(null, undefined);
    const form = (request.headers['content-type'] ?? '').startsWith(
      'application/x-www-form-urlencoded',
    );
    try {
      done(null, parse(String(body), form));
    } catch {
      done(new Refusal('invalid', 'bad request error: the body is not valid JSON'));
    }
  });
}

/**
 * Some calls of the panel send members with a DELETE; what cannot be read is no reason to refuse.
 */
function readDeleteBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const plain_headers = answerHeaders(false);
const secure_headers = answerHeaders(true);

/** Whether everybody comes over TLS, so that browsers may be held to it (HSTS). */
function isSecure({ config }: Services): boolean {
  return config.environment === 'production' || config.public_url.startsWith('https:');
}

/** What Node says of a request it could not read, and what we answer. */
const broken: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request did not come in time'],
};

/**
 * A GET with an unannounced body on a closing socket makes the parser complain after the request
 * was answered: writing a 400 then would spoil the answer (gateway-api 1.6).
 */
function answerBrokenRequest(error: Error & { code?: string }, socket: import('node:net').Socket) {
  if (error.code === 'ECONNRESET' || error.code === 'HPE_CLOSED_CONNECTION' || socket.destroyed) {
    return;
  }
  const [status, message] = broken[error.code ?? ''] ?? ['400 Bad Request', 'malformed HTTP'];
  const body = JSON.stringify(failure(`bad request error: ${message}`));
  const headers = {
    ...plain_headers,
    'content-length': Buffer.byteLength(body),
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

/**
 * A path that cannot be read meets no route and no hook, so its answer is made here whole. One of
 * the panel is an unknown address, which leads to the root of its area (spec 1 §2).
 */
function answerUnreadablePath(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const area = /^\/(auth|admin|partner|merchant)(?=[/?#]|$)/.exec(request.url)?.[0] ?? '/auth';
  if (request.method === 'GET' && !/^\/(api|assets)(?=[/?#]|$)/.test(request.url)) {
    void reply.headers(plain_headers).header('x-correlation-id', request.id).redirect(area);
    return;
  }
  void reply
    .code(error.statusCode ?? 400)
    .headers(plain_headers)
    .header('x-correlation-id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failure('bad request error: malformed URL')));
}

async function answerError(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  request.refusal_sentence = error.message;
  if (error instanceof Refusal) {
    await auditRefusal(request, error);
    const { [cors_header]: allowed } = request.context.answer_headers;
    if (allowed) reply.headers(corsHeaders(allowed));
    if (error.retry_after_seconds) reply.header('retry-after', error.retry_after_seconds);
    return reply.code(error.http_status).send(failure(error.message, error.data));
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    const http_status = status === 413 ? 400 : status;
    const what = status === 413 ? 'the body is too large' : error.message;
    const message = `bad request error: ${what}`;
    await auditRefusal(request, { kind: 'invalid', message, http_status });
    return reply.code(http_status).send(failure(message));
  }
  // What a defect says may hold anything; the log of the server has it.
  request.refusal_sentence = 'internal error';
  if (isDatabaseUnavailable(error)) return answerUnavailable(error, request, reply);
  const path = loggedPath(request.url, request.routeOptions.config.endpoint?.path);
  request.context.log.error({ err: error, request_id: request.id, path }, 'internal error');
  return reply
    .code(500)
    .send(failure(`internal error: please give the Error ID ${request.id} to support`));
}
