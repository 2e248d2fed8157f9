// What the panel takes for now.
import { afterEach, expect, test } from 'vitest';
import { business_offset, businessNow, setBusinessTime } from './business-time.ts';

afterEach(() => business_offset.set(0));

const two_days_ms = 172_800_000;

test('a clock that was moved forward moves what the panel takes for now', () => {
  const now = Date.now();
  setBusinessTime(new Date(now + two_days_ms).toISOString(), now);
  expect(businessNow().getTime() - Date.now()).toBe(two_days_ms);
});

test('the way of an answer is no moved clock, and small steps change nothing', () => {
  let changes = 0;
  const stop = business_offset.subscribe(() => {
    changes += 1;
  });
  const now = Date.now();
  setBusinessTime(new Date(now - 900).toISOString(), now);
  setBusinessTime('nonsense', now);
  setBusinessTime(null, now);
  stop();
  expect(changes).toBe(0);
  expect(business_offset.get()).toBe(0);
});
