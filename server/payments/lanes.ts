// How many requests one processor works on at a time; the next ones wait in line, but not for long.

/** Requests at once for each processor record, and how long the next one waits (rails 5.1). */
export const lanes = { at_once: 20, wait_ms: 2_000 };

export interface Lanes {
  busy: number;
  waiting: ((entered: boolean) => void)[];
}

export function freeLanes(): Lanes {
  return { busy: 0, waiting: [] };
}

/** Takes a lane; false where none became free in time: nothing may be sent then. */
export async function enter(at: Lanes): Promise<boolean> {
  if (at.busy < lanes.at_once) {
    at.busy += 1;
    return true;
  }
  return await new Promise((resolve) => {
    const timer = setTimeout(() => {
      at.waiting = at.waiting.filter((one) => one !== called);
      resolve(false);
    }, lanes.wait_ms);
    const called = (entered: boolean) => {
      clearTimeout(timer);
      resolve(entered);
    };
    at.waiting.push(called);
  });
}

/** Gives a lane back; whoever waits longest has it then. */
export function leave(at: Lanes): void {
  const next = at.waiting.shift();
  if (next) next(true);
  else at.busy -= 1;
}
