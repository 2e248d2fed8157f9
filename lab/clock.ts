// The lab's clock: real time plus an offset that only grows.

export interface LabClock {
  /** Milliseconds since the epoch, virtual. */
  now(): number;
  offset(): number;
  setOffset(offset_ms: number): void;
}

/** Starts at real time; the journal's last clock entry moves it on at start. */
export function labClock(): LabClock {
  let offset_ms = 0;
  return {
    now: () => Date.now() + offset_ms,
    offset: () => offset_ms,
    setOffset: (next) => {
      offset_ms = Math.max(offset_ms, next);
    },
  };
}

/** RFC 3339 UTC of a virtual instant. */
export function stamp(ms: number): string {
  return new Date(ms).toISOString();
}
