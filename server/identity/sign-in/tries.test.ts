// How sign-in tries are counted: each pair of name and place for itself, for half an hour.
import { beforeEach, expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { openLedgerWorld } from '../../testing/worlds/ledger-world.ts';
import { countTry, resetTries, tryOf, uncountTry } from './throttle.ts';

const world = openLedgerWorld();
beforeEach(() => connect(world.system).deleteFrom('sign_in_try').execute());

const begun_ms = Date.parse('2026-03-01T12:00:00Z');
const at = (ms: number): Context => {
  const { system } = world;
  return { ...system, clock: { ...system.clock, real: () => new Date(begun_ms + ms) } };
};
const minutes = (count: number) => count * 60_000;
/** How many tries count at this moment, or the seconds to wait. */
const count = (ms: number, attempt = tries.anna) =>
  countTry(at(ms), attempt).catch((error: { retry_after_seconds?: number }) => error);
const tries = {
  anna: tryOf('Anna', '', '192.0.2.1'),
  elsewhere: tryOf('anna', '', '192.0.2.2'),
  bert: tryOf('bert', '', '192.0.2.1'),
  device: tryOf('ANNA', 'd1', '192.0.2.1'),
};
async function counts(): Promise<Record<string, number>> {
  const rows = await connect(world.system).selectFrom('sign_in_try').selectAll().execute();
  const nameOf = (row: { name_hash: string; place: string }) =>
    Object.entries(tries).find(
      ([, one]) => one.name_hash === row.name_hash && one.place === row.place,
    )?.[0] as string;
  return Object.fromEntries(rows.map((row) => [nameOf(row), row.fail_count]));
}

test('a pair is a name in any case and a device or else an address', () => {
  expect(tries.anna.name_hash).toBe(tries.device.name_hash);
  expect(tries.anna.name_hash).not.toBe(tries.bert.name_hash);
  const places = Object.values(tries).map(({ place }) => place);
  expect(places).toEqual(['ip 192.0.2.1', 'ip 192.0.2.2', 'ip 192.0.2.1', 'device d1']);
});

test('six tries go on, and from the seventh on half an hour is waited', async () => {
  for (let n = 1; n <= 6; n++) expect(await count(minutes(n))).toBe(n);
  for (const [ms, seconds] of [
    [minutes(7), 1_800],
    [minutes(8), 1_740],
    [minutes(37) - 1, 1],
  ] as const) {
    expect(await count(ms)).toMatchObject({ kind: 'limited', retry_after_seconds: seconds });
  }
  expect(await count(minutes(37))).toBe(1);
});

test('tries that are half an hour old are forgotten', async () => {
  for (let n = 1; n <= 5; n++) expect(await count(n)).toBe(n);
  expect(await count(minutes(30))).toBe(6);
  expect(await count(minutes(30) + 1)).toBe(1);
  expect(await count(minutes(59))).toBe(2);
});

test('a try is taken back, and all are forgiven, for their own pair alone', async () => {
  for (const one of Object.values(tries)) {
    for (let n = 1; n <= 3; n++) expect(await count(n, one)).toBe(n);
  }
  await uncountTry(at(4), tries.anna);
  expect(await counts()).toEqual({ anna: 2, elsewhere: 3, bert: 3, device: 3 });
  for (let n = 0; n < 3; n++) await uncountTry(at(4), tries.anna);
  expect(await counts()).toEqual({ anna: 0, elsewhere: 3, bert: 3, device: 3 });
  await resetTries(at(5), tries.elsewhere);
  expect(await counts()).toEqual({ anna: 0, bert: 3, device: 3 });
  await resetTries(at(5), tries.anna);
  expect(await counts()).toEqual({ bert: 3, device: 3 });
});
