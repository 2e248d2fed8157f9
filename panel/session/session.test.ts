// Rules of the session: what a token says, when it has ended, how the countdown reads.
import { beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';

const stored = stubBrowser();
const { endSession, formatCountdown, mayEnter, readToken, secondsLeft, session, startSession } =
  await import('./session.ts');

function tokenOf(claims: Record<string, unknown>): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const text = btoa(String.fromCharCode(...bytes));
  return `h.${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.s`;
}

const claims = { ut: 'merchant', atid: 'm1', uid: 'u1', un: 'zoë_b', role: 'admin', exp: 2_000 };

beforeEach(() => endSession());

test('a token says who its bearer is, letters beyond ASCII too', () => {
  const found = readToken(tokenOf(claims), 's1', 1_000_000);
  expect(found).toMatchObject({ account_type: 'merchant', username: 'zoë_b', sid: 's1' });
});

test('an expired token and a text that is none give no session', () => {
  expect(readToken(tokenOf(claims), 's1', 2_000_000)).toBeNull();
  expect(readToken('nonsense', 's1', 0)).toBeNull();
});

test('only the area of one’s own account type may be entered', () => {
  const exp = Math.floor(Date.now() / 1000) + 60;
  startSession(tokenOf({ ...claims, exp }), 's1');
  expect(mayEnter('merchant')).toBe(true);
  expect(mayEnter('partner')).toBe(false);
});

test('a session that runs out while the page stands is over at the next step', () => {
  const exp = Math.floor(Date.now() / 1000) + 60;
  startSession(tokenOf({ ...claims, exp }), 's1');
  const clock = vi.spyOn(Date, 'now').mockReturnValue((exp + 1) * 1000);
  expect(mayEnter('merchant')).toBe(false);
  expect(session.get()).toBeNull();
  clock.mockRestore();
});

test('leaving takes the bearer out of the storage', () => {
  const exp = Math.floor(Date.now() / 1000) + 60;
  startSession(tokenOf({ ...claims, exp }), 's1');
  expect(stored.size).toBe(1);
  endSession();
  expect(stored.size).toBe(0);
});

test('the countdown reads minutes and seconds and stops at nothing', () => {
  expect(formatCountdown(secondsLeft(872_000, 0))).toBe('14:32');
  expect(formatCountdown(secondsLeft(900_000, 0))).toBe('15:00');
  expect(formatCountdown(secondsLeft(0, 5_000))).toBe('00:00');
  expect(secondsLeft(1_001, 0)).toBe(2);
});
