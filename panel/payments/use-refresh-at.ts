// Reads a record anew when its next step falls due, so that nobody has to load the page again.
import { useEffect } from 'react';
import { businessNow } from '../business-time.ts';

/** A step that is due takes a moment; one that never ends is not looked at too often. */
const after_ms = 3_000;
const least_ms = 10_000;
/** Timers count to 2^31 milliseconds; who waits for longer than a day loads the page again. */
const max_ms = 86_400_000;

/** Milliseconds to wait before reading again; null where nothing falls due by itself. */
export function refreshDelay(at: string | null, now: Date): number | null {
  if (at === null) return null;
  const wait = Date.parse(at) - now.getTime() + after_ms;
  return wait > max_ms ? null : Math.max(least_ms, wait);
}

/** `at` is RFC 3339 in business time; `read` changes identity with every answer or not at all. */
export function useRefreshAt(at: string | null, answered_at: number, read: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer starts a new wait
  useEffect(() => {
    const delay = refreshDelay(at, businessNow());
    if (delay === null) return;
    const timer = setTimeout(read, delay);
    return () => clearTimeout(timer);
  }, [at, answered_at]);
}
