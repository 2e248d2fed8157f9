// A sample of the races: every ordered pair of actions once, refunds beyond a sale, one key often.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { isPossible } from './model.ts';
import { openRaceWorld, type RaceWorld } from './race-world.ts';
import {
  booksOf,
  duplicateRace,
  emptyTally,
  pairs,
  parkPair,
  racePair,
  refundRace,
} from './races.ts';

let world: RaceWorld;

beforeAll(async () => {
  world = await openRaceWorld({
    server_url: inject('server_url'),
    template: inject('template_name'),
  });
}, 60_000);
afterAll(async () => {
  expect(await booksOf(world)).toEqual([]);
  await world.close();
}, 60_000);

it('two actions at once on one transaction come to what their order allows', async () => {
  const tally = emptyTally();
  for (const pair of pairs) await racePair(world, pair, [2], tally);
  expect(tally.faults).toEqual([]);
  expect(tally.rounds).toBe(81);
  expect(tally.overlapped).toBeGreaterThanOrEqual(tally.rounds / 2);
}, 120_000);

it('an action between the commit and the message of another changes nothing twice', async () => {
  const tally = emptyTally();
  const home = ['capture', 'refund', 'void', 'approve', 'decline'];
  const some = pairs.filter(({ first, second }) => home.includes(first) && home.includes(second));
  for (const pair of some) await parkPair(world, pair, tally);
  expect(tally.faults).toEqual([]);
  expect(tally.overlapped).toBe(some.length);
}, 120_000);

it('of 64 refunds of sixty per cent at once exactly one succeeds', async () => {
  expect(await refundRace(world)).toBe(null);
  expect(await refundRace(world)).toBe(null);
}, 60_000);

it('a hundred requests with one key are one payment with one answer', async () => {
  expect(await duplicateRace(world, 'same')).toBe(null);
}, 60_000);

it('the model tells a possible end from an impossible one', () => {
  const held = { status: 'authorized', refunded: 0 };
  const end = (status: string, refunded = 0) => ({ status, refunded });
  expect(isPossible(held, 'authorized', ['capture', 'void'], [], end('voided'))).toBe(true);
  expect(isPossible(held, 'authorized', ['capture', 'capture'], [], end('voided'))).toBe(false);
  const settled = { status: 'settled', refunded: 0 };
  const twice = end('partially_refunded', 1_200);
  expect(isPossible(settled, 'settled', ['refund', 'refund'], [], twice)).toBe(false);
  expect(isPossible(settled, 'settled', [], ['return'], end('late_return'))).toBe(true);
});
