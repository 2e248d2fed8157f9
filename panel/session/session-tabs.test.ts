// Two tabs share the changes of their session.
import { beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';

const stored = stubBrowser();
const { deadline, session } = await import('./session.ts');
const { shareSession } = await import('./session-tabs.ts');
type Channel = Parameters<typeof shareSession>[0];

const mine = { sid: 's1', user_id: 'u1' } as NonNullable<ReturnType<typeof session.get>>;
const posted = vi.fn();
const keepAlive = vi.fn();
const channel: Channel = { postMessage: posted, onmessage: null };
shareSession(channel, keepAlive);
const hear = (news: object) => channel.onmessage?.call(channel as never, { data: news } as never);

beforeEach(() => {
  session.set(mine);
  deadline.set(1_000);
  posted.mockClear();
  keepAlive.mockClear();
});

test('a touch here is posted, one heard is taken over and not posted again', () => {
  deadline.set(2_000);
  expect(posted).toHaveBeenCalledExactlyOnceWith({ ...mine, until: 2_000 });
  hear({ ...mine, until: 3_000 });
  expect(deadline.get()).toBe(3_000);
  expect(posted).toHaveBeenCalledTimes(1);
  expect(keepAlive).not.toHaveBeenCalled();
});

test('an older touch shortens nothing, and a stranger says nothing', () => {
  hear({ ...mine, until: 500 });
  hear({ sid: 's9', user_id: 'u9', until: 9_000 });
  expect(deadline.get()).toBe(1_000);
});

test('another session of the same person keeps this one alive, not at every step', () => {
  hear({ sid: 's2', user_id: 'u1', until: 4_000 });
  hear({ sid: 's2', user_id: 'u1', until: 5_000 });
  expect(deadline.get()).toBe(5_000);
  expect(keepAlive).toHaveBeenCalledTimes(1);
});

test('leaving ends the session in every tab that has it, and no other', () => {
  hear({ sid: 's2', user_id: 'u1', until: 0 });
  expect(session.get()).not.toBeNull();
  hear({ ...mine, until: 0 });
  expect(session.get()).toBeNull();
  expect(posted).not.toHaveBeenCalled();
  session.set(mine);
  session.set(null);
  expect(posted).toHaveBeenCalledExactlyOnceWith({ ...mine, until: 0 });
});

test('a session left idle in one tab was idle in the other, one left on purpose was not', () => {
  deadline.set(Date.now() + 1_000);
  hear({ ...mine, until: 0 });
  expect([...stored.values()].join()).toContain('"idle":true');
  session.set(mine);
  deadline.set(Date.now() + 600_000);
  hear({ ...mine, until: 0 });
  expect(stored.size).toBe(0);
});
