// The policy between text and the document lets styles in and no element.
import { expect, test, vi } from 'vitest';
import { guardMarkup, onlyKnownScripts, onlyStyles } from './trusted-types.ts';

test('styles pass as they are, anything that could open an element does not', () => {
  expect(onlyStyles(':root{--a:1px}')).toBe(':root{--a:1px}');
  for (const text of ['<img src=x onerror=alert(1)>', 'a{}</style><script>', '<']) {
    expect(onlyStyles(text)).toBeNull();
  }
});

test('of scripts only those of bot check and bank link may be started by their address', () => {
  const yes = [
    '/assets/bot-check-worker-D3f_-x.js',
    'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
  ];
  const no = [
    '/assets/index-abc.js',
    '//evil.example/assets/bot-check-worker-a.js',
    'https://evil.example/assets/bot-check-worker-a.js',
    '/assets/../bot-check-worker-a.js',
    'https://challenges.cloudflare.com.evil.example/turnstile/v0/api.js?render=explicit',
    'https://cdn.plaid.com/link/v2/stable/link-initialize.js?x',
    'https://cdn.plaid.com.evil.example/link/v2/stable/link-initialize.js',
    'data:text/javascript,alert(1)',
    'blob:https://a/b',
  ];
  expect(yes.map(onlyKnownScripts)).toEqual(yes);
  expect(no.map(onlyKnownScripts)).toEqual(no.map(() => null));
});

test('the policy is the default one and has no rule for scripts as text', () => {
  const createPolicy = vi.fn();
  vi.stubGlobal('trustedTypes', { createPolicy });
  guardMarkup();
  vi.unstubAllGlobals();
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('default', {
    createHTML: onlyStyles,
    createScriptURL: onlyKnownScripts,
  });
});
