// Another tenant's things look like things that do not exist, and are never changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { withoutScope } from '../../db/scope.ts';
import { insertTransaction, makeSale, type Person } from '../tenants.ts';
import { caseOf, keyOf, type Request } from './cases.ts';
import { isFilter, membersOf, withAt } from './schema-walk.ts';
import {
  credentialFor,
  foreignersOf,
  makeSweepWorld,
  ownerOf,
  printOf,
  requestOf,
  type SweepWorld,
  send,
} from './sweep-world.ts';

let sweep: SweepWorld;
/** Texts that stand in the victim's rows and nowhere else. */
let marks: string[];

beforeAll(async () => {
  sweep = await makeSweepWorld();
  const { world, tenants } = sweep;
  const { m2 } = tenants;
  await insertTransaction(world, m2, { order_id: 'victim_order' });
  // The first sale makes a merchant's keys, so all have one before anything is compared.
  for (const merchant of [tenants.m1, tenants.m1a]) await makeSale(world, merchant);
  await makeSale(world, m2, { order_id: 'victim_order' });
  const people = [m2.boss, m2.clerk, tenants.p2.boss];
  marks = [
    'victim_order',
    m2.account.id,
    m2.account.name,
    tenants.p2.account.id,
    ...Object.values(m2.processors),
    ...people.flatMap(({ user, private_key_id }) => [user.id, user.username, private_key_id]),
  ];
});
afterAll(() => sweep.close());

const shown = (text: string) => marks.filter((mark) => text.includes(mark));
const unknown_id = '7'.repeat(20);

/** Endpoints whose path names something of a tenant. */
const owning = () => sweep.world.endpoints.filter((e) => caseOf(e).owned.length > 0);
/** Endpoints that only read. */
const reading = () =>
  sweep.world.endpoints.filter((e) => e.audit === null && e.access.kind !== 'open');

/**
 * Each way to point at the victim: all its ids, and for longer paths also the caller's own merchant
 * with the victim's innermost id.
 */
function aims(endpoint: Endpoint, request: Request, caller: Person): Request['params'][] {
  const { m1, m1a } = sweep.tenants;
  const [first, second] = caseOf(endpoint).owned;
  if (!first || !second) return [request.params];
  const own = caller === sweep.tenants.p1a.boss ? m1a : m1;
  return [request.params, { ...request.params, [first]: own.account.id }];
}

function unknownOf(params: Request['params'], owned: readonly string[]): Request['params'] {
  const named = Object.entries(params).map(([name, value]) => [
    name,
    owned.includes(name) ? unknown_id : value,
  ]);
  return Object.fromEntries(named);
}

async function foreignFaults(endpoint: Endpoint): Promise<string[]> {
  const { world, owner } = sweep;
  const { owned, ...request } = await requestOf(sweep, endpoint);
  const faults: string[] = [];
  const before = await printOf(owner);
  for (const caller of foreignersOf(endpoint, sweep.tenants)) {
    const key = await credentialFor(world, endpoint, caller);
    const params = unknownOf(request.params, owned);
    const unknown = await send(world, endpoint, { ...request, params }, key);
    for (const aim of aims(endpoint, request, caller)) {
      const foreign = await send(world, endpoint, { ...request, params: aim }, key);
      const who = `${keyOf(endpoint)} by ${caller.user.username}`;
      if (foreign.status !== 404) faults.push(`${who}: ${foreign.status} ${foreign.text}`);
      if (foreign.text !== unknown.text) faults.push(`${who}: told apart from an unknown id`);
    }
  }
  const after = await printOf(owner);
  for (const [table, hash] of Object.entries(before)) {
    if (after[table] !== hash) faults.push(`${keyOf(endpoint)}: wrote to ${table}`);
  }
  return faults;
}

describe("another tenant's id in a path", () => {
  it('is 404 like an unknown one, by every caller, and nothing is written', async () => {
    const faults: string[] = [];
    for (const endpoint of owning()) {
      if (foreignersOf(endpoint, sweep.tenants).length === 0) continue;
      faults.push(...(await foreignFaults(endpoint)));
    }
    expect(faults).toEqual([]);
  });

  it('is found by its owner: the requests of this sweep are good ones', async () => {
    const refused: string[] = [];
    for (const endpoint of owning()) {
      const request = await requestOf(sweep, endpoint);
      const caller = ownerOf(endpoint, sweep.tenants);
      const key = await credentialFor(sweep.world, endpoint, caller);
      const answer = await send(sweep.world, endpoint, request, key);
      if (answer.status !== 200) refused.push(`${keyOf(endpoint)}: ${answer.text}`);
    }
    expect(refused).toEqual([]);
  });
});

/** Texts of the caller's own making that are only kept: nothing is looked up by them. */
const own_texts = new Set(['order_id', 'vendor_id', 'initial_transaction_id', 'format_id']);

/** Members that may point at something of ours; in a search every one of them does. */
function idMembers(endpoint: Endpoint) {
  return membersOf(endpoint.input).filter(({ path, schema }) => {
    const name = path.at(-1) as string;
    return /(^|_)ids?$/.test(name) && (isFilter(schema) || !own_texts.has(name));
  });
}

describe("another tenant's id in a body", () => {
  it('is answered as an unknown one, in every filter and member, and shows nothing', async () => {
    const { world, tenants } = sweep;
    const faults: string[] = [];
    for (const endpoint of sweep.world.endpoints) {
      for (const { path, schema } of idMembers(endpoint)) {
        const victim = await victimIdFor(path.at(-1) as string);
        const spelled = (id: string) => (isFilter(schema) ? { operator: '=', value: id } : id);
        for (const caller of foreignersOf(endpoint, tenants)) {
          const request = await ownRequest(endpoint, caller);
          const ask = (id: string) => {
            const body = withAt(request.body ?? {}, path, spelled(id)) as Request['body'];
            return send(world, endpoint, { ...request, body }, caller.private_key);
          };
          const [foreign, unknown] = [await ask(victim), await ask(unknown_id)];
          const where = `${keyOf(endpoint)} ${path.join('.')} by ${caller.user.username}`;
          if (foreign.text !== unknown.text) faults.push(`${where}: ${foreign.text}`);
          if (shown(foreign.text).length > 0) faults.push(`${where} shows ${shown(foreign.text)}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});

/** A request of the foreign caller about its own things, into which a victim's id is put. */
async function ownRequest(endpoint: Endpoint, caller: Person): Promise<Request> {
  const { world, tenants } = sweep;
  const { m1, m1a, p1a } = tenants;
  const merchant = caller === p1a.boss ? m1a : m1;
  return await caseOf(endpoint).make({ world, merchant, caller });
}

async function victimIdFor(name: string): Promise<string> {
  const { m2 } = sweep.tenants;
  if (name === 'processor_id') return m2.processors.card;
  if (name === 'user_id') return m2.boss.user.id;
  if (name === 'merchant_id') return m2.account.id;
  if (name === 'order_id') return 'victim_order';
  const { rows } = await sweep.owner.query<{ id: string }>(
    'select id from transaction where merchant_id = $1 order by id limit 1',
    [m2.account.id],
  );
  return rows[0]?.id as string;
}

describe('lists and reads of one tenant', () => {
  it('show nothing of another', async () => {
    expect(await shownByReads()).toEqual([]);
  });

  it('show nothing of another even when the first wall is taken away', async () => {
    const found = await withoutScope(() => shownByReads());
    expect(found).toEqual([]);
  });
});

/** What reads show to foreign callers: lists as they are, records by the victim's ids. */
async function shownByReads(): Promise<string[]> {
  const { world, tenants } = sweep;
  const faults: string[] = [];
  for (const endpoint of reading()) {
    const request = await requestOf(sweep, endpoint);
    for (const caller of foreignersOf(endpoint, tenants)) {
      const answer = await send(world, endpoint, request, caller.private_key);
      const where = `${keyOf(endpoint)} by ${caller.user.username}`;
      if (answer.status >= 500) faults.push(`${where}: ${answer.text}`);
      if (shown(answer.text).length > 0) faults.push(`${where} shows ${shown(answer.text)}`);
    }
  }
  return faults;
}
