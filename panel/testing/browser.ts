// What the panel's modules read of a browser as they load, for tests that run without one.
import { vi } from 'vitest';

function storage(stored: Map<string, string>) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
}

/** Stubs them before the modules under test are imported; gives what the session storage holds. */
export function stubBrowser(location: { pathname?: string; search?: string } = {}) {
  const stored = new Map<string, string>();
  vi.stubGlobal('navigator', { userAgent: 'test', language: 'en-US' });
  vi.stubGlobal('screen', { width: 800, height: 600 });
  vi.stubGlobal('sessionStorage', storage(stored));
  vi.stubGlobal('localStorage', storage(new Map()));
  vi.stubGlobal('location', { pathname: '/merchant/users', search: '', ...location });
  return stored;
}
