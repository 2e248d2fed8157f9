// What somebody types, once they pause.
import { useEffect, useState } from 'react';

/** A value that is searched for while it is typed: follows it this long after its last change. */
export function useDebouncedValue(value: string, wait_ms: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), wait_ms);
    return () => clearTimeout(timer);
  }, [value, wait_ms]);
  return debounced;
}
