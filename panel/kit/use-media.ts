// Whether the window fits a width of the grid (visual 4).
import { useSyncExternalStore } from 'react';

export const widths = {
  phone: '(max-width: 699.98px)',
  /** The menu lies over the page. */
  tablet: '(max-width: 1199.98px)',
  countdown: '(min-width: 600px)',
  header_search: '(min-width: 1000px)',
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
