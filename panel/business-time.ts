// Business time: in the sandbox a clock that people move forward, elsewhere the real one.
import { makeStore } from './store.ts';

/** How far business time is ahead of this machine's clock, in milliseconds. */
export const business_offset = makeStore<number>(0);

// A difference this small is the way here, not a moved clock.
const travel_ms = 60_000;

/** Takes the server's word from an answer; `at` is RFC 3339, null where there is no such clock. */
export function setBusinessTime(at: string | null, now = Date.now()): void {
  const offset = at === null ? 0 : Date.parse(at) - now;
  if (Number.isNaN(offset)) return;
  const counted = Math.abs(offset) < travel_ms ? 0 : offset;
  if (Math.abs(counted - business_offset.get()) > travel_ms) business_offset.set(counted);
}

/** What day it is for the business: quick dates and the first search count from here. */
export function businessNow(): Date {
  return new Date(Date.now() + business_offset.get());
}
