// What the harness and the gate inside the product's process say to each other.

export type Side = 'before' | 'after';

/**
 * `watch` counts from here on and ends the process at I/O number `at` (0: never); `keep` writes
 * down what V8 made of the product's code, for later starts.
 */
export type ToGate =
  | { ask: 'watch'; at: number; side: Side }
  | { ask: 'look' }
  | { ask: 'end' }
  | { ask: 'keep' };

export interface FromGate {
  /** One word for each I/O since `watch`. */
  labels: string[];
  /** Milliseconds since the last I/O, counted or not. */
  quiet_ms: number;
}
