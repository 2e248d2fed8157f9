// Viewing as somebody: what is sent, what is not, and whose area the panel shows.
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { open } from '../../contract/access/access.ts';
import { endpoint, nothing, record } from '../../contract/endpoint.ts';
import type { CallerRecord } from '../../contract/identity/users.ts';
import { stubBrowser } from '../testing/browser.ts';

stubBrowser();
const { call } = await import('../api.ts');
const { endSession, mayEnter, session, shownFor } = await import('./session.ts');
const { viewing } = await import('./viewing.ts');

const plain = { access: open, summary: '' } as const;
const id = z.object({ id: z.string() });
const read = endpoint({
  ...plain,
  method: 'GET',
  path: '/x',
  reply: record(id),
  rate_class: 'read',
});
const caller = { ...read, path: '/user' as const };
const search = { ...read, method: 'POST' as const };
const write = endpoint({
  ...plain,
  method: 'POST',
  path: '/thing',
  reply: nothing(),
  rate_class: 'write',
  audit: 'thing.create',
});
const logout = { ...write, method: 'GET' as const, path: '/logout' as const };
const report = { ...search, rate_class: 'export' as const };

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const viewed = { id: 'viewed', name: 'Clerk', account_type: 'merchant', role: 'standard' };

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  fetched.mockImplementation(async () => new Response('{"data":{"id":"own"}}'));
  session.set({
    token: 't',
    sid: 's',
    account_type: 'admin',
    role: 'admin',
    expires_at: Date.now() + 60_000,
  } as NonNullable<ReturnType<typeof session.get>>);
  const one = { ...viewed } as unknown as CallerRecord;
  viewing.set({ id: 'viewed', kind: 'user', caller: one, back: '/admin/users' });
});

const sent = () => fetched.mock.calls.map(([, init]) => init.headers as Record<string, string>);

test('every read names the viewed, and the area is theirs', async () => {
  await call(read);
  await call(search);
  expect(sent().map((headers) => headers['x-view-as'])).toEqual(['viewed', 'viewed']);
  expect([mayEnter('merchant'), mayEnter('admin')]).toEqual([true, false]);
});

test('the caller is read as oneself and shown as the viewed user', async () => {
  expect(await call(caller)).toEqual(viewed);
  expect(sent()[0]?.['x-view-as']).toBeUndefined();
});

test('nothing that changes anything leaves the page, but the sign-out does', async () => {
  await expect(call(write)).rejects.toThrow('You cannot make changes while viewing as Clerk.');
  await expect(call(report)).rejects.toThrow('Leave the view first.');
  expect(fetched).not.toHaveBeenCalled();
  await call(logout);
  expect(sent()[0]?.['x-view-as']).toBeUndefined();
});

test('the view ends with the session', () => {
  endSession();
  expect([viewing.get(), shownFor()]).toEqual([null, null]);
});
