// A form over its library, without a page: checked while typed, sent once, refused, saved.
import { createFormControl, type FieldValues } from 'react-hook-form';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { notUnique } from '../../../contract/faults.ts';
import { stubBrowser } from '../../testing/browser.ts';

stubBrowser();
const { ApiError } = await import('../../api.ts');
const { dialogs } = await import('../../notices.ts');
const state = await import('./form-state.ts');
const { problemsIn } = await import('./problems.ts');

const schema = z.object({
  name: z.string().trim().min(1).max(20),
  password: z.string().min(4),
  contact: z.object({ city: z.string().max(10) }),
});
const initial = { name: 'Harbor', password: 'abcd', again: 'abcd', contact: { city: '' } };
type Values = typeof initial;

function opened(begin: Values = initial) {
  const rules = ({ password, again }: Values) => ({
    again: password === again ? '' : 'The Again field does not match.',
  });
  const control = createFormControl<FieldValues>({
    defaultValues: begin,
    resolver: state.resolverOf<FieldValues>((values) =>
      problemsIn({ schema, input: (now) => now, rules }, values as Values),
    ),
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  // As on a page, where fields are mounted and `isDirty` is subscribed to.
  control.control._state.mount = true;
  control.control._proxyFormState.isDirty = true;
  const methods = control as unknown as Parameters<typeof state.putValue>[0];
  const changed = new Set<string>();
  const labels = new Set(['name', 'password', 'again', 'contact.city']);
  const focus_wanted = { current: false };
  const setError = vi.fn();
  return {
    methods,
    focus_wanted,
    setError,
    put: (name: string, value: unknown) => state.putValue(methods, changed, name, value),
    submit: state.submitterOf({ methods, labels, focus_wanted, setError }),
    message: (name: string) => methods.getFieldState(name).error?.message,
    isDirty: () => control.control._formState.isDirty,
  };
}

const refusal = (invalid: { field: string; message: string }[]) =>
  new ApiError('bad request error: invalid Name', 400, '1k7v9eocvcm8jc64as8n', { invalid });

beforeEach(() => dialogs.set(null));

test('a field complains while it is typed, the others not yet', async () => {
  const form = opened({ ...initial, password: '' });
  await form.put('name', '');
  expect(form.message('name')).toBe('The Name field is required.');
  expect(form.message('password')).toBeUndefined();
  await form.put('name', 'H');
  expect(form.message('name')).toBeUndefined();
});

test('a field that depends on another is checked again when the other changes', async () => {
  const form = opened();
  await form.put('again', 'abcd');
  await form.put('password', 'other');
  expect(form.message('again')).toBe('The Again field does not match.');
  await form.put('again', 'other');
  expect(form.message('again')).toBeUndefined();
});

test('nothing is sent while something is wrong, and the focus goes to it', async () => {
  const form = opened();
  await form.put('name', '');
  const call = vi.fn(async () => undefined);
  const onInvalid = vi.fn();
  await form.submit({ call, onInvalid });
  expect(call).not.toHaveBeenCalled();
  expect(form.focus_wanted.current).toBe(true);
  expect(onInvalid).toHaveBeenCalledWith(['The Name field is required.']);
});

test('what is wrong with a field that is not on the screen is said in a dialog', async () => {
  const form = opened({ ...initial, contact: { city: 'x'.repeat(11) } });
  const hidden = state.submitterOf({
    methods: form.methods,
    labels: new Set<string>(),
    focus_wanted: form.focus_wanted,
    setError: form.setError,
  });
  await hidden({ call: async () => undefined });
  expect(form.focus_wanted.current).toBe(false);
  expect(dialogs.get()?.text).toBe('The City field must not contain more than 10 characters.');
});

test('two presses send once', async () => {
  const form = opened();
  let answer: () => void = () => undefined;
  const call = vi.fn(() => new Promise<void>((done) => (answer = done)));
  const first = form.submit({ call });
  const second = form.submit({ call });
  await second;
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  answer();
  await first;
  await form.submit({ call: async () => void call() });
  expect(call).toHaveBeenCalledTimes(2);
});

test('a refusal of the server stands at its field until that field changes', async () => {
  const form = opened();
  const error = refusal([
    { field: 'name', message: 'The Name field is taken.' },
    { field: 'contact.city', message: 'No such city.' },
  ]);
  await form.put('name', 'Cedar');
  await form.submit({ call: () => Promise.reject(error) });
  expect(form.message('name')).toBe('The Name field is taken.');
  expect(form.message('contact.city')).toBe('No such city.');
  expect(form.focus_wanted.current).toBe(true);
  expect(form.setError).toHaveBeenLastCalledWith(error);
  await form.put('contact.city', 'Bergen');
  expect([form.message('name'), form.message('contact.city')]).toEqual([
    'The Name field is taken.',
    undefined,
  ]);
  const call = vi.fn(async () => undefined);
  await form.submit({ call });
  expect(call).toHaveBeenCalledTimes(1);
});

test('a name that another record has is said at its field, with the focus there', async () => {
  const form = opened();
  const { sentence, data } = notUnique('name');
  const error = new ApiError(sentence, 400, '1k7v9eocvcm8jc64as8n', data);
  await form.submit({ call: () => Promise.reject(error) });
  expect(form.message('name')).toBe('The Name is already taken.');
  expect(form.focus_wanted.current).toBe(true);
  // What has its place at a field opens no dialog.
  expect(state.placesOf(error, initial, new Set(['name']))).not.toBeNull();
  expect(state.placesOf(error, initial, new Set(['again']))).toBeNull();
});

test('a refusal with a place that is not shown is no business of the fields', () => {
  const shown = new Set(['name']);
  const elsewhere = refusal([
    { field: 'name', message: 'taken' },
    { field: 'merchant_id', message: 'unknown' },
  ]);
  expect(state.placesOf(elsewhere, initial, shown)).toBeNull();
  expect(state.placesOf(new ApiError('no', 400), initial, shown)).toBeNull();
  expect(state.placesOf(new Error('broken'), initial, shown)).toBeNull();
  const of_list = refusal([{ field: 'name.0', message: 'one of them' }]);
  expect(state.placesOf(of_list, initial, shown)).toEqual({ name: 'one of them' });
});

test('a call that fails loses nothing of what was typed', async () => {
  const form = opened();
  await form.put('name', 'Cedar');
  await form.submit({ call: () => Promise.reject(new ApiError('The server answered 500.', 500)) });
  expect(form.methods.getValues()).toEqual({ ...initial, name: 'Cedar' });
  expect(form.isDirty()).toBe(true);
  expect(form.message('name')).toBeUndefined();
});

test('what is back to how it began is no change', async () => {
  const form = opened();
  expect(form.isDirty()).toBe(false);
  await form.put('contact.city', 'Bergen');
  expect(form.isDirty()).toBe(true);
  await form.put('contact.city', '');
  expect(form.isDirty()).toBe(false);
});

test('a reset brings back what was there, without complaints', async () => {
  const form = opened();
  await form.put('name', '');
  form.methods.reset();
  expect(form.methods.getValues()).toEqual(initial);
  expect([form.message('name'), form.isDirty()]).toEqual([undefined, false]);
});

test('after a save only what was typed since counts as changed', async () => {
  const form = opened();
  await form.put('name', 'Cedar');
  state.settle(form.methods, structuredClone(form.methods.getValues()));
  expect(form.isDirty()).toBe(false);
  const sent = structuredClone(form.methods.getValues());
  await form.put('contact.city', 'Bergen');
  state.settle(form.methods, sent);
  expect(form.methods.getValues('contact.city')).toBe('Bergen');
  expect(form.isDirty()).toBe(true);
});

test('untouched fields follow the record, what is typed stays and counts as changed', async () => {
  const form = opened({ ...initial, contact: { city: 'Denver', line: '1 Main St' } } as Values);
  await form.put('contact.city', 'Bergen');
  await form.put('password', '');
  const changed = { ...initial, name: 'Cedar', contact: { city: 'Aspen', line: '9 Lake Ave' } };
  state.follow(form.methods, structuredClone(changed));
  const typed = { ...changed, password: '', contact: { city: 'Bergen', line: '9 Lake Ave' } };
  expect(form.methods.getValues()).toEqual(typed);
  expect(form.isDirty()).toBe(true);
  expect(form.message('password')).toBe('The Password field is required.');
  form.methods.reset();
  expect(form.methods.getValues()).toEqual(changed);
});

test('a form that nobody touched follows the record and stays unchanged', () => {
  const form = opened();
  state.follow(form.methods, { ...initial, name: 'Cedar' });
  expect(form.methods.getValues('name')).toBe('Cedar');
  expect(form.isDirty()).toBe(false);
});

test('after a save the form follows what the server made of what was sent', async () => {
  const form = opened();
  await form.put('name', 'cedar ');
  await form.put('password', 'secret');
  state.settle(form.methods, structuredClone(form.methods.getValues()));
  await form.put('contact.city', 'Bergen');
  // A stored secret is answered by nothing, as it was before.
  state.follow(form.methods, { ...initial, name: 'Cedar', password: '' });
  const left = { ...initial, name: 'Cedar', password: '', contact: { city: 'Bergen' } };
  expect(form.methods.getValues()).toEqual(left);
  expect(form.isDirty()).toBe(true);
});

test('what somebody typed and the record has by now is no change', async () => {
  const form = opened();
  await form.put('name', 'Cedar');
  state.follow(form.methods, { ...initial, name: 'Cedar' });
  expect(form.isDirty()).toBe(false);
});
