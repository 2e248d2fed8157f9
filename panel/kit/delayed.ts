// Shows a wait only when it lasts, and then long enough not to flicker.
import { useEffect, useState } from 'react';

const shown_after_ms = 150;
const shown_for_ms = 300;

/** True from 150 ms into a wait, and for at least 300 ms then (visual 5.1). */
export function useDelayed(waiting: boolean): boolean {
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => {
    if (waiting && since === null) {
      const timer = setTimeout(() => setSince(Date.now()), shown_after_ms);
      return () => clearTimeout(timer);
    }
    if (!waiting && since !== null) {
      const left = Math.max(0, shown_for_ms - (Date.now() - since));
      const timer = setTimeout(() => setSince(null), left);
      return () => clearTimeout(timer);
    }
  }, [waiting, since]);
  return since !== null;
}
