// A form that stands while its record changes: by its own save, and by somebody else's.
import { act } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { open } from '../../../contract/access/access.ts';
import { endpoint, nothing } from '../../../contract/endpoint.ts';
import { stubBrowser } from '../../testing/browser.ts';
import { standing } from '../../testing/standing.tsx';

stubBrowser();
const { useForm } = await import('./use-form.ts');

const save = endpoint({
  method: 'POST',
  path: '/thing',
  access: open,
  rate_class: 'write',
  summary: '',
  input: z.object({ name: z.string(), note: z.string() }),
  reply: nothing(),
});
const record = { name: 'Harbor', note: '', status: 'active', updated_at: '2031-01-01T00:00:00Z' };

const hook = (one: typeof record) =>
  useForm(save, { initial: { name: one.name, note: one.note }, of: one });

test('a record that is read again changes what nobody typed, and nothing else', async () => {
  const screen = await standing(hook, record);
  await act(async () => screen.result().put('note', 'Calls on Fridays'));
  await screen.again({ ...record, name: 'Cedar', status: 'disabled', updated_at: 'later' });
  expect(screen.result().values()).toEqual({ name: 'Cedar', note: 'Calls on Fridays' });
  expect(screen.result().dirty).toBe(true);
  await act(async () => screen.result().reset());
  expect(screen.result().values()).toEqual({ name: 'Cedar', note: '' });
  await screen.again({ ...record, name: 'Alder', updated_at: 'later still' });
  expect(screen.result().values()).toEqual({ name: 'Alder', note: '' });
  expect(screen.result().dirty).toBe(false);
  await screen.leave();
});

test('a record that comes back before its save has ended is followed too', async () => {
  let end = () => {};
  const send = () => new Promise<void>((done) => (end = done));
  const sending = (one: typeof record) =>
    useForm(save, { initial: { name: one.name, note: one.note }, of: one, send });
  const screen = await standing(sending, record);
  await act(async () => screen.result().put('name', ' Cedar '));
  await act(async () => void screen.result().submit());
  // The server has trimmed the name.
  await screen.again({ ...record, name: 'Cedar', updated_at: 'later' });
  await act(async () => end());
  expect(screen.result().values()).toEqual({ name: 'Cedar', note: '' });
  expect(screen.result().dirty).toBe(false);
  await screen.leave();
});
