// Talks to the server: headers, envelope and errors; the only file of the panel that fetches.

import type { z } from 'zod';
import type { Endpoint, ListReply, PathParams, RecordReply, Rows } from '../contract/endpoint.ts';
import type { Search } from '../contract/search/search.ts';
import { setBusinessTime } from './business-time.ts';
import { beginLoading } from './loading.ts';
import { bot_check_token } from './session/bot-check.ts';
import { endSession, type Session, session } from './session/session.ts';
import { type Viewing, viewing } from './session/viewing.ts';
import { fingerprint } from './session/visitor.ts';

/** A call that failed: the server's words and the correlation id people quote as Error ID. */
export class ApiError extends Error {
  readonly status: number;
  readonly correlation_id: string;
  readonly data: unknown;
  /** The panel itself gave the call up: nothing to tell anybody. */
  readonly cancelled: boolean;

  /** False where the answer had a text body or nothing, so that the caller's words may stand in. */
  readonly has_msg: boolean;

  constructor(
    message: string,
    status: number,
    correlation_id = '',
    data?: unknown,
    has_msg = true,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.correlation_id = correlation_id;
    this.data = data;
    this.has_msg = has_msg;
    this.cancelled = status === -1;
  }
}

/** What of an endpoint a call needs; a screen that must stay light writes it out by hand. */
export type Callable<E extends Endpoint = Endpoint> = Pick<E, 'method' | 'path'> & {
  readonly reply: Pick<E['reply'], 'kind'>;
};

/** What `call` gives for an endpoint: its record, its rows, the file's bytes, or null. */
export type DataOf<E extends Endpoint> =
  E['reply'] extends RecordReply<infer S>
    ? z.output<S>
    : E['reply'] extends ListReply<infer S>
      ? Rows<z.output<S>>
      : E['reply'] extends { kind: 'file' }
        ? Blob
        : null;

/** Input as it is sent; the fields of a search are known by value, not by type. */
type InputOption<S extends z.ZodType> =
  z.output<S> extends Pick<Search, 'filters'> ? z.input<S> & Record<string, unknown> : z.input<S>;

export interface CallRequest<E extends Endpoint> {
  params?: PathParams<E['path']>;
  input?: InputOption<E['input']>;
}

const app_version = import.meta.env.VITE_APP_VERSION ?? 'dev';

interface Sent {
  method: string;
  body: string | undefined;
  view: Viewing | null;
  /** Who calls: another may have signed in by the time of the answer. */
  caller: Session | null;
  /** Proof for a call that the bot check guards, or empty. */
  bot_check: string;
  background: boolean;
}

function headersOf(sent: Sent): Record<string, string> {
  const { view, caller, body, bot_check, background } = sent;
  return {
    accept: 'application/json, text/csv, text/html',
    'x-app-version': app_version,
    // Empty until a check is asked for, or its widget has a token.
    'x-bot-check': bot_check || bot_check_token.get(),
    'x-fingerprint': fingerprint(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(caller && { authorization: `Bearer ${caller.token}`, 'x-session-id': caller.sid }),
    ...(view && { 'x-view-as': view.id }),
    ...(background && { 'x-background': '1' }),
  };
}

/** What the viewer asks and does as themselves, whoever is viewed. */
const own_calls: ReadonlySet<string> = new Set(['GET /user', 'GET /logout']);

/** Looking as somebody else is looking: what changes anything stays here, the server unasked. */
function refuseInView(endpoint: Callable, view: Viewing | null): void {
  if (view === null) return;
  const { audit = null, rate_class = 'read' } = endpoint as Partial<Endpoint>;
  if (audit === null && rate_class !== 'export') return;
  const { name, username } = view.caller;
  const message = `You cannot make changes while viewing as ${name || username}.`;
  throw new ApiError(`${message} Leave the view first.`, 403);
}

/** `/a/{id}` with its parameters put in; a parameter that is missing is a defect. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`path ${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

function query(input: Record<string, unknown>): string {
  const entries = Object.entries(input).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const text = new URLSearchParams(
    entries.map(([name, value]) => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

async function send(url: string, sent: Sent, signal?: AbortSignal) {
  const { method, body } = sent;
  const end = beginLoading();
  try {
    return await fetch(url, {
      method,
      headers: headersOf(sent),
      credentials: 'same-origin',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
  } catch (error) {
    throw lost(error);
  } finally {
    end();
  }
}

/** No answer, or one that broke off on its way. */
function lost(error: unknown): ApiError {
  if (error instanceof DOMException && error.name === 'AbortError') return new ApiError('', -1);
  return new ApiError('The server cannot be reached.', 0);
}

/** The error, in these words where the answer had no `msg` of its own (spec 1 §8). */
export function orElse(error: ApiError, fallback: string): ApiError {
  if (error.has_msg) return error;
  return new ApiError(fallback, error.status, error.correlation_id, error.data);
}

/** A text body longer than this is a listing, not a message. */
const longest_words = 500;

/** What is said where the answer has no words of its own. */
function wordsFor(status: number): string {
  if (status >= 500) return `The server could not complete the request (HTTP ${status}).`;
  if (status >= 400) return `The server refused the request (HTTP ${status}).`;
  return 'The response from the server could not be read.';
}

/** The call that an answer is of. */
interface Asked {
  path: string;
  token: string | undefined;
}

/** What a refused bearer ends is its own session, and not one that began meanwhile. */
function endIfRefused(status: number, { path, token }: Asked): void {
  if (status !== 401 || path === '/token-auth' || path === '/logout') return;
  if (token === session.get()?.token) endSession('ended');
}

/** The message of a failed answer: its `msg`, or the text of its body (spec 1 §8). */
function failed(answer: Response, text: string, asked: Asked): ApiError {
  const correlation_id = answer.headers.get('x-correlation-id') ?? '';
  let message = text;
  let has_msg = false;
  let data: unknown;
  try {
    const envelope = (JSON.parse(text) ?? {}) as { msg?: unknown; data?: unknown };
    message = typeof envelope.msg === 'string' ? envelope.msg : '';
    has_msg = typeof envelope.msg === 'string' && message !== '';
    data = envelope.data;
  } catch {
    // A page of a proxy is markup, not words.
    if (text.trim().startsWith('<')) message = '';
  }
  message = message.trim().slice(0, longest_words);
  if (message === '') message = wordsFor(answer.status);
  endIfRefused(answer.status, asked);
  return new ApiError(message, answer.status, correlation_id, data, has_msg);
}

/** Rows of a list; batches stand beside the sums of all of them (gateway-api 16). */
function rowsIn(data: unknown): unknown {
  if (Array.isArray(data)) return data;
  return (data as { results?: unknown[] } | null | undefined)?.results ?? [];
}

/** An envelope is short; a file that is JSON is not read for being one. */
const longest_refusal_bytes = 10_000;

/** The bytes of a file, unless an envelope that says failed came in their place. */
async function fileIn(answer: Response, asked: Asked): Promise<Blob> {
  const bytes = await answer.blob().catch((error: unknown) => Promise.reject(lost(error)));
  if (bytes.size > longest_refusal_bytes) return bytes;
  const text = await bytes.text();
  if (/^\{"status":\s*"failed"/.test(text)) throw failed(answer, text, asked);
  return bytes;
}

async function textOf(answer: Response): Promise<string> {
  return await answer.text().catch((error: unknown) => Promise.reject(lost(error)));
}

/** The envelope of an answer; null for anything else, such as the sign-in page of a network. */
function envelopeIn(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' ? (read as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

async function opened(answer: Response, kind: string, asked: Asked): Promise<unknown> {
  if (kind === 'file') return await fileIn(answer, asked);
  const text = await textOf(answer);
  const envelope = envelopeIn(text);
  if (envelope === null) throw failed(answer, '', asked);
  // The envelope has the last word: what it calls failed is no success, whatever the HTTP status.
  if (envelope.status === 'failed') throw failed(answer, text, asked);
  const known = envelope.data ?? null;
  if (kind === 'record' && known === null) throw failed(answer, '', asked);
  if (kind !== 'list') return known;
  const { data, total_count, count_estimated } = envelope;
  return { rows: rowsIn(data), total_count, ...(count_estimated === true && { count_estimated }) };
}

/** Whether the server answers for a page of the panel. */
export async function pageExists(path: string): Promise<boolean> {
  const { ok } = await fetch(path, { method: 'HEAD' }).catch(() => ({ ok: false }));
  return ok;
}

interface CallOptions {
  signal?: AbortSignal;
  bot_check?: string;
  /** The page asks by itself: a session does not stay awake by that (spec 1 §4). */
  background?: boolean;
}

/**
 * Calls an endpoint of the contract: GET sends `input` as query, POST and DELETE as JSON, so that
 * codes and passwords stay out of addresses.
 * Throws ApiError; a 401 also ends the session, except on signing in and out (spec 1 §4).
 */
export async function call<E extends Endpoint>(
  endpoint: E | Callable<E>,
  request: CallRequest<E> = {},
  options: CallOptions = {},
): Promise<DataOf<E>> {
  const path = fillPath(endpoint.path, request.params as Record<string, string> | undefined);
  const input = (request.input ?? {}) as Record<string, unknown>;
  const gets = endpoint.method === 'GET';
  const url = `/api${path}${gets ? query(input) : ''}`;
  const body = gets ? undefined : JSON.stringify(input);
  const own = own_calls.has(`${endpoint.method} ${endpoint.path}`);
  const view = own ? null : viewing.get();
  refuseInView(endpoint, view);
  const { signal, bot_check = '', background = false } = options;
  const caller = session.get();
  const sent = { method: endpoint.method, body, view, caller, bot_check, background };
  const answer = await send(url, sent, signal);
  setBusinessTime(answer.headers.get('x-business-time'));
  const asked = { path: endpoint.path, token: caller?.token };
  if (!answer.ok) throw failed(answer, await textOf(answer), asked);
  const data = (await opened(answer, endpoint.reply.kind, asked)) as DataOf<E>;
  // The call was made by the session, which stays alive; the panel gets the record it shows.
  const shown = endpoint.path === '/user' && own ? viewing.get()?.caller : undefined;
  return (shown ?? data) as DataOf<E>;
}
