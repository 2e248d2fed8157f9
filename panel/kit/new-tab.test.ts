// Which press on a link opens a page of the panel beside the present one, with its session.
import { afterEach, expect, test, vi } from 'vitest';
import { listenToLinks, opensBeside } from './new-tab.ts';

const origin = 'https://pay.example';
const location = { protocol: 'https:', origin };
const plain = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

class Part {
  closest = (): unknown => null;
}

function linkOf(over: object = {}) {
  const link = {
    ...{ protocol: 'https:', origin, href: `${origin}/merchant/users`, target: '' },
    ...{ hasAttribute: () => false, relList: { contains: () => false } },
    ...over,
  };
  return link as unknown as HTMLAnchorElement;
}

function opens(over: object, link = linkOf()): boolean {
  vi.stubGlobal('window', { location });
  return opensBeside(link, { ...plain, defaultPrevented: false, ...over });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'a press with %o opens a tab of the panel',
  (over) => {
    expect(opens(over)).toBe(true);
  },
);

test('a link that always opens a tab does so at any press', () => {
  expect(opens({}, linkOf({ target: '_blank' }))).toBe(true);
  expect(opens({}, linkOf())).toBe(false);
});

test('what is no page of the panel, or was handled already, is left to the browser', () => {
  const tab = { target: '_blank' };
  expect(opens({}, linkOf({ ...tab, origin: 'https://elsewhere.example' }))).toBe(false);
  expect(opens({}, linkOf({ ...tab, protocol: 'blob:' }))).toBe(false);
  expect(opens({}, linkOf({ ...tab, hasAttribute: () => true }))).toBe(false);
  expect(opens({}, linkOf({ ...tab, relList: { contains: () => true } }))).toBe(false);
  expect(opens({ defaultPrevented: true, ctrlKey: true })).toBe(false);
  expect(opens({ altKey: true, ctrlKey: true })).toBe(false);
  expect(opens({ button: 2, ctrlKey: true })).toBe(false);
});

test('the page itself opens the tab, so that it knows its opener', () => {
  const open = vi.fn();
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('Element', Part);
  vi.stubGlobal('window', { location, open });
  vi.stubGlobal('document', {
    addEventListener: (name: string, listen: (event: object) => void) =>
      listeners.set(name, listen),
  });
  listenToLinks();
  const preventDefault = vi.fn();
  const target = Object.assign(new Part(), { closest: () => linkOf() });
  listeners.get('click')?.({ ...plain, target, preventDefault });
  expect(open).not.toHaveBeenCalled();
  listeners.get('click')?.({ ...plain, ctrlKey: true, target, preventDefault });
  listeners.get('auxclick')?.({ ...plain, button: 1, target, preventDefault });
  expect(open.mock.calls).toEqual(Array(2).fill([`${origin}/merchant/users`, '_blank']));
  expect(preventDefault).toHaveBeenCalledTimes(2);
});
