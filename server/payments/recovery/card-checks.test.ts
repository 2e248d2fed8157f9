// Holds that only asked about a card: given back whenever the bank answers, and whoever dies.
import pg from 'pg';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Egress, ExchangeRequest } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { nextHoldRelease } from './card-checks.ts';
import { recoverDue } from './recovery.ts';

const w = openMoneyWorld();
let real: Egress;
/** What happens to messages of an operation: the answer is lost, or the process dies by then. */
let faults: Record<string, 'lost' | 'killed'> = {};

beforeAll(() => {
  real = w.world.services.egress;
  w.world.services.egress = { exchange: (request) => exchange(request) };
});
afterEach(async () => {
  faults = {};
  w.world.services.processor_health.clear();
  // Whatever became of a check, nothing of it is left to do.
  expect(await connect(w.world.system).selectFrom('card_check').selectAll().execute()).toEqual([]);
});

async function exchange(request: ExchangeRequest) {
  const operation = request.url.slice(request.url.lastIndexOf('/') + 1);
  const fault = faults[operation];
  const answer = await real.exchange(request);
  // The process dies here: nothing of the answer is written.
  if (fault === 'killed') throw new Error('killed');
  if (fault === 'lost') return { kind: 'no_answer', reason: 'the line went dead' } as const;
  return answer;
}

const card = { number: '4012000077777777', expiration_date: '12/30', cvc: '123' };
const save = (id: string) =>
  w.post('/vault/customer?authorize=true', { id, default_payment: { card } });
const newest = async () => (await w.post('/transaction/search', { limit: 1 })).body.data[0];
const operations = async (id: string) =>
  (await w.attempts(id)).map(({ operation, state }) => `${operation} ${state}`);

it('one whose answer came late is given back once it is known', async () => {
  faults = { authorize: 'lost', inquire: 'lost' };
  const refused = await save('late');
  expect(refused.body.msg).toContain('The bank has not answered yet');
  const { id } = await newest();
  expect((await w.read(id)).status).toBe('unknown');
  faults = {};
  await w.advance(3_600);
  expect(await w.read(id)).toMatchObject({ type: 'authorize', status: 'voided', amount: 100 });
  expect((await w.get('/vault/late')).status).toBe(404);
});

it('one whose process died before the answer was stored is given back', async () => {
  faults = { authorize: 'killed' };
  expect((await save('killed')).status).toBe(500);
  const { id } = await newest();
  expect(await operations(id)).toEqual(['authorize sent']);
  faults = {};
  await w.advance(3_600);
  expect((await w.read(id)).status).toBe('voided');
});

it('one whose process died between the approval and the void is given back', async () => {
  faults = { void: 'killed' };
  await save('between');
  const { id } = await newest();
  expect((await w.read(id)).status).toBe('authorized');
  faults = {};
  await w.advance(3_600);
  expect((await w.read(id)).status).toBe('voided');
});

it('one whose void never began is left to its request for a minute, then given back', async () => {
  const { id } = await w.pay({ type: 'authorize', amount: 100 });
  const { id: other } = await w.pay({ type: 'authorize', amount: 100 });
  const owner = new pg.Client({ connectionString: w.world.database_url });
  await owner.connect();
  const marked = `update transaction set detail = detail || '{"card_check": true}' where id = $1`;
  await owner.query(marked, [id]);
  await owner.query('insert into card_check values ($1, $2)', [w.m1.account.id, id]);
  await owner.end();
  await recoverDue(w.world.system);
  expect((await w.read(id)).status).toBe('authorized');
  // Recovery sleeps until then.
  const now = w.world.clock.now();
  const due_ms = Number(await nextHoldRelease(w.world.system, now)) - now.getTime();
  expect(due_ms).toBeGreaterThan(50_000);
  expect(due_ms).toBeLessThanOrEqual(60_000);
  const later = new Date(now.getTime() + 3_600_000);
  expect(await nextHoldRelease(w.world.system, later)).toEqual(later);
  await w.advance(61);
  await recoverDue(w.world.system);
  expect((await w.read(id)).status).toBe('voided');
  // An authorization that somebody wanted stays.
  expect((await w.read(other)).status).toBe('authorized');
});

it('a void that fails is tried again after an hour, not all the time', async () => {
  faults = { void: 'lost', inquire: 'lost', reverse: 'lost' };
  await save('stubborn');
  const { id } = await newest();
  await recoverDue(w.world.system);
  expect((await operations(id)).filter((one) => one.startsWith('void'))).toHaveLength(1);
  faults = {};
  await w.advance(3_700);
  expect((await w.read(id)).status).toBe('voided');
});

it('one that its bank declines holds nothing', async () => {
  const declining = { ...card, number: '4000000000000002' };
  const body = { id: 'no', default_payment: { card: declining } };
  expect((await w.post('/vault/customer?authorize=true', body)).status).toBe(400);
});
