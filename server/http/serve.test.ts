// serve() with a contract made for the test: envelopes, refusals, input, parameters, budgets.
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { open, signedIn } from '../../contract/access/access.ts';
import { endpoint, file, list, nothing, record } from '../../contract/endpoint.ts';
import { Refusal, type RefusalKind, refusal_status, refuse } from '../../contract/errors.ts';
import { type Actor, nobody } from '../context.ts';
import { frameServices } from '../testing/frame-services.ts';
import { makeFrame } from './app-frame.ts';
import { rate_limits } from './overload/rate-limits.ts';
import { RawAnswer, serve } from './serve.ts';

const get = { method: 'GET', access: open, rate_class: 'read', summary: '' } as const;
const post = { ...get, method: 'POST', rate_class: 'write' } as const;

const input = z.object({
  name: z.string().max(5).optional(),
  postal_code: z.string().max(3).optional(),
  method: z
    .union([z.object({ card: z.object({ number: z.string() }) }), z.object({ cash: z.object({}) })])
    .optional(),
  rows: z.array(z.object({ unit_price: z.int() })).optional(),
});
const contract = {
  record: endpoint({ ...get, path: '/record', reply: record(z.object({ a: z.int() }), ['a']) }),
  list: endpoint({ ...get, path: '/list', reply: list(z.string()) }),
  estimated: endpoint({ ...get, path: '/estimated', reply: list(z.string()) }),
  nothing: endpoint({ ...post, path: '/nothing', reply: nothing() }),
  file: endpoint({ ...get, path: '/file', reply: file(['text/csv']) }),
  echo: endpoint({ ...post, path: '/echo', input, reply: record(input) }),
  one: endpoint({ ...get, path: '/one/{id}', reply: record(z.string()) }),
  replayed: endpoint({ ...post, path: '/kept', reply: record(z.string()) }),
  first: endpoint({ ...post, path: '/first', reply: record(z.string()) }),
  refused: endpoint({
    ...post,
    path: '/refused/{kind}',
    reply: nothing(),
    input: z.object({ data: z.unknown().optional() }),
  }),
  broken: endpoint({ ...get, path: '/broken', reply: nothing() }),
  sign_in: endpoint({ ...post, path: '/sign-in', rate_class: 'sign_in', reply: nothing() }),
  guarded: endpoint({
    ...get,
    path: '/guarded',
    access: signedIn(['merchant'], { permission: 'process_sale' }),
    reply: nothing(),
  }),
};

const stored_bytes = '{"status":"success","msg":"success","data":"as it was"}';

let app: FastifyInstance;
let actor: Actor;
let authenticate: () => Promise<Actor>;
/** The monotonic clock stands still where this is set, so that no budget is refilled. */
let stopped_at_ms: number | undefined;

beforeEach(async () => {
  actor = nobody;
  authenticate = async () => actor;
  stopped_at_ms = undefined;
  const services = frameServices();
  const { clock } = services;
  const monotonicMs = () => stopped_at_ms ?? clock.monotonicMs();
  app = makeFrame({ ...services, clock: { ...clock, monotonicMs } }, () => authenticate());
  serve(app, contract, {
    record: async () => ({ a: 1 }),
    list: async () => ({ rows: ['x', 'y'], total_count: 7 }),
    estimated: async () => ({ rows: [], total_count: 20_000, count_estimated: true }),
    nothing: async () => undefined,
    file: async () => ({ content_type: 'text/csv', filename: 'a.csv', body: 'a,b\n' }),
    echo: async (_context, _params, echoed) => echoed,
    one: async (_context, { id }) => id,
    replayed: async () => new RawAnswer(stored_bytes, 200, true),
    first: async () => new RawAnswer(stored_bytes),
    refused: async (_context, { kind }, { data }) => refuse(kind as RefusalKind, 'in words', data),
    broken: async () => {
      throw new Error('select secret from vault');
    },
    sign_in: async () => undefined,
    guarded: async () => undefined,
  });
  await app.ready();
});
afterEach(() => app.close());

async function call(method: 'GET' | 'POST', path: string, body?: unknown) {
  const answer = await app.inject({
    method,
    url: `/api${path}`,
    ...(body !== undefined && {
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}
const json = (text: string) => JSON.parse(text);

describe('envelopes', () => {
  it('are as their kind of reply states', async () => {
    const text = async (method: 'GET' | 'POST', path: string) =>
      json((await call(method, path)).text);
    const envelope = { status: 'success', msg: 'success' };
    expect(await text('GET', '/record')).toEqual({ ...envelope, a: 1, data: { a: 1 } });
    expect(await text('GET', '/list')).toEqual({ ...envelope, data: ['x', 'y'], total_count: 7 });
    expect(await text('POST', '/nothing')).toEqual({ ...envelope, data: null });
    const estimated = { ...envelope, data: [], total_count: 20_000, count_estimated: true };
    expect(await text('GET', '/estimated')).toEqual(estimated);
  });

  it('are absent from files, which have a name and their own type', async () => {
    const { text, headers } = await call('GET', '/file');
    expect(text).toBe('a,b\n');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="a.csv"');
  });

  it('of kept answers are their very bytes, and say that they are repeated', async () => {
    const { text, headers } = await call('POST', '/kept');
    expect(text).toBe(stored_bytes);
    expect(headers['idempotency-replayed']).toBe('true');
    const first = await call('POST', '/first');
    expect(first.text).toBe(stored_bytes);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
  });
});

describe('refusals', () => {
  it('have the status of their kind, the message as it is, and data only where given', async () => {
    for (const [kind, status] of Object.entries(refusal_status)) {
      const plain = await call('POST', `/refused/${kind}`, {});
      expect([plain.status, json(plain.text)]).toEqual([
        status,
        { status: 'failed', msg: 'in words' },
      ]);
    }
    const data = { invalid: ['cvc'] };
    const detailed = await call('POST', '/refused/refused', { data });
    expect(json(detailed.text).data).toEqual(data);
  });

  it('for a defect are 500 with the Error ID and nothing of its cause', async () => {
    const { status, text, headers } = await call('GET', '/broken');
    const id = String(headers['x-correlation-id']);
    expect(status).toBe(500);
    expect(id).toMatch(/^[0-9a-v]{20}$/);
    expect(json(text).msg).toContain(id);
    expect(text).not.toContain('vault');
  });

  it('of rights name the right that is missing', async () => {
    const merchant = { ...nobody, kind: 'api_key', account_type: 'merchant' } as const;
    actor = merchant;
    const { status, text } = await call('GET', '/guarded');
    expect([status, json(text).msg]).toEqual([
      403,
      'forbidden: This requires the “Charge a card or bank account” permission. ' +
        'A user with the admin role in the account can grant it under Users → Permissions.',
    ]);
    actor = { ...merchant, permissions: { process_sale: true } };
    expect((await call('GET', '/guarded')).status).toBe(200);
  });
});

describe('input', () => {
  it('loses members it does not know, misspelt ones too', async () => {
    const { text } = await call('POST', '/echo', {
      name: 'a',
      email_reciept: true,
      merchant_id: 'x',
    });
    expect(json(text).data).toEqual({ name: 'a' });
  });

  it('that does not fit is 400, names the field by its label and lists every fault', async () => {
    const { status, text } = await call('POST', '/echo', {
      postal_code: '12345',
      name: 'too long',
      rows: [{ unit_price: 1 }, { unit_price: 1.5 }],
    });
    const { msg, data } = json(text);
    expect(status).toBe(400);
    expect(data.invalid.map((fault: { field: string }) => fault.field).sort()).toEqual([
      'name',
      'postal_code',
      'rows.1.unit_price',
    ]);
    expect(msg).toBe('bad request error: invalid Name');
    expect(data.invalid).toContainEqual({
      field: 'rows.1.unit_price',
      message: 'The Unit price field must be a whole number.',
    });
    const one = json((await call('POST', '/echo', { postal_code: '12345' })).text);
    expect(one.msg).toBe('bad request error: invalid Postal Code');
  });

  it('of several shapes is judged by the shape that was meant', async () => {
    const { text } = await call('POST', '/echo', { method: { card: { number: 4111 } } });
    expect(json(text).data.invalid[0].field).toBe('method.card.number');
  });

  it('must be an object; null, nothing and an empty text are an empty one', async () => {
    for (const body of [[], [1], 'text', 7, true]) {
      expect((await call('POST', '/echo', body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await call('POST', '/echo', null)).status).toBe(200);
    expect((await call('POST', '/echo')).status).toBe(200);
  });
});

describe('path parameters', () => {
  it('are ids and plain words; what could never be one is 404', async () => {
    expect(json((await call('GET', '/one/a.b-c_1')).text).data).toBe('a.b-c_1');
    for (const value of ['a%20b', "a'b", '%3Cb%3E', '%00', 'a%2Fb', 'x'.repeat(81), '%C3%A9']) {
      const { status, text } = await call('GET', `/one/${value}`);
      expect([status, json(text).msg], value).toEqual([404, 'not found']);
    }
  });

  it('may be followed by a slash', async () => {
    expect((await call('GET', '/one/abc/')).status).toBe(200);
  });
});

describe('budgets', () => {
  it('run out into 429 with the seconds to wait, for this class and caller alone', async () => {
    for (let n = 0; n < rate_limits.sign_in.burst; n++) {
      expect((await call('POST', '/sign-in')).status).toBe(200);
    }
    const { status, text, headers } = await call('POST', '/sign-in');
    expect([status, json(text).status]).toEqual([429, 'failed']);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await call('GET', '/record')).status).toBe(200);
    const elsewhere = { method: 'POST', url: '/api/sign-in', remoteAddress: '192.0.2.7' } as const;
    expect((await app.inject(elsewhere)).statusCode).toBe(200);
  });

  it('of refused credentials is spent by refusals, not by a database that is away', async () => {
    const away = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' });
    stopped_at_ms = 1_000;
    const statusesOf = async (failure: Error) => {
      authenticate = () => Promise.reject(failure);
      const seen = new Set<number>();
      for (let n = 0; n <= rate_limits.refused.burst; n++) {
        seen.add((await call('GET', '/guarded')).status);
      }
      return [...seen];
    };
    expect(await statusesOf(away)).toEqual([503]);
    expect(await statusesOf(new Refusal('unauthorized', 'unauthorized'))).toEqual([401, 429]);
    expect(await statusesOf(away)).toEqual([503]);
  });

  it('let a private key make a thousand payments a minute', () => {
    expect(rate_limits.payment.per_minute).toBeGreaterThanOrEqual(1_000);
  });
});
