// Screens of terminals and card readers at their place: the merchant's own, or one below.
import type { ReactNode } from 'react';
import type { AccountType } from '../../../contract/access/access.ts';
import type { Place } from './paths.ts';

/** A screen of a place; loaded whole on demand. */
export function placed(area: AccountType, load: () => Promise<(place: Place) => ReactNode>) {
  return async () => {
    const [{ TerminalPlace: At }, show] = await Promise.all([
      import('./terminal-place.tsx'),
      load(),
    ]);
    return { Component: () => <At area={area} show={show} /> };
  };
}
