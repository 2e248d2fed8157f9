// Which action a key press means: one key, or two in a row.
import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null });
const { actionOf } = await import('./keys.ts');
const run = () => undefined;
const go = { key: 't', after: 'g', label: 'go to Transactions', run };
const plain = { key: 't', label: 'totals', run };
const newest = { key: 't', label: 'newer totals', run };
const control = { key: 't', label: 'with control', run, with_control: true };

test('a key after the first of two is the pair, and alone what it is alone', () => {
  const all = [plain, go];
  expect(actionOf(all, { key: 't', control: false, before: 'g' })).toBe(go);
  expect(actionOf(all, { key: 't', control: false, before: '' })).toBe(plain);
  expect(actionOf([go], { key: 't', control: false, before: '' })).toBeUndefined();
});

test('a second key that makes no pair acts by itself', () => {
  expect(actionOf([plain, go], { key: 't', control: false, before: 'x' })).toBe(plain);
});

test('the newest screen wins, and Ctrl is a key of its own', () => {
  expect(actionOf([plain, newest, control], { key: 't', control: false, before: '' })).toBe(newest);
  expect(actionOf([plain, newest, control], { key: 't', control: true, before: '' })).toBe(control);
});
