// Light or dark: what the system wishes, until a person wants the other one on this machine.
import { makeStore } from '../store.ts';

export type Scheme = 'light' | 'dark';

const storage_key = 'penstock-scheme';

function shown(): Scheme {
  return document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light';
}

export const scheme = makeStore<Scheme>(shown());

const system = matchMedia('(prefers-color-scheme: dark)');

function wished(): Scheme {
  return system.matches ? 'dark' : 'light';
}

function show(next: Scheme): void {
  document.documentElement.dataset.mantineColorScheme = next;
  scheme.set(next);
}

function storedScheme(): string | null {
  try {
    return localStorage.getItem(storage_key);
  } catch {
    return null;
  }
}

/** Whoever switches back to what the system wishes follows it again from then on. */
export function toggleScheme(): void {
  const next = scheme.get() === 'dark' ? 'light' : 'dark';
  try {
    if (next === wished()) localStorage.removeItem(storage_key);
    else localStorage.setItem(storage_key, next);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  show(next);
}

system.addEventListener('change', () => {
  if (storedScheme() === null) show(wished());
});
