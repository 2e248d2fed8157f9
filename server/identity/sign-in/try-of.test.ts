// Where a sign-in try is counted: at the device that is known, else at the address.
import { expect, it } from 'vitest';
import { tryOf } from './throttle.ts';

it('counts at the known device, else at the address, under one spelling of the name', () => {
  const [unknown, known] = [tryOf('Ann', '', '192.0.2.1'), tryOf('ann', 'd1', '192.0.2.1')];
  expect([unknown.place, known.place]).toEqual(['ip 192.0.2.1', 'device d1']);
  expect(unknown.name_hash).toBe(known.name_hash);
});
