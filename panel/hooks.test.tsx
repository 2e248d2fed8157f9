// Saving and removing through the hooks: the call that is made, and the data that is read anew.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { open } from '../contract/access/access.ts';
import { endpoint, list, nothing, record } from '../contract/endpoint.ts';
import { stubBrowser } from './testing/browser.ts';
import { standing } from './testing/standing.tsx';

stubBrowser();
const { useRecord, useSave } = await import('./hooks.ts');
const { searchInput, secret, text } = await import('../contract/search/search.ts');

const common = { access: open, rate_class: 'write', summary: '' } as const;
const thing = z.object({ id: z.string(), name: z.string() });
const update = endpoint({
  ...common,
  method: 'POST',
  path: '/thing/{id}',
  input: z.object({ name: z.string() }),
  reply: record(thing),
});
const remove = endpoint({ ...common, method: 'DELETE', path: '/thing/{id}', reply: nothing() });
const search = endpoint({ ...common, method: 'GET', path: '/things', reply: list(thing) });

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
let client: QueryClient;

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  client = new QueryClient();
  client.setQueryData(['/things', {}, {}], { rows: [], total_count: 0 });
  client.setQueryData(['/others', {}, {}], { rows: [], total_count: 0 });
});

/** What a hook gives a component. */
function resultOf<T>(hook: () => T): T {
  let found: T | undefined;
  function Probe() {
    found = hook();
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  );
  return found as T;
}

const isStale = (path: string) => client.getQueryState([path, {}, {}])?.isInvalidated;

test('a save sends the input, tells the screen, and makes the lists it names stale', async () => {
  fetched.mockResolvedValue(Response.json({ data: { id: '1', name: 'b' } }));
  const onSaved = vi.fn();
  const save = resultOf(() => useSave(update, { stales: [search], onSaved }));
  await save.mutateAsync({ params: { id: '1' }, input: { name: 'b' } });
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/thing/1');
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: '{"name":"b"}' });
  expect(onSaved).toHaveBeenCalledWith({ id: '1', name: 'b' });
  expect([isStale('/things'), isStale('/others')]).toEqual([true, false]);
});

test('a save that fails makes nothing stale and tells nobody that it is done', async () => {
  fetched.mockResolvedValue(Response.json({ msg: 'not found' }, { status: 404 }));
  const onSaved = vi.fn();
  const save = resultOf(() => useSave(update, { stales: [search], onSaved, quiet: true }));
  await expect(save.mutateAsync({ params: { id: '1' } })).rejects.toThrow('not found');
  expect(onSaved).not.toHaveBeenCalled();
  expect(isStale('/things')).toBe(false);
});

test('an answer that comes once its screen was left is told, and leads nowhere', async () => {
  fetched.mockImplementation(async () => Response.json({ data: { id: '1', name: 'b' } }));
  const [onSaved, tell] = [vi.fn(), vi.fn()];
  const hook = () => useSave(update, { stales: [search], onSaved, tell });
  const screen = await standing(hook, {}, client);
  const request = { params: { id: '1' }, input: { name: 'b' } };
  await act(async () => void (await screen.result().mutateAsync(request)));
  expect([onSaved.mock.calls.length, tell.mock.calls.length]).toEqual([1, 1]);
  const saved = screen.result().mutateAsync(request);
  await screen.leave();
  await saved;
  expect([onSaved.mock.calls.length, tell.mock.calls.length]).toEqual([1, 2]);
  expect(tell).toHaveBeenLastCalledWith({ id: '1', name: 'b' });
  expect(isStale('/things')).toBe(true);
});

test('a removal calls with DELETE and has the list read anew', async () => {
  fetched.mockResolvedValue(Response.json({ data: null }));
  const removal = resultOf(() => useSave(remove, { stales: [search] }));
  expect(await removal.mutateAsync({ params: { id: '7' } })).toBeNull();
  expect(fetched.mock.calls[0]?.[1].method).toBe('DELETE');
  expect(isStale('/things')).toBe(true);
});

test('a search by a whole card number is forgotten with its screen, no other is', async () => {
  vi.useFakeTimers();
  const input = searchInput({ full_cc_number: secret('Full CC Number'), city: text('City') });
  const totals = endpoint({
    ...common,
    method: 'POST',
    path: '/totals',
    // The search of payments takes more than its fields, as here.
    input: input.and(z.object({ merchant_id: z.string().optional() })),
    reply: record(thing),
  });
  const by = (name: string, value: string) => ({ input: { [name]: { operator: '=', value } } });
  resultOf(() => useRecord(totals, by('full_cc_number', '4111111111111111') as never));
  resultOf(() => useRecord(totals, by('city', 'Denver') as never));
  const kept = () => client.getQueryCache().findAll({ queryKey: ['/totals'] });
  expect(kept()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect(kept().map(({ queryKey }) => queryKey[2])).toEqual([by('city', 'Denver').input]);
});
