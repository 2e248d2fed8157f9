// Simple or advanced: how many fields the terminal shows; remembered on this machine.
import { createContext, useState } from 'react';

export type Mode = 'simple' | 'advanced';

const storage_key = 'penstock-terminal-mode';

/** Which fields there are at all: in the simple mode only those that most payments need. */
export const ModeContext = createContext<Mode>('advanced');

/** The mode chosen here before, else that of the merchant's defaults. */
export function useMode(opens_advanced: boolean): [Mode, (mode: Mode) => void] {
  const [mode, setMode] = useState<Mode>(() => {
    const stored = localStorage.getItem(storage_key);
    if (stored === 'simple' || stored === 'advanced') return stored;
    return opens_advanced ? 'advanced' : 'simple';
  });
  const change = (next: Mode) => {
    localStorage.setItem(storage_key, next);
    setMode(next);
  };
  return [mode, change];
}
