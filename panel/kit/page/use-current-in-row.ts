// A row of tabs that is wider than its window shows the tab where one is.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** `selector` finds the current tab in the row; `current` changes with it. */
export function useCurrentInRow<E extends HTMLElement>(
  selector: string,
  current: string,
): RefObject<E | null> {
  const row = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab stands elsewhere
  useLayoutEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(selector);
    if (!row.current || !tab) return;
    const beside = (row.current.clientWidth - tab.offsetWidth) / 2;
    row.current.scrollLeft = tab.offsetLeft - beside;
  }, [selector, current]);
  return row;
}
