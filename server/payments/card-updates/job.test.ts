// The account updater's day: at noon, UTC, for whoever has cards that are due.
import { expect, it } from 'vitest';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { asOwner } from '../../testing/worlds/open-world.ts';
import { invalidateMerchant } from '../merchant-config.ts';
import { cardUpdatesJob } from './job.ts';

const w = openMoneyWorld({ jobs: [cardUpdatesJob] });

it('is planned for the next noon: today’s before it, tomorrow’s from it on', async () => {
  const { system } = w.world;
  const nextAt = async (time: string) => {
    const clock = { ...system.clock, now: () => new Date(time) };
    return await cardUpdatesJob.standing?.({ ...system, clock });
  };
  const [before, at] = ['2026-03-01T11:59:59.999Z', '2026-03-01T12:00:00.000Z'];
  expect(await nextAt(before)).toEqual([{ key: 'all', due_at: new Date(at) }]);
  expect(await nextAt(at)).toEqual([{ key: 'all', due_at: new Date('2026-03-02T12:00:00.000Z') }]);
});

it('looks cards up day by day, as the clock passes', async () => {
  const { system, database_url, runner } = w.world;
  await asOwner(
    database_url,
    `update merchant set permissions = permissions || '{"allow_automatic_account_updater": true}'
      where merchant_id = '${w.m1.account.id}'`,
  );
  invalidateMerchant(system, w.m1.account.id);
  await runner.start();
  await runner.stop();
  const card = { number: '4000007200000005', expiration_date: '12/29' };
  await w.post('/vault/customer', { id: 'closed', default_payment: { card } });
  await w.advance(86_400);
  const { body } = await w.get('/vault/closed');
  expect(body.data.data.customer.payments.cards[0].flags).toEqual(['closed_contact']);
  expect((await runner.list()).map(({ name }) => name)).toContain('card_updates');
});

it('goes on with other merchants where one cannot be submitted, and says so', async () => {
  const { system, database_url } = w.world;
  const { m1, m2 } = w.tenants;
  for (const { account } of [m1, m2]) {
    await asOwner(
      database_url,
      `update merchant set permissions = permissions || '{"allow_automatic_account_updater": true}'
        where merchant_id = '${account.id}'`,
    );
    invalidateMerchant(system, account.id);
  }
  const card = { number: '4000007200000005', expiration_date: '12/29' };
  const body = { id: 'theirs', default_payment: { card } };
  await w.world.call('POST', '/vault/customer', { credential: m2.boss.private_key, body });
  await w.post('/vault/customer', { ...body, id: 'ours' });
  await asOwner(
    database_url,
    `create function stuck() returns trigger language plpgsql
      as $$ begin raise exception 'stuck'; end $$;
    create trigger stuck before insert on card_update_run for each row
      when (new.merchant_id = '${m1.account.id}') execute function stuck()`,
  );
  const alerts: unknown[] = [];
  const error = (about: unknown) => alerts.push(about);
  const log = Object.assign(Object.create(system.log), { error });
  const due_at = new Date('2026-03-01T12:00:00.000Z');
  const again = await cardUpdatesJob.run({ ...system, log }, { key: 'all', due_at } as never);
  expect(again).toEqual(new Date('2026-03-02T12:00:00.000Z'));
  expect(alerts).toEqual([
    { err: expect.any(Error), alert: 'cards_not_updated', merchant_id: m1.account.id },
  ]);
  const read = await w.world.call('GET', '/vault/theirs', { credential: m2.boss.private_key });
  expect(read.body.data.data.customer.payments.cards[0].flags).toEqual(['closed_contact']);
  await asOwner(database_url, 'drop function stuck cascade');
});
