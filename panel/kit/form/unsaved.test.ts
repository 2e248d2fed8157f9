// What counts as unsaved: a changed form until it is sent, and again when that was refused.
import { afterEach, expect, test } from 'vitest';
import { discardChanges, hasUnsavedChanges, markUnsent, registerUnsaved } from './unsaved.ts';

let form: ReturnType<typeof registerUnsaved> | undefined;
afterEach(() => form?.unregister());

test('a form that is being sent may be left for where its answer leads', () => {
  form = registerUnsaved();
  expect(hasUnsavedChanges()).toBe(true);
  form.release();
  expect(hasUnsavedChanges()).toBe(false);
});

test('a refused save and a change after it hold the form again', () => {
  form = registerUnsaved();
  form.release();
  markUnsent();
  expect(hasUnsavedChanges()).toBe(true);
  form.release();
  form.touch();
  expect(hasUnsavedChanges()).toBe(true);
});

test('whoever leaves is asked once, not again while the page they leave is still there', () => {
  form = registerUnsaved();
  discardChanges();
  expect(hasUnsavedChanges()).toBe(false);
  form.touch();
  expect(hasUnsavedChanges()).toBe(true);
});

test('one of two forms that is sent leaves the other', () => {
  form = registerUnsaved();
  const other = registerUnsaved();
  other.release();
  expect(hasUnsavedChanges()).toBe(true);
  form.unregister();
  expect(hasUnsavedChanges()).toBe(false);
  other.unregister();
});
