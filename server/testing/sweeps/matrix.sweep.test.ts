// Every route, every principal, every place of a request: another tenant's things do not exist.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { opened } from '../opened.ts';
import { makeSale } from '../tenants.ts';
import { keyOf, type Request } from './case-parts.ts';
import { caseOf } from './cases.ts';
import {
  aims,
  credentialOf,
  known,
  makeMatrix,
  mayCall,
  type Principal,
  placesOf,
  sendUnasked,
  unknown_id,
  unknownParams,
  victimPerson,
} from './matrix.ts';
import { credentialFor, openSweepWorld, printOf, send } from './sweep-world.ts';

/** Where a body names what it makes, and may take any name: nothing of anybody is meant. */
const own_name = 'POST /vault/customer id';

/** Texts that stand in the victim's rows and nowhere else. */
let marks: string[];
let request_count = 0;
let victim_requests: [Endpoint, Request][] | undefined;

const sweep = openSweepWorld();
const matrix = opened(() => makeMatrix(sweep));
beforeAll(async () => {
  const { victim, principals } = matrix;
  // The first sale makes a merchant's keys, so all have one before anything is compared.
  for (const { own } of principals) await makeSale(sweep.world, own);
  await makeSale(sweep.world, victim, { order_id: 'victim_order' });
  const people = [victim.boss, victim.clerk];
  marks = [
    'victim_order',
    victim.account.id,
    victim.account.name,
    ...Object.values(victim.processors),
    ...people.flatMap(({ user, private_key_id }) => [user.id, user.username, private_key_id]),
  ];
});

const endpoints = () => matrix.sweep.world.endpoints.filter(known);
const owning = () => endpoints().filter((endpoint) => caseOf(endpoint).owned.length > 0);
const shown = (text: string) => marks.filter((mark) => text.includes(mark));
/** One admin of each kind of foreigner: sibling, partner below, other partner. */
const bosses = () => matrix.principals.filter(({ name }) => /^(M1|P1a|P2) admin$/.test(name));

/** Ids an answer repeats of its question are the same answer. */
const plain = (text: string, params: Request['params']) =>
  Object.values(params).reduce((rest, value) => rest.replaceAll(value, '#'), text);

/** Does this with the first wall taken away, for every request. */
async function withoutScope<T>(work: () => Promise<T>): Promise<T> {
  const { services } = matrix.sweep.world;
  services.without_scope = true;
  return await work().finally(() => {
    services.without_scope = false;
  });
}

/**
 * Walls that stand: both, scope() alone, or row-level security alone, which hides rows but speaks
 * no words.
 */
type Walls = 'both' | 'first' | 'second';

async function pathFaults(
  endpoint: Endpoint,
  request: Request,
  principals: Principal[],
  walls: Walls,
): Promise<string[]> {
  const { sweep } = matrix;
  const faults: string[] = [];
  for (const principal of principals) {
    const key = await credentialOf(matrix, endpoint, principal);
    const ask = (params: Request['params']) =>
      send(sweep.world, endpoint, { ...request, params }, key);
    const params = unknownParams(request, caseOf(endpoint));
    const unknown = walls === 'second' ? null : await ask(params);
    for (const aim of aims(endpoint, request, principal.own)) {
      const foreign = await ask(aim);
      request_count += 1;
      const who = `${keyOf(endpoint)} by ${principal.name}`;
      if (shown(plain(foreign.text, aim)).length > 0) faults.push(`${who} shows ${foreign.text}`);
      if (unknown === null) continue;
      const fitting = mayCall(endpoint, principal) ? [404] : [401, 403, 404];
      if (!fitting.includes(foreign.status)) faults.push(`${who}: ${foreign.status}`);
      if (plain(foreign.text, aim) !== plain(unknown.text, params)) {
        faults.push(`${who}: differs from an unknown id: ${foreign.text} / ${unknown.text}`);
      }
    }
  }
  return faults;
}

/** A request of the victim's own, made anew. */
async function victimRequest(endpoint: Endpoint): Promise<Request> {
  const { sweep, victim } = matrix;
  const caller = victimPerson(matrix, endpoint);
  return await caseOf(endpoint).make({ world: sweep.world, merchant: victim, caller });
}

/** One of each endpoint: what no foreigner may change stays as it was made. */
async function victimRequests(): Promise<[Endpoint, Request][]> {
  const made: [Endpoint, Request][] = [];
  for (const endpoint of owning()) made.push([endpoint, await victimRequest(endpoint)]);
  await endWaiting();
  return made;
}

async function everyPath(principals: Principal[], walls: Walls): Promise<string[]> {
  const { sweep, victim } = matrix;
  const faults: string[] = [];
  victim_requests ??= await victimRequests();
  let before = await printOf(sweep.owner, victim.account.id);
  for (const [endpoint, request] of victim_requests) {
    faults.push(...(await pathFaults(endpoint, request, principals, walls)));
    const after = await printOf(sweep.owner, victim.account.id);
    const written = Object.keys(before).filter((table) => after[table] !== before[table]);
    faults.push(...written.map((table) => `${keyOf(endpoint)}: wrote to ${table}`));
    before = after;
  }
  return faults;
}

async function victimIdFor(kind: string): Promise<string> {
  const { victim, sweep } = matrix;
  if (/^processor_ids?/.test(kind)) return victim.processors.card;
  if (/^user_ids?/.test(kind)) return victim.boss.user.id;
  if (/^(merchant|account|account_type|partner)_ids?/.test(kind)) return victim.account.id;
  if (kind === 'order_id') return 'victim_order';
  const { rows } = await sweep.owner.query<{ id: string }>(
    'select id from transaction where merchant_id = $1 order by id limit 1',
    [victim.account.id],
  );
  return rows[0]?.id as string;
}

/** A request of the principal about its own things. */
async function ownRequest(endpoint: Endpoint, { person, own }: Principal): Promise<Request> {
  const { world } = matrix.sweep;
  return await caseOf(endpoint).make({ world, merchant: own, caller: person ?? own.boss });
}

async function bodyFaults(
  endpoint: Endpoint,
  principal: Principal,
  walls: Walls,
): Promise<string[]> {
  if (!mayCall(endpoint, principal)) return [];
  const { world } = matrix.sweep;
  const key = await credentialOf(matrix, endpoint, principal);
  const faults: string[] = [];
  for (const place of placesOf(endpoint)) {
    if (`${keyOf(endpoint)} ${place.name}` === own_name) continue;
    const victim_id = await victimIdFor(place.kind);
    const ask = async (id: string) => {
      const request = await ownRequest(endpoint, principal);
      const body = place.put(request.body ?? {}, id) as Request['body'];
      const answer = await send(world, endpoint, { ...request, body }, key);
      return { status: answer.status, text: answer.text.replaceAll(id, '#') };
    };
    const [foreign, unknown] = [await ask(victim_id), await ask(unknown_id)];
    request_count += 1;
    const who = `${keyOf(endpoint)} ${place.name} by ${principal.name}`;
    if (shown(foreign.text).length > 0) faults.push(`${who} shows ${shown(foreign.text)}`);
    if (walls === 'second') continue;
    // Two writes have ids and times of their own; that both were taken or refused must be equal.
    const written = foreign.status === 200 && endpoint.audit !== null;
    const same = written ? unknown.status === 200 : foreign.text === unknown.text;
    if (!same) faults.push(`${who}: ${foreign.text} / ${unknown.text}`);
  }
  return faults;
}

/** Ends payments that wait at the victim's terminals, which would end by themselves meanwhile. */
async function endWaiting(): Promise<void> {
  const { sweep, victim } = matrix;
  const waiting = async () => {
    const { rows } = await sweep.owner.query<{ id: string }>(
      'select processor_id as id from terminal_lock where merchant_id = $1',
      [victim.account.id],
    );
    return rows.map(({ id }) => id);
  };
  for (const id of await waiting()) {
    const credential = victim.boss.private_key;
    await sweep.world.call('POST', `/terminal/${id}/cancel`, { credential, body: {} });
  }
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
}

async function everyBody(principals: Principal[], walls: Walls): Promise<string[]> {
  const { sweep, victim } = matrix;
  await endWaiting();
  const before = await printOf(sweep.owner, victim.account.id);
  const faults: string[] = [];
  for (const endpoint of endpoints()) {
    for (const principal of principals) {
      faults.push(...(await bodyFaults(endpoint, principal, walls)));
    }
  }
  expect(await printOf(sweep.owner, victim.account.id)).toEqual(before);
  return faults;
}

/** Takes row-level security down for good; only the last test of the file may. */
async function dropSecondWall(): Promise<void> {
  const { owner } = matrix.sweep;
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relrowsecurity
      and relnamespace = 'public'::regnamespace`,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) await owner.query(`alter table ${name} disable row level security`);
}

/** What lists, reads and careless names show of the victim. */
async function everyRead(principals: Principal[]): Promise<string[]> {
  const { victim } = matrix;
  const faults: string[] = [];
  const idOf = (name: string) => (name === 'user_id' ? victim.boss.user.id : victim.account.id);
  for (const endpoint of endpoints().filter(({ audit }) => audit === null)) {
    for (const principal of principals.filter((one) => mayCall(endpoint, one))) {
      const key = await credentialOf(matrix, endpoint, principal);
      const request = await ownRequest(endpoint, principal);
      const answer = await sendUnasked(matrix, endpoint, request, key, idOf);
      request_count += 1;
      const where = `${keyOf(endpoint)} by ${principal.name}`;
      if (answer.status >= 500) faults.push(`${where}: ${answer.text}`);
      if (shown(answer.text).length > 0) faults.push(`${where} shows ${shown(answer.text)}`);
    }
  }
  return faults;
}

describe('every request of the matrix', { timeout: 120_000 }, () => {
  it('is a good one: the owner is answered', async () => {
    const { world } = matrix.sweep;
    const refused: string[] = [];
    for (const endpoint of owning()) {
      const request = await victimRequest(endpoint);
      const key = await credentialFor(world, endpoint, victimPerson(matrix, endpoint));
      const answer = await send(world, endpoint, request, key);
      if (answer.status !== 200) refused.push(`${keyOf(endpoint)}: ${answer.text}`);
    }
    expect(refused).toEqual([]);
  });
});

// Reads first: what bodies name is kept in the callers' own rows and comes back in them.
describe('of another tenant nothing is there', { timeout: 120_000 }, () => {
  it('in any list or read, whatever a query asks for beside', async () => {
    expect(await everyRead(matrix.principals)).toEqual([]);
  });

  it('in any list or read by row-level security alone', async () => {
    expect(await withoutScope(() => everyRead(bosses()))).toEqual([]);
  });

  it('in any path, for any principal: byte for byte as an unknown id, and unchanged', async () => {
    expect(await everyPath(matrix.principals, 'both')).toEqual([]);
  });

  it('in any path by row-level security alone, and unchanged', async () => {
    expect(await withoutScope(() => everyPath(bosses(), 'second'))).toEqual([]);
  });

  it('in any member, filter or list of a body', async () => {
    expect(await everyBody(bosses(), 'both')).toEqual([]);
  });

  it('in any member, filter or list of a body by row-level security alone', async () => {
    expect(await withoutScope(() => everyBody(bosses(), 'second'))).toEqual([]);
  });

  it('and all that was asked was much', () => {
    expect(request_count).toBeGreaterThan(1_200);
  });

  it('where scope() stands alone, in any list, path or body', async () => {
    await dropSecondWall();
    expect(await everyRead(bosses())).toEqual([]);
    expect(await everyPath(bosses(), 'first')).toEqual([]);
    expect(await everyBody(bosses(), 'first')).toEqual([]);
  });
});
