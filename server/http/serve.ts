// serve(): binds a room's contract to its handlers: rate limit, access, input, answer of each call.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Contract,
  type Endpoint,
  type FileBody,
  type InputOf,
  type ParamsOf,
  paramNames,
  type ReplyOf,
} from '../../contract/endpoint.ts';
import { type InvalidData, refuse } from '../../contract/errors.ts';
import { faultsIn } from '../../contract/faults.ts';
import { labelOfPath } from '../../contract/fields.ts';
import { view_as_header } from '../../contract/identity/view-as.ts';
import { maskCardNumbers } from '../../contract/payments/cards/mask-card-numbers.ts';
import type { Context } from '../context.ts';
import { isUnstorable } from '../db/storable-text.ts';
import { checkAccess, checkSwitch } from './access.ts';
import { success } from './envelope.ts';
import { spendBudget } from './overload/rate-limits.ts';
import { ownPart } from './redact-response.ts';
import { readLimited } from './request-limits.ts';

/** An answer whose bytes are kept: a repeated idempotency key gets exactly them (Q8). */
export class RawAnswer {
  readonly body: string;
  readonly http_status: number;
  /** Whether the key was used before; said in the header `idempotency-replayed`. */
  readonly replayed: boolean;
  constructor(body: string, http_status = 200, replayed = false) {
    this.body = body;
    this.http_status = http_status;
    this.replayed = replayed;
  }
}

/** A file in place of a record (RecordReply.files). */
export class FileAnswer {
  readonly file: FileBody<string | Readable>;
  constructor(file: FileBody<string | Readable>) {
    this.file = file;
  }
}

export type Handler<E extends Endpoint> = (
  context: Context,
  params: ParamsOf<E>,
  input: InputOf<E>,
) => Promise<ReplyOf<E, Readable> | RawAnswer | FileAnswer>;

export type Handlers<C extends Contract> = { readonly [K in keyof C]: Handler<C[K]> };

declare module 'fastify' {
  interface FastifyRequest {
    context: Context;
    /** Why the request was turned down, in the words of its answer; empty where it was not. */
    refusal_sentence: string;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** Adds the calls of a contract to the app: a line of a room's table. */
export type Routes = (app: FastifyInstance) => void;

export function routes<C extends Contract>(contract: C, handlers: Handlers<C>): Routes {
  return (app) => serve(app, contract, handlers);
}

/** Registers the routes of a contract. Leaving a handler out does not compile. */
export function serve<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handlers: Handlers<C>,
): void {
  for (const name of Object.keys(contract)) {
    const endpoint = contract[name] as Endpoint;
    const handler = handlers[name] as Handler<Endpoint>;
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { endpoint },
      handler: (request, reply) => answer(endpoint, handler, request, reply),
    });
  }
}

async function answer(
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const context = request.context;
  spendBudget(context, endpoint.rate_class);
  checkAccess(context.actor, endpoint.access);
  await checkSwitch(context, endpoint.access);
  refuseNavigation(endpoint, request);
  refuseInView(endpoint, request);
  const params = readParams(endpoint.path, request.params);
  const sent = rawInput(endpoint, request);
  const input = readInput(endpoint, sent);
  const value = await handler(context, params as never, input as never);
  for (const name in context.answer_headers) reply.header(name, context.answer_headers[name]);
  if (value instanceof RawAnswer) {
    if (value.replayed) reply.header('idempotency-replayed', 'true');
    return reply.code(value.http_status).type('application/json; charset=utf-8').send(value.body);
  }
  if (value instanceof FileAnswer) return sendFile(reply, value.file);
  const is_record = endpoint.reply.kind === 'record' && typeof value === 'object' && value !== null;
  const shown = is_record ? ownPart(endpoint, context.actor, value, input as object) : value;
  return send(endpoint, reply, shown);
}

/** A GET that changes something is called, never opened as a page (quality 3.3). */
function refuseNavigation({ method, audit }: Endpoint, { headers }: FastifyRequest): void {
  if (method !== 'GET' || audit === null || headers['sec-fetch-mode'] !== 'navigate') return;
  refuse('forbidden', 'forbidden: this address does not serve pages');
}

/** A session that views the panel as another user is read-only. */
function refuseInView({ audit, rate_class }: Endpoint, request: FastifyRequest): void {
  if (!request.headers[view_as_header] || (audit === null && rate_class !== 'export')) return;
  refuse('forbidden', 'forbidden: changes are not allowed while viewing as another user');
}

/** The body of a POST, the query of a GET, both of a DELETE. */
function rawInput({ method, query }: Endpoint, request: FastifyRequest): unknown {
  if (method === 'POST') return query.length === 0 ? request.body : withQuery(query, request);
  if (method === 'GET' || typeof request.body !== 'object') return request.query;
  return { ...request.body, ...(request.query as object) };
}

/** The named members of the query beside the body; the body's own win. */
function withQuery(names: readonly string[], { body, query }: FastifyRequest): unknown {
  if (typeof body === 'string' && body !== '') return body;
  if (Array.isArray(body)) return body;
  const sent = query as Record<string, unknown>;
  const named = names.filter((name) => sent[name] !== undefined);
  const selected = Object.fromEntries(named.map((name) => [name, sent[name]]));
  return { ...selected, ...(typeof body === 'object' ? body : {}) };
}

function send(endpoint: Endpoint, reply: FastifyReply, value: unknown): unknown {
  if (endpoint.reply.kind !== 'file') {
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(success(endpoint.reply, value)));
  }
  return sendFile(reply, value as FileBody<string | Readable>);
}

function sendFile(reply: FastifyReply, file: FileBody<string | Readable>): unknown {
  if (file.filename) {
    reply.header('content-disposition', `attachment; filename="${file.filename}"`);
  }
  // Bytes that are no text have no character set.
  const is_text = /^text\/|\/json$/.test(file.content_type);
  const charset = is_text ? '; charset=utf-8' : '';
  return reply.type(`${file.content_type}${charset}`).send(file.body);
}

/** Ids in paths are plain tokens, none a card number; anything else cannot exist (404). */
function readParams(path: string, raw: unknown): Record<string, string> {
  const params = raw as Record<string, string>;
  for (const name of paramNames(path)) {
    const value = params[name] ?? '';
    const plain = value.length <= 80 && /^[\w.^~:@-]+$/.test(value);
    if (!plain || maskCardNumbers(value) !== value) refuse('not_found', 'not found');
  }
  return params;
}

function readInput({ method, path, input }: Endpoint, raw: unknown): unknown {
  const body = raw === undefined || raw === null || raw === '' ? {} : raw;
  if (typeof body !== 'object' || Array.isArray(body)) {
    refuse('invalid', 'bad request error: the body must be a JSON object');
  }
  const limited = readLimited(body, `${method} ${path}`);
  const parsed = input.safeParse(limited);
  if (parsed.success) {
    const name = unstorableMember(parsed.data);
    if (name !== null) refuse('invalid', `bad request error: invalid ${labelOfPath([name])}`);
    return parsed.data;
  }
  const faults = faultsIn(input, limited, parsed.error.issues);
  const first = faults[0] ?? { path: [], message: '' };
  const data: InvalidData = {
    invalid: faults.slice(0, 20).map((fault) => ({
      field: fault.path.map(String).join('.'),
      message: fault.message,
    })),
  };
  refuse('invalid', `bad request error: invalid ${labelOfPath(first.path)}`, data);
}

const deepest = 40;

/** Name of the first member that could not be stored, or null. */
function unstorableMember(value: unknown, name = '', depth = 0): string | null {
  if (typeof value === 'string') return isUnstorable(value) ? name : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > deepest) return name;
  for (const [key, part] of Object.entries(value)) {
    if (isUnstorable(key)) return name;
    const found = unstorableMember(part, Array.isArray(value) ? name : key, depth + 1);
    if (found !== null) return found;
  }
  return null;
}
