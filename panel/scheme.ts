// Light or dark: the browser's wish until a person chooses, then theirs on this machine.
import { makeStore } from './store.ts';

export type Scheme = 'light' | 'dark';

const storage_key = 'penstock-scheme';

function shown(): Scheme {
  return document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light';
}

export const scheme = makeStore<Scheme>(shown());

export function toggleScheme(): void {
  const next = scheme.get() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.mantineColorScheme = next;
  try {
    localStorage.setItem(storage_key, next);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  scheme.set(next);
}
