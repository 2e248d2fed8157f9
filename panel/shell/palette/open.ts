// Whether the palette lies over the page: the header opens it, on phones the menu does.
import { makeStore } from '../../store.ts';

export const palette_open = makeStore<boolean>(false);

/** What was typed before the palette was there to be typed into. */
export const typed_ahead = makeStore<string>('');

export function openPalette(): void {
  typed_ahead.set('');
  palette_open.set(true);
}
