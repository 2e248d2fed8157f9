// Whatever is sent, the answer is never a defect and always parses.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, paramNames } from '../../../contract/endpoint.ts';
import { auditCounts, checkAnswer, endpointAt } from '../answer-checks.ts';
import { resetBudgets } from '../budgets.ts';
import { is_deep } from '../deep.ts';
import type { Answer } from '../worlds/world.ts';
import { keyOf, type Request } from './case-parts.ts';
import { fill } from './cases.ts';
import { isFilter, membersOf, withAt } from './schema-walk.ts';
import { credentialFor, openSweepWorld, ownerOf, requestOf } from './sweep-world.ts';
import {
  type Dice,
  deadly,
  evil,
  evil_bodies,
  evil_parameters,
  makeDice,
  pick,
  sample,
  textOf,
} from './values.ts';

const seed = 20_261_121;
const samples_each = is_deep ? 8 : 3;
const evils_each_endpoint = is_deep ? 8 : 3;
/** A body with more members than this takes a few of the deadly values by chance. */
const max_members = is_deep ? 10 : 3;
const day_ms = 86_400_000;

const sweep = openSweepWorld();

/** Sends bytes as they are; gives a fault's text when the answer is a defect or does not parse. */
async function faultOf(endpoint: Endpoint, path: string, key: string, payload?: string) {
  resetBudgets(sweep.world.services);
  const answer = await sweep.world.app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    headers: {
      ...(key && { authorization: key }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  });
  const json = String(answer.headers['content-type']).startsWith('application/json');
  const read: Answer = {
    status: answer.statusCode,
    text: answer.body,
    headers: answer.headers,
    body: json ? JSON.parse(answer.body) : null,
  };
  const what = `${endpoint.method} ${path.slice(0, 120)} ${payload?.slice(-200) ?? ''}`;
  if (read.status >= 500) return `${read.status}: ${what}`;
  try {
    await checkAnswer(sweep.world.system, endpoint, read);
    return read.status === 200 ? null : await writtenBy(read, what);
  } catch (error) {
    return `${(error as Error).message}: ${what}`;
  }
}

/** A refused request has changed nothing: its audit log says at most that it was turned down. */
async function writtenBy(answer: Answer, what: string): Promise<string | null> {
  const id = String(answer.headers['x-correlation-id']);
  const { done, refused } = await auditCounts(sweep.world.system, id);
  if (done === 0 && refused <= 1) return null;
  return `${answer.status}, but it left ${done} and ${refused} audit rows: ${what}`;
}

/** Bodies for an endpoint: samples of its schema, and a good one with single members spoilt. */
function bodiesOf(endpoint: Endpoint, good: Request, dice: Dice): unknown[] {
  const base = good.body ?? {};
  const members = membersOf(endpoint.input);
  // There are many members and many searches.
  const some = (values: readonly unknown[]) => {
    if (members.length <= max_members) return [...values, pick(dice, evil)];
    if (is_deep) return [pick(dice, values), pick(dice, values), pick(dice, evil)];
    return [pick(dice, [...values, ...evil])];
  };
  const spoilt = members.flatMap(({ path, schema }) => {
    const values = isFilter(schema) ? deadly.map((value) => ({ operator: '=', value })) : [];
    return some([...deadly, ...values]).map((value) => withAt(base, path, value));
  });
  const beside = Array.from({ length: evils_each_endpoint }, () => ({
    ...base,
    [textOf(pick(dice, evil)).slice(0, 50)]: pick(dice, evil),
  }));
  const sampled = Array.from({ length: samples_each }, () => sample(endpoint.input, dice));
  const merged = sampled.map((part) => ({ ...base, ...(part as object) }));
  const all = [...sampled, ...merged, ...spoilt, ...beside];
  return isClock(endpoint) ? all.filter((body) => !isFarAhead(body)) : all;
}

const isClock = (endpoint: Endpoint) => keyOf(endpoint) === 'POST /sandbox/clock';

/** Years of nightly jobs would run for minutes: the clock is moved by little or by nonsense. */
function isFarAhead(body: unknown): boolean {
  const { to, advance_seconds } = body as Record<string, unknown>;
  if (typeof to === 'string' && Date.parse(to) > Date.now() + day_ms) return true;
  return typeof advance_seconds === 'number' && advance_seconds * 1000 > day_ms;
}

function queryOf(body: unknown): string {
  const flat = Object.entries(body as Record<string, unknown>).map(
    ([name, value]): [string, string] => [name, textOf(value)],
  );
  return new URLSearchParams(flat).toString().slice(0, 4_000);
}

async function fuzz(endpoint: Endpoint, good: Request, dice: Dice): Promise<string[]> {
  const caller = ownerOf(endpoint, sweep.tenants);
  const path = fill(endpoint.path, good.params);
  const key = await credentialFor(sweep.world, endpoint, caller);
  const post = endpoint.method === 'POST';
  const found: (string | null)[] = [];
  for (const body of bodiesOf(endpoint, good, dice)) {
    const url = post ? path : `${path}?${queryOf(body)}`;
    found.push(await faultOf(endpoint, url, key, post ? textOf(body) : undefined));
  }
  // Most of these are refused before the endpoint has a part in it.
  const unread = is_deep ? evil_bodies : Array.from({ length: 4 }, () => pick(dice, evil_bodies));
  for (const bytes of unread) found.push(await faultOf(endpoint, path, key, bytes));
  for (const name of paramNames(endpoint.path)) {
    for (const evil_value of evil_parameters) {
      const params = { ...good.params, [name]: '\u{1}' };
      const url = fill(endpoint.path, params).replace('%01', evil_value);
      // `search` in the place of an id is a call of its own.
      const met = endpointAt(sweep.world.endpoints, endpoint.method, url) ?? endpoint;
      found.push(await faultOf(met, url, key, post ? '{}' : undefined));
    }
  }
  return found.filter((fault) => fault !== null);
}

/** A clock that was moved would speak of other things to the endpoints after it: it comes last. */
function inOrder(): Endpoint[] {
  const { endpoints } = sweep.world;
  return [...endpoints.filter((e) => !isClock(e)), ...endpoints.filter(isClock)];
}

/** Parts of the endpoints, so that a slow machine has its time for each. */
const part_count = 12;
const parts = Array.from({ length: part_count }, (_, n) => n);

describe('fuzzed requests', () => {
  const goods = new Map<Endpoint, Request>();

  // All good requests are made first: fuzzed ones use up what an account may have.
  beforeAll(async () => {
    for (const endpoint of inOrder()) goods.set(endpoint, await requestOf(sweep, endpoint));
  }, 180_000);

  it.each(parts)(
    'are never a defect, and every answer parses (part %i)',
    async (part) => {
      const dice = makeDice(seed + part);
      const order = inOrder();
      const from = Math.ceil((order.length * part) / part_count);
      const to = Math.ceil((order.length * (part + 1)) / part_count);
      const faults: string[] = [];
      for (const endpoint of order.slice(from, to)) {
        faults.push(...(await fuzz(endpoint, goods.get(endpoint) as Request, dice)));
      }
      // The first of them say enough, and their number is known.
      expect([faults.length, ...faults.slice(0, 40).map((f) => f.slice(0, 400))]).toEqual([0]);
    },
    180_000,
  );

  it('leave the product as able to answer as before', async () => {
    const { world, tenants } = sweep;
    resetBudgets(sweep.world.services);
    const answer = await world.call('GET', '/user', { credential: tenants.m1.boss.private_key });
    expect(answer.status).toBe(200);
  });
});
