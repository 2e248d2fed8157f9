// Which fields of a form were touched: the others do not complain yet.
import { useState } from 'react';

export interface Touched {
  touch: (names: readonly string[]) => void;
  /** Only the problems of touched fields. */
  of: (problems: Readonly<Record<string, string>>) => Record<string, string>;
}

export function useTouched(): Touched {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  return {
    touch: (names) => setTouched(new Set([...touched, ...names])),
    of: (problems) =>
      Object.fromEntries(Object.entries(problems).filter(([name]) => touched.has(name))),
  };
}
