// Swipes of a card reader, while a form takes them.
import { useEffect, useRef } from 'react';
import { showDialog } from '../../../notices.ts';
import { type Swipe, swipe_failed } from './swipe.ts';
import { listenForSwipes } from './swipe-listener.ts';

/** Calls back with a swiped card; a stripe that cannot be read shows an error. */
export function useSwipe(active: boolean, onSwipe: (swipe: Swipe) => void): void {
  const latest = useRef(onSwipe);
  latest.current = onSwipe;
  useEffect(() => {
    if (!active) return;
    return listenForSwipes((swipe) => {
      if (swipe !== null) return latest.current(swipe);
      showDialog({ tone: 'error', title: 'Error', text: swipe_failed, try_again: true });
    });
  }, [active]);
}
