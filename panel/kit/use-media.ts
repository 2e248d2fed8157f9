// Whether the window fits a width of the grid (visual 4).
import { useSyncExternalStore } from 'react';

export const widths = {
  phone: '(max-width: 699.98px)',
  /** The menu lies over the page. */
  tablet: '(max-width: 1199.98px)',
  /** Wider than 600 and than 1000 px (spec 1 §1), not as wide. */
  countdown: '(min-width: 600.02px)',
  header_search: '(min-width: 1000.02px)',
} as const;

export function useMedia(width: keyof typeof widths): boolean {
  const query = widths[width];
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
