// Single guards of webhooks: one sender a delivery, no address unasked, no more than may be.
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { max_webhooks_of_merchant } from '../../../contract/messages/webhooks.ts';
import { connect } from '../../db/database.ts';
import type { JobRow } from '../../jobs/claims.ts';
import { besideChange, pastChange } from '../../testing/beside.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { makeReceiver } from '../../testing/receivers.ts';
import { openWebhookWorld, type TestEndpoint } from '../../testing/worlds/webhook-world.ts';
import { webhook_parts } from '../../webhook-parts.ts';
import { claim } from './delivery-claims.ts';
import { recordRound } from './delivery-outcome.ts';
import { webhookJobs } from './jobs.ts';

const hooks = openWebhookWorld();
const { w } = hooks;
// Every test has the endpoints it makes, and no others.
beforeEach(() => hooks.clear());

/** Deliveries of an endpoint that failed once and are due again now, with nobody on them. */
async function due(count: number): Promise<TestEndpoint> {
  const one = await hooks.endpoint({ answer: 500 });
  for (let n = 0; n < count; n++) await w.pay();
  await hooks.deliver();
  await sql`update webhook_delivery set next_attempt_at = ${w.world.clock.now()},
    claimed_until = null where webhook_id = ${one.id}`.execute(
    connect(w.world.system, w.m1.account.id),
  );
  return one;
}

const laneOf = ({ id }: TestEndpoint) => ({ merchant_id: w.m1.account.id, webhook_id: id });

it('a delivery is claimed by one of those who come at once', async () => {
  const one = await due(6);
  const tokens = ['a', 'b', 'c', 'd'];
  const claims = tokens.map((token) => claim(w.world.system, laneOf(one), 16, token));
  const ids = (await Promise.all(claims)).flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(6);
  expect(ids).toHaveLength(6);
});

it('a delivery that somebody is just claiming is left to them', async () => {
  const one = await due(2);
  const until = new Date(w.world.system.clock.real().getTime() + 30_000);
  // Whoever waits for theirs instead of passing it by would take it once they are done.
  const mine = await pastChange(
    w.world.database_url,
    (owner) =>
      owner.query(
        `update webhook_delivery set claimed_by = 'theirs', claimed_until = $1
          where webhook_id = $2`,
        [until, one.id],
      ),
    () => claim(w.world.system, laneOf(one), 16, 'mine'),
  );
  expect(mine).toEqual([]);
});

it('a failure is noted by whoever has the claim, and by nobody else', async () => {
  const one = await due(1);
  const { system } = w.world;
  const [delivery] = await claim(system, laneOf(one), 16, 'mine');
  if (!delivery) throw new Error('nothing was due');
  const row = await connect(system)
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  const tried = { delivery, at: system.clock.now(), status: 500, error: '', duration_ms: 1 };
  const note = (token: string) => recordRound(system, webhook_parts, row, token, [tried]);
  const count = async () => (await hooks.log(one))[0]?.attempt_count;
  await note('theirs');
  expect(await count()).toBe(1);
  await note('mine');
  expect(await count()).toBe(2);
});

it('an address is not changed for one that nobody has tried', async () => {
  const one = await hooks.endpoint();
  const deaf = await makeReceiver({ test_answer: 500 });
  const change = (url: string) => w.post(`${hooks.path}/${one.id}`, { url });
  expect((await change(deaf.url)).status).toBe(400);
  expect((await hooks.record(one)).url).toBe(one.receiver.url);
  deaf.test_answer = 200;
  expect((await change(deaf.url)).body.data.url).toBe(deaf.url);
  await deaf.close();
});

it('a merchant has so many webhooks and no more, also when they are made at once', async () => {
  const receiver = await makeReceiver();
  const make = () => {
    resetBudgets(w.world.services);
    return w.post(hooks.path, { type: 'transaction', url: receiver.url });
  };
  for (let n = 2; n < max_webhooks_of_merchant; n++) expect((await make()).status).toBe(200);
  const last = await Promise.all(Array.from({ length: 6 }, make));
  expect(last.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400]);
  await receiver.close();
});

it('an endpoint with a limit gets no more events a second', async () => {
  const one = await hooks.endpoint({}, { limit_per_second: 5 });
  for (let n = 0; n < 4; n++) await w.pay();
  await hooks.deliver();
  const times = one.receiver.got.map(({ at_ms }) => at_ms);
  expect(times).toHaveLength(4);
  expect((times[3] as number) - (times[0] as number)).toBeGreaterThan(500);
});

it('the cleaning keeps a delivery that still waits, however old it is', async () => {
  const one = await due(2);
  const [done, waiting] = await hooks.log(one);
  const owner = new pg.Client({ connectionString: w.world.database_url });
  await owner.connect();
  for (const table of ['webhook_delivery', 'webhook_event']) {
    await owner.query(`update ${table} set created_at = created_at - interval '40 days'`);
  }
  await owner.query("update webhook_delivery set state = 'delivered' where id = $1", [done?.id]);
  await owner.end();
  const jobs = webhookJobs(webhook_parts).filter(({ name }) => name === 'webhook_cleaning');
  for (const job of jobs) await job.run(w.world.system, { due_at: w.world.clock.now() } as JobRow);
  expect((await hooks.log(one)).map(({ id }) => id)).toEqual([waiting?.id]);
});

it('a webhook turned off at that moment is not turned on by another change of it', async () => {
  const { id } = await hooks.endpoint();
  const path = `/merchant/${w.m1.account.id}/webhook/${id}`;
  const changed = await besideChange(
    w.world.database_url,
    (owner) => owner.query("update webhook set status = 'disabled' where id = $1", [id]),
    () => w.post(path, { limit_per_second: 5 }),
  );
  expect(changed.body.data).toMatchObject({ status: 'disabled', limit_per_second: 5 });
});
