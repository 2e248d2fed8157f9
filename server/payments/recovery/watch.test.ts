// What a process notices of messages that another one left behind without an outcome.
import { expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { storeOffset } from '../../jobs/sandbox-clock.ts';
import { good_card } from '../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { asOwner } from '../../testing/worlds/open-world.ts';
import { recovery_job } from '../transactions/attempts/attempts.ts';
import { recoveryJobs } from './recovery.ts';

const w = openMoneyWorld();

/** Whether recovery is on the list of jobs after a look, where it was not before. */
async function isCalledFor(): Promise<boolean> {
  const { system, database_url } = w.world;
  await asOwner(database_url, `delete from job where name = '${recovery_job}'`);
  for (const { watch } of recoveryJobs) await watch?.look(system);
  const jobs = connect(system).selectFrom('job').select('due_at').where('name', '=', recovery_job);
  return (await jobs.execute()).some(({ due_at }) => due_at <= system.clock.now());
}

it('recovery is called for once a message is past its deadline, and not before', async () => {
  const { services, clock } = w.world;
  await w.pay();
  expect(await isCalledFor()).toBe(false);
  const { egress } = services;
  services.egress = {
    exchange: async () => {
      throw new Error('killed');
    },
  };
  const body = { type: 'sale', amount: 1_000, ...cardOf(good_card.number) };
  expect((await w.post('/transaction', body)).status).toBe(500);
  services.egress = egress;
  expect(await isCalledFor()).toBe(false);
  const { offset_ms } = clock;
  clock.setOffset(offset_ms + 3_600_000);
  await storeOffset(w.world.system, clock.offset_ms);
  expect(await isCalledFor()).toBe(true);
  await w.advance(3_600);
  const { body: found } = await w.post('/transaction/search', { limit: 1 });
  expect(found.data[0]).toMatchObject({ amount: 1_000, status: 'declined' });
});
