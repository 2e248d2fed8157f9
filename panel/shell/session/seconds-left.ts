// The countdown of the session, second by second.
import { useSyncExternalStore } from 'react';
import { deadline, secondsLeft } from '../../session/session.ts';

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, 250);
  const stop = deadline.subscribe(listener);
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** Whole seconds until the session ends; renders anew only when the number changes. */
export function useSecondsLeft(): number {
  return useSyncExternalStore(everySecond, () => secondsLeft(deadline.get(), Date.now()));
}
