// Which action a key press means: one key, or two in a row.
import { afterEach, expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null });
const { actionOf, active_keys, listenToKeys } = await import('./keys.ts');
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

/** What these selectors say of it is what a key press asks of an element. */
class Part {
  isContentEditable = false;
  fits: readonly string[];
  constructor(fits: readonly string[] = []) {
    this.fits = fits;
  }
  matches = () => this.fits.includes('input');
  closest = (selector: string) => (this.fits.includes(selector) ? this : null);
}

/** Presses a key of the page there; whether it acted. */
function acts(where: Part, { dialog, control: ctrlKey }: { dialog: boolean; control: boolean }) {
  let press: (event: object) => void = () => undefined;
  vi.stubGlobal('Element', Part);
  vi.stubGlobal('HTMLElement', Part);
  vi.stubGlobal('document', {
    querySelector: () => (dialog ? new Part() : null),
    addEventListener: (_: string, listener: typeof press) => {
      press = listener;
    },
  });
  listenToKeys();
  const ran = vi.fn();
  active_keys.set([{ key: 'enter', label: 'charge', run: ran, with_control: ctrlKey }]);
  const preventDefault = () => undefined;
  press({ key: 'Enter', ctrlKey, metaKey: false, target: where, timeStamp: 0, preventDefault });
  return ran.mock.calls.length > 0;
}

const in_dialog = new Part(['dialog', 'dialog[open]']);

afterEach(() => {
  active_keys.set([]);
  vi.unstubAllGlobals();
});

test('behind an open dialog the page is silent, wherever the focus is, Ctrl or not', () => {
  for (const control of [true, false]) {
    expect(acts(in_dialog, { dialog: true, control })).toBe(false);
    expect(acts(new Part(), { dialog: true, control })).toBe(false);
    expect(acts(new Part(), { dialog: false, control })).toBe(true);
  }
});

test('while typing Ctrl acts and a letter alone does not; in a menu neither does', () => {
  const field = new Part(['input']);
  expect(acts(field, { dialog: false, control: true })).toBe(true);
  expect(acts(field, { dialog: false, control: false })).toBe(false);
  const menu = new Part(['[role="menu"]']);
  expect(acts(menu, { dialog: false, control: true })).toBe(false);
});
