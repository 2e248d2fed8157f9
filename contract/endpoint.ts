// The contract as values: an endpoint is method, path, access, input, reply, class and audit verb.
import { z } from 'zod';
import type { Access, SignedInRule } from './access/access.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** As what a call is counted; the limits stand in server/http/overload/rate-limits.ts. */
export type RateClass =
  | 'free'
  | 'read'
  | 'search'
  | 'write'
  | 'payment'
  | 'sign_in'
  | 'recovery'
  | 'probe'
  | 'export';

/** Names between braces of a path: `PathParams<'/a/{b}'>` is `{ b: string }`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;

export interface RecordReply<S extends z.ZodType = z.ZodType> {
  readonly kind: 'record';
  readonly schema: S;
  /** Members that stand beside `data` too, for clients that read them there (gateway-api 1.2). */
  readonly top_level: readonly string[];
  /** Types of the bare bytes that stand in for the record where the input asks for a file. */
  readonly files: readonly string[];
}
export interface ListReply<S extends z.ZodType = z.ZodType> {
  readonly kind: 'list';
  readonly schema: S;
  /** `count` stands beside `total_count`, as deprecated clients read it (gateway-api 1.2). */
  readonly counted: boolean;
}
export interface NothingReply {
  readonly kind: 'nothing';
}
export interface FileReply {
  readonly kind: 'file';
  readonly content_types: readonly string[];
}
export type Reply = RecordReply | ListReply | NothingReply | FileReply;

/** `data` is one object; or the answer is a file of one of the types, where the input says so. */
export function record<S extends z.ZodType>(
  schema: S,
  top_level: readonly string[] = [],
  files: readonly string[] = [],
): RecordReply<S> {
  return { kind: 'record', schema, top_level, files };
}

/** `data` is an array and `total_count` stands beside it. */
export function list<S extends z.ZodType>(schema: S, { counted = false } = {}): ListReply<S> {
  return { kind: 'list', schema, counted };
}

/** `data` is null. */
export function nothing(): NothingReply {
  return { kind: 'nothing' };
}

/** The bare bytes, without an envelope. */
export function file(content_types: readonly string[]): FileReply {
  return { kind: 'file', content_types };
}

export interface Endpoint<
  Path extends string = string,
  Input extends z.ZodType = z.ZodType,
  R extends Reply = Reply,
> {
  readonly method: Method;
  readonly path: Path;
  readonly access: Access;
  /**
   * What the call that reads the record takes, of a call that changes it: a limited key that may
   * not read it is answered only what its own call wrote (decision 17).
   */
  readonly reads?: SignedInRule;
  /** Body of a POST, query of a GET; a DELETE takes its query. Unknown keys are dropped. */
  readonly input: Input;
  /** Members of the input that a POST takes from its query as well, as old clients send them. */
  readonly query: readonly string[];
  readonly reply: R;
  readonly rate_class: RateClass;
  /** Verb of the audit row this call leaves, or null where it changes nothing. */
  readonly audit: string | null;
  /** One sentence for the API reference. */
  readonly summary: string;
}

export const no_input = z.object({});
export type NoInput = typeof no_input;

type Definition<Path extends string, Input extends z.ZodType, R extends Reply> = {
  method: Method;
  path: Path;
  access: Access;
  reads?: SignedInRule;
  input?: Input;
  query?: readonly string[];
  reply: R;
  rate_class: RateClass;
  audit?: string | null;
  summary: string;
};

/** States one call of the API. Path parameters are typed from the path's text. */
export function endpoint<
  const Path extends string,
  R extends Reply,
  Input extends z.ZodType = NoInput,
>(definition: Definition<Path, Input, R>): Endpoint<Path, Input, R> {
  const input = (definition.input ?? no_input) as Input;
  return { ...definition, input, query: definition.query ?? [], audit: definition.audit ?? null };
}

/** A room's endpoints by name; handlers are an object with the same keys. */
export type Contract = Readonly<Record<string, Endpoint>>;

export type InputOf<E extends Endpoint> = z.output<E['input']>;
export type ParamsOf<E extends Endpoint> =
  E extends Endpoint<infer Path, z.ZodType, Reply> ? PathParams<Path> : never;

export interface Rows<T> {
  rows: readonly T[];
  total_count: number;
  /** Set when the count is capped and then estimated, never silently. */
  count_estimated?: boolean;
}

export interface FileBody<Body> {
  content_type: string;
  filename?: string;
  body: Body;
}

/** What a handler gives for an endpoint's reply; Stream is the server's stream type. */
export type ReplyOf<E extends Endpoint, Stream = never> =
  E['reply'] extends RecordReply<infer S>
    ? z.input<S>
    : E['reply'] extends ListReply<infer S>
      ? Rows<z.input<S>>
      : E['reply'] extends FileReply
        ? FileBody<string | Stream>
        : // biome-ignore lint/suspicious/noConfusingVoidType: such a handler returns nothing
          void;

/** Names of an endpoint's path parameters, in order. */
export function paramNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}
