// What counts as unsaved: a changed form until it is sent, and again when that was refused.
import { afterEach, expect, test } from 'vitest';
import { giveUpChanges, holdChanges, holdsChanges, takeBackSent } from './unsaved.ts';

let form: ReturnType<typeof holdChanges> | undefined;
afterEach(() => form?.forget());

test('a form that is being sent may be left for where its answer leads', () => {
  form = holdChanges();
  expect(holdsChanges()).toBe(true);
  form.release();
  expect(holdsChanges()).toBe(false);
});

test('a refused save and a change after it hold the form again', () => {
  form = holdChanges();
  form.release();
  takeBackSent();
  expect(holdsChanges()).toBe(true);
  form.release();
  form.touch();
  expect(holdsChanges()).toBe(true);
});

test('whoever leaves is asked once, not again while the page they leave is still there', () => {
  form = holdChanges();
  giveUpChanges();
  expect(holdsChanges()).toBe(false);
  form.touch();
  expect(holdsChanges()).toBe(true);
});

test('one of two forms that is sent leaves the other', () => {
  form = holdChanges();
  const other = holdChanges();
  other.release();
  expect(holdsChanges()).toBe(true);
  form.forget();
  expect(holdsChanges()).toBe(false);
  other.forget();
});
