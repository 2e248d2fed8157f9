// What a limited key is answered of a record that it may change but not read.
import { z } from 'zod';
import { allowed } from '../../contract/access/allowed.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Actor } from '../context.ts';

/** Members that say which record it is, and when it was written. */
const named = new Set(['id', 'merchant_id', 'account_id', 'created_at', 'updated_at']);

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  const is_object = typeof value === 'object' && value !== null;
  return is_object && !Array.isArray(value) && !(value instanceof Date);
}

/** Stands for no moment where a schema takes neither an empty text nor null. */
const no_moment = '0001-01-01T00:00:00Z';

function emptiesOf(value: unknown): unknown[] {
  if (typeof value === 'string') return ['', null, no_moment];
  if (typeof value === 'number') return [0];
  if (typeof value === 'boolean') return [false];
  if (Array.isArray(value)) return [[]];
  return isObject(value) ? [{}, null] : [null];
}

/**
 * An empty value of the schema's own type, so that clients can read the record. A value of a closed
 * list (a type, a status) stays: the list has no empty one.
 */
function emptied(value: unknown, schema: z.ZodType | undefined): unknown {
  const fitting = emptiesOf(value).find((one) => schema?.safeParse(one).success ?? true);
  if (fitting !== undefined || !isObject(value)) return fitting ?? value;
  return sentPart(value, {}, schema);
}

function shapeOf(schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType | undefined>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** The members that were sent keep their values; those that were not are emptied. */
function sentPart(value: unknown, sent: unknown, schema: z.ZodType | undefined): unknown {
  if (isObject(value) && isObject(sent)) {
    const shape = shapeOf(schema);
    const parts = Object.entries(value)
      .filter(([name]) => name in shape || Object.hasOwn(sent, name))
      .map(([name, part]) => [name, sentPart(part, sent[name], shape[name])]);
    return Object.fromEntries(parts);
  }
  return JSON.stringify(value) === JSON.stringify(sent) ? value : emptied(value, schema);
}

/**
 * The record, or, for a limited key that may not read it, what its own call wrote with everything
 * else empty (decision 17). Calls of payments state no `reads`: capture, refund and receipt answer
 * the transaction to whoever may make them (gateway-api 3.1).
 */
export function ownPart(endpoint: Endpoint, actor: Actor, record: object, sent: object): object {
  const { reads, reply } = endpoint;
  if (!reads || !actor.limits || allowed(reads, actor).ok) return record;
  const shape = shapeOf(reply.kind === 'record' ? reply.schema : undefined);
  const parts = Object.entries(record).map(([name, value]) => {
    const part = () => sentPart(value, (sent as Members)[name], shape[name]);
    return [name, named.has(name) ? value : part()];
  });
  return Object.fromEntries(parts);
}
