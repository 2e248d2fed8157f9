// The request log: what an Error ID opens. Written in batches beside the requests, never in their
// way.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Selectable, sql } from 'kysely';
import {
  maskCardNumber,
  maskCardNumbers,
} from '../../contract/payments/cards/mask-card-numbers.ts';
import { type Services, systemContext } from '../context.ts';
import { connect } from '../db/database.ts';
import { storableText } from '../db/storable-text.ts';
import type { RequestLog } from '../db/tables.generated.ts';
import { isSecret } from './secret-names.ts';

declare module '../db/tables.generated.ts' {
  interface JsonDocuments {
    /** Whatever was sent, without what may not be kept. */
    'request_log.input': unknown;
  }
}

/** A row not written yet; its input is JSON text, `processor_ms` the wait for processors. */
type Row = Omit<Selectable<RequestLog>, 'input'> & { input: string | null };

const flush_after_ms = 250;
const max_waiting = 5_000;

export interface RequestLogBuffer {
  waiting: Row[];
  /** The write under way; the next one follows it. */
  writing: Promise<void>;
}

export function makeRequestLogBuffer(): RequestLogBuffer {
  return { waiting: [], writing: Promise.resolve() };
}

/** Booleans and null are never secret: rights and settings have such names too. */
function isPlain(value: unknown): boolean {
  return typeof value === 'boolean' || value === null;
}

/** A file, such as a logo, sent as an address: its bytes may hold anything, a card number too. */
const file_content = /data:[\w.+/-]*(?:;[\w=.-]+)*;base64,[\s\S]*/gi;

/** Ten times what is kept: a masked text is shorter than what was typed. */
const longest_read = 2_000;

/**
 * Secrets known by their form: somebody may paste one into any member. API keys, tokens and linked
 * bank accounts of ours, and a private key in PEM from its first line on.
 */
const known_secret =
  /(?:api|pub)_[0-9A-Za-z]{27}|(?:tok|ref)_[\w-]{43}|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*/g;

/**
 * Text as a document may hold it: no secret of a known form, at most 200 characters, none that a
 * database refuses, and every run of digits that could be a card number masked, grouped or not.
 */
function storable(text: string): string {
  // Masked before it is cut: half a card number has no check digit left to be known by.
  const read = text.slice(0, longest_read).replace(known_secret, '***');
  const masked = maskCardNumbers(read.replace(file_content, '(file)'));
  const short = masked.length > 200 ? `${masked.slice(0, 199)}…` : masked;
  return storableText(short);
}

/** A copy of the input without card data, secrets and long texts. */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value === 'number') return maskCardNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 6) return '…';
  if (Array.isArray(value)) return value.slice(0, 20).map((part) => scrub(part, depth + 1));
  const members = Object.entries(value).slice(0, 60);
  return Object.fromEntries(
    members.map(([name, part]) => {
      const is_kept = !isSecret(name) || isPlain(part);
      return [storable(name), is_kept ? scrub(part, depth + 1) : '***'];
    }),
  );
}

/**
 * The path without its query: keys may be deleted by their value, and a parameter may be a secret
 * by its name, so neither is kept. `template` is the path of the endpoint.
 */
export function loggedPath(url: string, template = ''): string {
  const names = `/api${template}`.split('/');
  const parts = (url.split('?')[0] ?? '').split('/').map((part, n) => {
    const [, name] = /^\{(\w+)\}$/.exec(names[n] ?? '') ?? [];
    return name !== undefined && isSecret(name) ? '***' : part;
  });
  return maskCardNumbers(parts.join('/').replace(known_secret, '***')).slice(0, 300);
}

/** The input of an endpoint as it is kept; what is no object is no input of any. */
function loggedInput(body: unknown): string | null {
  if (body === undefined) return null;
  return JSON.stringify(typeof body === 'object' ? scrub(body) : '***');
}

/** Queues a row for the request that has just been answered. */
export function logRequest(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  const endpoint = request.routeOptions.config.endpoint;
  if (!endpoint || endpoint.rate_class === 'free') return;
  const { actor, waited } = request.context;
  const duration_ms = Math.round(reply.elapsedTime);
  const body = endpoint.method === 'POST' ? request.body : request.query;
  push(services, {
    id: request.id,
    account_type: actor.account_type,
    account_id: actor.account_id,
    user_id: actor.user_id,
    method: request.method,
    path: loggedPath(request.url, endpoint.path),
    status: reply.statusCode,
    ip_address: request.ip,
    input: loggedInput(body),
    message: storable(request.refusal_sentence),
    duration_ms,
    // A run over many payments waits for several at once.
    processor_ms: Math.min(duration_ms, Math.round(waited.processor_ms)),
    recorded_at: services.clock.real(),
  });
}

function push(services: Services, row: Row): void {
  const { waiting } = services.request_log_buffer;
  if (waiting.length < max_waiting) waiting.push(row);
  if (waiting.length > 1) return;
  setTimeout(() => flush(services), flush_after_ms).unref();
}

/**
 * Writes what waits, behind what is being written; called by its timer, at shutdown, and before
 * a request trace is read right after its request.
 */
export function flush(services: Services): Promise<void> {
  const buffer = services.request_log_buffer;
  buffer.writing = buffer.writing.then(() => write(services));
  return buffer.writing;
}

async function write(services: Services): Promise<void> {
  const rows = services.request_log_buffer.waiting.splice(0);
  const [first] = rows;
  if (!first) return;
  // Named, so that a column which a newer version adds beside this process takes its default.
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  try {
    const context = systemContext(services, '');
    // One statement whatever the number of rows, so that it is parsed once.
    await sql`insert into request_log (${columns}) select ${columns} from json_populate_recordset(
      null::request_log, ${JSON.stringify(rows.map(parsed))}::json)`.execute(connect(context));
  } catch (error) {
    services.log.warn({ err: error, count: rows.length }, 'request log not written');
  }
}

function parsed(row: Row) {
  return { ...row, input: row.input === null ? null : JSON.parse(row.input) };
}
