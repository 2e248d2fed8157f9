// A file that the server writes is waited for to its end, through looks that fail, by nobody else.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubBrowser } from './testing/browser.ts';

stubBrowser();
const { exportIdOf, whenWritten } = await import('./written-export.ts');

const id = '1k7vib5ic2foe5c2aqf5';
const fetched = vi.fn<(url: string) => Promise<Response>>();
const answer = (state: string, progress = 0) =>
  Response.json({ data: { id, state, progress, rows: 0, expected_rows: 0 } });
const refused = (status: number) => Response.json({ status: 'error', msg: 'no' }, { status });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
});
afterEach(() => vi.useRealTimers());

/** Waits for the export while `looks` looks are made; its end, or what it threw. */
async function wait(polls: number, wanted = () => true) {
  const seen: number[] = [];
  const end = whenWritten(id, { wanted, onSeen: ({ progress }) => seen.push(progress) }).then(
    (found) => found?.state ?? null,
    (error: Error) => error,
  );
  await vi.advanceTimersByTimeAsync(polls * 1_000);
  return { end: await end, seen, calls: fetched.mock.calls.length };
}

it('is distinguished from a file by its type', async () => {
  const file = new Blob(['a,b'], { type: 'text/csv' });
  const named = new Blob([JSON.stringify({ data: { export_id: id } })], {
    type: 'application/json; charset=utf-8',
  });
  expect([await exportIdOf(file), await exportIdOf(named)]).toEqual([null, id]);
});

it.each(['done', 'failed', 'expired'])(
  'is asked about each second until it is %s',
  async (last) => {
    fetched
      .mockResolvedValueOnce(answer('queued'))
      .mockResolvedValueOnce(answer('running', 40))
      .mockResolvedValueOnce(answer(last, 100));
    expect(await wait(5)).toEqual({ end: last, seen: [0, 40, 100], calls: 3 });
  },
);

it('is not given up for a look that failed, but for ten in a row', async () => {
  fetched.mockImplementation(async () => refused(503));
  fetched.mockResolvedValueOnce(refused(503)).mockResolvedValueOnce(answer('running', 5));
  const { end, seen, calls } = await wait(15);
  expect(end).toBeInstanceOf(Error);
  expect([seen, calls]).toEqual([[5], 12]);
});

it('is given up at once where the server knows none of this id', async () => {
  fetched.mockImplementation(async () => refused(404));
  const { end, calls } = await wait(3);
  expect(end).toMatchObject({ status: 404 });
  expect(calls).toBe(1);
});

it('is asked about no more once nobody waits for it', async () => {
  let waits = true;
  fetched.mockImplementation(async () => {
    waits = fetched.mock.calls.length < 2;
    return answer('running', 7);
  });
  expect(await wait(4, () => waits)).toEqual({ end: null, seen: [7], calls: 2 });
});
