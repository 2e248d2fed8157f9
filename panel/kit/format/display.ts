// How the signed-in user wants days and times: the shell sets it, the parts read it.
import { createContext, useContext } from 'react';

export interface Display {
  /** IANA name; empty means the browser's. */
  time_zone: string;
  /** Of `YYYY`, `MM` and `DD`. */
  dateformat: string;
}

export const default_display: Display = { time_zone: '', dateformat: 'MM/DD/YYYY' };

const DisplayContext = createContext<Display>(default_display);
export const DisplayProvider = DisplayContext.Provider;

export function useDisplay(): Display {
  return useContext(DisplayContext);
}
