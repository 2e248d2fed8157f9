// What every answer must be, whichever test asked: correlation id, envelope, schema, audit row.

import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import type { Answer } from './worlds/world.ts';

/** The served endpoint a request meets: static parts of a path win over parameters. */
export function endpointAt(
  endpoints: readonly Endpoint[],
  method: string,
  url: string,
): Endpoint | undefined {
  const parts = (url.split('?')[0] ?? '').split('/');
  if (parts.at(-1) === '') parts.pop();
  const fitting = endpoints.filter((endpoint) => {
    const pattern = endpoint.path.split('/');
    return (
      endpoint.method === method &&
      pattern.length === parts.length &&
      pattern.every((part, n) => part.startsWith('{') || part === parts[n])
    );
  });
  const rank = (endpoint: Endpoint) => endpoint.path.replaceAll('{', '\u{7f}');
  return fitting.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
}

/** Throws with a sentence where an answer breaks a promise of the API (gateway-api 1.2, 1.3). */
export async function checkAnswer(
  system: Context,
  endpoint: Endpoint | undefined,
  answer: Answer,
): Promise<void> {
  const fault = answerFault(endpoint, answer) ?? (await auditFault(system, endpoint, answer));
  if (!fault) return;
  const what = endpoint ? `${endpoint.method} ${endpoint.path}` : 'a path without endpoint';
  throw new Error(`${what} answered ${answer.status}: ${fault}\n${answer.text.slice(0, 200)}`);
}

function answerFault(endpoint: Endpoint | undefined, answer: Answer): string | null {
  if (!/^[0-9a-v]{20}$/.test(String(answer.headers['x-correlation-id']))) {
    return 'there is no correlation id';
  }
  if (answer.status === 200 && endpoint && isFile(endpoint, answer)) {
    return fileFault(endpoint, answer);
  }
  const { body } = answer;
  if (typeof body !== 'object' || body === null) return 'the body is not a JSON object';
  if (typeof body.msg !== 'string' || body.msg === '') return 'there is no msg';
  if (answer.status !== 200) return body.status === 'failed' ? null : 'the status is not failed';
  if (!endpoint) return null;
  return successFault(endpoint, body);
}

const typeOf = ({ headers }: Answer) => String(headers['content-type']).split(';')[0] as string;

function isFile({ reply }: Endpoint, answer: Answer): boolean {
  if (reply.kind === 'file') return true;
  return reply.kind === 'record' && reply.files.includes(typeOf(answer));
}

function fileFault({ reply }: Endpoint, answer: Answer): string | null {
  const type = typeOf(answer);
  if (reply.kind !== 'file' || reply.content_types.includes(type)) return null;
  return `the content type is ${type}`;
}

function successFault(endpoint: Endpoint, body: Answer['body']): string | null {
  const { reply } = endpoint;
  if (body.status !== 'success' || body.msg !== 'success') return 'it does not say success';
  if (reply.kind === 'nothing') return body.data === null ? null : 'data is not null';
  if (reply.kind === 'file') return null;
  if (reply.kind === 'record') {
    const missing = reply.top_level.find(
      (name) => !isDeepStrictEqual(body[name], body.data?.[name]),
    );
    return missing ? `${missing} is not at the top level` : schemaFault(reply.schema, body.data);
  }
  if (!Array.isArray(body.data)) return 'data is not a list';
  if (!Number.isInteger(body.total_count)) return 'there is no total_count';
  for (const row of body.data) {
    const fault = schemaFault(reply.schema, row);
    if (fault) return fault;
  }
  return null;
}

/** Schemas drop unknown members, so what comes out must be what went in, member for member. */
function schemaFault(schema: z.ZodType, data: unknown): string | null {
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return `${issue?.path.join('.') || 'data'}: ${issue?.message}`;
  }
  return difference(data, parsed.data, 'data');
}

function difference(data: unknown, parsed: unknown, where: string): string | null {
  if (isDeepStrictEqual(data, parsed)) return null;
  if (!isObject(data) || !isObject(parsed)) return `${where} is not as its schema states it`;
  for (const name of new Set([...Object.keys(data), ...Object.keys(parsed)])) {
    if (!(name in parsed)) return `${where}.${name} is not in the schema`;
    const inside = difference(data[name], parsed[name], `${where}.${name}`);
    if (inside) return inside;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Writes that find everything as it is requested say so and change nothing. */
const may_change_nothing = new Set(['transaction.tip_adjust']);

/** A write leaves its row in the commit of the change; a read and a kept answer leave none. */
async function auditFault(
  system: Context,
  endpoint: Endpoint | undefined,
  answer: Answer,
): Promise<string | null> {
  if (!endpoint || answer.status !== 200) return null;
  const count = await auditCount(system, String(answer.headers['x-correlation-id']));
  const replayed = answer.headers['idempotency-replayed'] === 'true';
  // A report too large to be the answer is noted as an export, which is a write.
  const exported =
    endpoint.rate_class === 'export' &&
    String(answer.headers['content-type']).startsWith('application/json');
  if (exported) return count > 0 ? null : 'it asked for an export and left no audit row';
  if (endpoint.audit === null || replayed) {
    return count === 0 ? null : `it left ${count} audit rows, though it changes nothing`;
  }
  if (may_change_nothing.has(endpoint.audit)) return null;
  return count > 0 ? null : `it left no audit row (${endpoint.audit})`;
}

/** How many audit rows carry this correlation id. */
export async function auditCount(system: Context, request_id: string): Promise<number> {
  const { count } = await connect(system)
    .selectFrom('audit_log')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('request_id', '=', request_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Rows of this correlation id: of what was done, and of what was turned down. */
export async function auditCounts(system: Context, request_id: string) {
  const { rows } = await sql<{ done: number; refused: number }>`
    select count(*) filter (where not turned_down) as done,
      count(*) filter (where turned_down) as refused
    from (select coalesce(after ? 'refused', false) as turned_down from audit_log
      where request_id = ${request_id}) as noted`.execute(connect(system));
  return rows[0] ?? { done: 0, refused: 0 };
}
