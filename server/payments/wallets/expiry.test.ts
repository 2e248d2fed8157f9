// Warnings of certificates that expire: 60, 30 and 7 days before, each once.
import { expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { openMoneyWorld } from '../../testing/money-world.ts';
import { openWallets } from '../../testing/wallets.ts';
import { warnOfExpiry } from './expiry.ts';

const w = openMoneyWorld();
const wallets = openWallets(w);
const day_seconds = 86_400;

async function letters(): Promise<string[]> {
  const rows = await connect(w.world.system)
    .selectFrom('outgoing_mail')
    .select('subject')
    .where('kind', '=', 'certificate_expires')
    .execute();
  return rows.map(({ subject }) => subject);
}

it('a merchant is warned at 60, 30 and 7 days, and its dashboard says so', async () => {
  const made = await wallets.ready();
  const [identity] = made.certificates.filter(({ kind }) => kind === 'identity');
  const ends = Date.parse(identity?.expires_at ?? '');
  const days_left = () => Math.floor((ends - w.world.clock.now().getTime()) / 86_400_000);
  const until = async (days: number) => {
    await w.advance((days_left() - days) * day_seconds);
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
  const day = identity?.expires_at?.slice(0, 10);
  expect(new Set(await letters())).toEqual(new Set([`Apple Pay certificate expires on ${day}`]));
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
