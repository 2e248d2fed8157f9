// The policy between text and the document lets styles in and no element.
import { expect, test, vi } from 'vitest';
import { guardMarkup, onlyStyles } from './trusted-types.ts';

test('styles pass as they are, anything that could open an element does not', () => {
  expect(onlyStyles(':root{--a:1px}')).toBe(':root{--a:1px}');
  for (const text of ['<img src=x onerror=alert(1)>', 'a{}</style><script>', '<']) {
    expect(onlyStyles(text)).toBeNull();
  }
});

test('the policy is the default one and has rules for markup alone', () => {
  const createPolicy = vi.fn();
  vi.stubGlobal('trustedTypes', { createPolicy });
  guardMarkup();
  vi.unstubAllGlobals();
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('default', { createHTML: onlyStyles });
});
