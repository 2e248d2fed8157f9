// The Fastify app without rooms: correlation ids, sign-in, errors, request log, lenient bodies.
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Refusal } from '../../contract/errors.ts';
import { type Actor, type Context, nobody, type Services } from '../context.ts';
import { failure } from './envelope.ts';
import { logRequest } from './request-log.ts';

export interface Credentials {
  authorization: string;
  session_id: string;
  ip: string;
}
/** Turns credentials into an actor; throws a 401 refusal where they are given and wrong. */
export type Authenticate = (services: Services, given: Credentials) => Promise<Actor>;

const body_limit_bytes = 1_048_576;

/** Makes the frame; rooms are plugged in by server/app.ts. */
export function makeFrame(services: Services, authenticate: Authenticate): FastifyInstance {
  const app = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: body_limit_bytes,
    trustProxy: services.config.trust_proxy ? services.config.trust_proxy.split(',') : false,
    genReqId: () => services.ids.next(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8_192 },
    frameworkErrors: answerUnreadablePath,
    keepAliveTimeout: 75_000,
    clientErrorHandler: ignoreClosedSockets,
  });
  readBodiesLeniently(app);
  app.decorateRequest('context');
  app.decorateRequest('scrubbed');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-correlation-id', request.id);
    request.context = contextOf(services, request, nobody);
    const endpoint = request.routeOptions.config.endpoint;
    if (!endpoint) return;
    reply.header('cache-control', 'no-store');
    // The panel's "today" follows the sandbox's clock, not the one of the browser.
    if (services.config.environment !== 'production') {
      reply.header('x-business-time', services.clock.now().toISOString());
    }
    // An open call works with a stale credential too: the panel must be able to start.
    if (endpoint.access.kind === 'open') return;
    const actor = await authenticate(services, credentialsOf(request));
    request.context = contextOf(services, request, actor);
  });
  app.addHook('onResponse', async (request, reply) => logRequest(services, request, reply));
  app.setErrorHandler(answerError);
  return app;
}

function contextOf(services: Services, request: FastifyRequest, actor: Actor): Context {
  return {
    ...services,
    actor,
    request_id: request.id,
    ip: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    hostname: request.hostname.replace(/:\d+$/, ''),
    idempotency_header: String(request.headers['idempotency-key'] ?? '').slice(0, 255),
  };
}

function credentialsOf(request: FastifyRequest): Credentials {
  const cookie = /(?:^|;\s*)sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  return {
    authorization: request.headers.authorization ?? '',
    session_id: String(request.headers['x-session-id'] ?? '') || cookie,
    ip: request.ip,
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
 * A GET with an unannounced body on a closing socket makes the parser complain after the request
 * was answered: writing a 400 then would spoil the answer (gateway-api 1.6).
 */
function ignoreClosedSockets(error: Error & { code?: string }, socket: import('node:net').Socket) {
  if (error.code === 'ECONNRESET' || error.code === 'HPE_CLOSED_CONNECTION' || socket.destroyed) {
    return;
  }
  const body = JSON.stringify(failure('bad request error: malformed HTTP'));
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 400 Bad Request\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
        `content-type: application/json\r\nconnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}

/** A path that cannot be read meets no route and no hook, so its answer is made here whole. */
function answerUnreadablePath(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply
    .code(error.statusCode ?? 400)
    .header('x-correlation-id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failure('bad request error: malformed URL')));
}

function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    if (error.retry_after_seconds) reply.header('retry-after', error.retry_after_seconds);
    return reply.code(error.http_status).send(failure(error.message, error.data));
  }
  const status = error.statusCode ?? 500;
  if (status === 413)
    return reply.code(400).send(failure('bad request error: the body is too large'));
  if (status >= 400 && status < 500) {
    return reply.code(status).send(failure(`bad request error: ${error.message}`));
  }
  request.context.log.error({ err: error, request_id: request.id, path: request.url }, 'defect');
  return reply
    .code(500)
    .send(failure(`internal error: please give the Error ID ${request.id} to support`));
}
