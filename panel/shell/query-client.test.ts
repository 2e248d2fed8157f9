// How often a call is made and what is said of a failure: reads, writes, dialogs.
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { open } from '../../contract/access/access.ts';
import { endpoint, list, record } from '../../contract/endpoint.ts';
import { stubBrowser } from '../testing/browser.ts';

stubBrowser();
const { call } = await import('../api.ts');
const { closeDialog, dialogs, toasts } = await import('../notices.ts');
const { query_client } = await import('./query-client.ts');

const common = { method: 'POST', access: open, summary: '' } as const;
const thing = z.object({ id: z.string() });
const search = endpoint({ ...common, rate_class: 'read', path: '/things', reply: list(thing) });
const save = endpoint({ ...common, rate_class: 'write', path: '/thing', reply: record(thing) });

const fetched = vi.fn<(url: string) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  fetched.mockReset();
  closeDialog();
  query_client.clear();
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

type Reply = () => Promise<Response>;
const json =
  (status: number, body: unknown): Reply =>
  async () =>
    Response.json(body, { status });
const page =
  (status: number): Reply =>
  async () =>
    new Response('<html>Bad gateway</html>', { status });
const away: Reply = async () => {
  throw new TypeError('Failed to fetch');
};

/** Reads with this answer until nothing more is asked; gives how the read ended. */
async function read(answer: Reply, key = 'things') {
  fetched.mockImplementation(answer);
  const observer = new QueryObserver(query_client, {
    queryKey: [key],
    queryFn: () => call(search),
  });
  const end = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  const found = observer.getCurrentResult();
  end();
  return found;
}

async function write(answer: Reply) {
  fetched.mockImplementation(answer);
  const observer = new MutationObserver(query_client, { mutationFn: () => call(save) });
  await Promise.all([
    observer.mutate().catch(() => undefined),
    vi.advanceTimersByTimeAsync(60_000),
  ]);
  return observer.getCurrentResult();
}

const refusal = { status: 'failed', msg: 'not now' };
const failures: [string, Reply, number][] = [
  ['400', json(400, refusal), 1],
  ['403', json(403, refusal), 1],
  ['404', json(404, refusal), 1],
  ['409', json(409, refusal), 1],
  ['429', json(429, refusal), 1],
  ['500 of the server', json(500, refusal), 1],
  ['500 without words', page(500), 1],
  ['200 that says failed', json(200, refusal), 1],
  ['200 of another page', page(200), 1],
  ['502 of a proxy', page(502), 2],
  ['503 of a busy server', json(503, refusal), 2],
  ['504 of a proxy', page(504), 2],
  ['no network', away, 2],
];

test.each(failures)('a read that meets %s ends in one dialog', async (_, answer, calls) => {
  const { status, fetchStatus } = await read(answer);
  expect({ status, fetchStatus }).toEqual({ status: 'error', fetchStatus: 'idle' });
  expect(fetched).toHaveBeenCalledTimes(calls);
  expect(dialogs.get()).toMatchObject({ tone: 'error', title: 'Error', contact_support: true });
});

test.each(failures)('a write that meets %s is sent once', async (_, answer) => {
  const { status, isPaused } = await write(answer);
  expect({ status, isPaused }).toEqual({ status: 'error', isPaused: false });
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(dialogs.get()).toMatchObject({ tone: 'error', title: 'Error', contact_support: true });
  expect(toasts.get()).toEqual([]);
});

test('a second try that succeeds says nothing of the first', async () => {
  const answers = [away, json(200, { status: 'success', data: [{ id: '1' }], total_count: 1 })];
  const { data } = await read(async () => (answers.shift() as Reply)());
  expect(data?.rows).toEqual([{ id: '1' }]);
  expect(dialogs.get()).toBeNull();
});

test('what was sent is kept as long as its screen stands, and not a moment longer', async () => {
  fetched.mockImplementation(json(200, { status: 'success', data: { id: '1' } }));
  const observer = new MutationObserver<unknown, Error, object>(query_client, {
    mutationFn: () => call(save),
  });
  const end = observer.subscribe(() => undefined);
  const sent = { number: '4111111111111111' };
  await observer.mutate(sent);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', variables: sent });
  end();
  await vi.advanceTimersByTimeAsync(1);
  expect(query_client.getMutationCache().getAll()).toEqual([]);
});

test('without a network a call fails at once and is not sent later', async () => {
  onlineManager.setOnline(false);
  expect(await read(away)).toMatchObject({ status: 'error', fetchStatus: 'idle' });
  const { status, isPaused } = await write(away);
  expect({ status, isPaused }).toEqual({ status: 'error', isPaused: false });
  const calls = fetched.mock.calls.length;
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(calls);
});

test('of many reads that fail the first speaks; what somebody did always speaks', async () => {
  await read(json(400, { ...refusal, msg: 'the first' }), 'one');
  await read(json(400, { ...refusal, msg: 'the second' }), 'two');
  expect(dialogs.get()?.text).toBe('the first');
  await write(json(400, { ...refusal, msg: 'what was done' }));
  expect(dialogs.get()?.text).toBe('what was done');
});

test('another try is offered unless its answer would be the same', async () => {
  const offered: [number, boolean][] = [];
  for (const status of [400, 403, 404, 409, 429, 500]) {
    await write(json(status, refusal));
    offered.push([status, dialogs.get()?.try_again === true]);
    closeDialog();
  }
  expect(offered).toEqual([
    [400, true],
    [403, false],
    [404, false],
    [409, true],
    [429, true],
    [500, true],
  ]);
});
