// Warnings of certificates that expire: 60, 30 and 7 days before, each once.
import type pg from 'pg';
import { expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { besideChange } from '../../testing/beside.ts';
import { openWallets } from '../../testing/wallets.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { openOwner } from '../../testing/worlds/open-world.ts';
import { warnOfExpiry } from './expiry.ts';

const w = openMoneyWorld();
const wallets = openWallets(w);
const owner = openOwner(() => w.world.database_url);
const day_ms = 86_400_000;

async function letters(): Promise<string[]> {
  const rows = await connect(w.world.system)
    .selectFrom('outgoing_mail')
    .select('subject')
    .where('kind', '=', 'certificate_expires')
    .execute();
  return rows.map(({ subject }) => subject);
}

// The certificates are renewed every two years: their ends come to us, not the clock to them.
const endsIn = (days: number) => new Date(w.world.clock.now().getTime() + days * day_ms);

it.each([
  ['renewed', "status = 'former'"],
  ['warned of', 'warned_days = 7'],
])('a certificate that is %s meanwhile is not warned of', async (_how, change) => {
  await wallets.ready();
  const table = 'update apple_pay_certificate set';
  await owner.query(`${table} expires_at = $1 where status = 'current'`, [endsIn(6)]);
  const warning = () => warnOfExpiry(w.world.system);
  const others = (client: pg.Client) => client.query(`${table} ${change}`);
  await besideChange(w.world.database_url, others, warning);
  expect(await letters()).toEqual([]);
});

it('a certificate nobody can be warned of keeps no other from its warning', async () => {
  await owner.query('delete from apple_pay_certificate');
  await wallets.ready();
  await owner.query('update apple_pay_certificate set expires_at = $1', [endsIn(59)]);
  const before = (await letters()).length;
  await owner.query(`create function stuck() returns trigger language plpgsql
      as $$ begin raise exception 'stuck'; end $$;
    create trigger stuck before update on apple_pay_certificate for each row
      when (old.kind = 'identity') execute function stuck()`);
  const alerts: object[] = [];
  const error = (about: object) => void alerts.push(about);
  const log = Object.assign(Object.create(w.world.system.log), { error });
  // It fails behind the last one, so that the job is run again soon.
  await expect(warnOfExpiry({ ...w.world.system, log })).rejects.toThrow('stuck');
  expect(alerts).toMatchObject([{ alert: 'expiry_not_announced' }]);
  expect(await letters()).toHaveLength(before + 1);
  await owner.query('drop function stuck cascade');
  await warnOfExpiry(w.world.system);
  expect(await letters()).toHaveLength(before + 2);
  await owner.query('delete from outgoing_mail');
});

it('a merchant is warned at 60, 30 and 7 days, and its dashboard says so', async () => {
  await owner.query('delete from apple_pay_certificate');
  const made = await wallets.ready();
  const until = async (days: number) => {
    await owner.query('update apple_pay_certificate set expires_at = $1', [endsIn(days)]);
    await warnOfExpiry(w.world.system);
    await warnOfExpiry(w.world.system);
  };
  await until(61);
  expect(await letters()).toHaveLength(0);
  await until(59);
  expect(await letters()).toHaveLength(2);
  await until(40);
  expect(await letters()).toHaveLength(2);
  await until(29);
  expect(await letters()).toHaveLength(4);
  const { body } = await w.get('/dashboard/home');
  expect(body.data.waiting).toContainEqual(
    expect.objectContaining({ kind: 'expiring_certificate', count: 2 }),
  );
  await until(6);
  expect(await letters()).toHaveLength(6);
  const days = [59, 29, 6].map((left) => endsIn(left).toISOString().slice(0, 10));
  const subjects = days.map((day) => `Apple Pay certificate expires on ${day}`);
  expect(new Set(await letters())).toEqual(new Set(subjects));
  await until(-1);
  expect(await letters()).toHaveLength(6);
  const page = await w.get(`/merchant/apple-pay/${made.id}`);
  expect(page.body.data.is_ready).toBe(false);
  const session = await wallets.session(made);
  expect([session.status, session.body.msg]).toEqual([
    400,
    'Apple Pay is not ready: its merchant certificate is not in use.',
  ]);
});

it('a certificate that has expired, or has no end yet, opens no payment', async () => {
  const made = await wallets.ready();
  const pkpaymenttoken = await wallets.token(made, { amount: 1000 });
  const pay = () => wallets.pay({ key_id: made.id, pkpaymenttoken });
  for (const end of [endsIn(-1), null]) {
    await owner.query('update apple_pay_certificate set expires_at = $1', [end]);
    const { status, body } = await pay();
    expect([status, body.msg]).toEqual([400, expect.stringContaining('another certificate')]);
  }
  await owner.query('update apple_pay_certificate set expires_at = $1', [endsIn(1)]);
  expect((await pay()).status).toBe(200);
});
