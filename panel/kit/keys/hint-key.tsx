// A key shown on the control it presses; not read aloud and not shown where there are no keys.
import type { ReactNode } from 'react';

export function HintKey({ children }: { children: ReactNode }) {
  return (
    <span data-key aria-hidden="true">
      {children}
    </span>
  );
}
