// Which export a process writes next: those of one account do not keep another's waiting.

export interface WaitingExport {
  merchant_id: string;
  id: string;
}

export interface ExportQueue {
  /** Those that wait or are written, by their ids: none is queued twice. */
  readonly queued: Set<string>;
  /** In the order they were requested. */
  readonly waiting: WaitingExport[];
  /** At which turn each account had an export written last; forgotten once nothing waits. */
  readonly turns: Map<string, number>;
  turn: number;
  /** Exports of one process follow each other; this is the end of all that were requested. */
  last: Promise<void>;
}

export function makeExportQueue(): ExportQueue {
  return { queued: new Set(), waiting: [], turns: new Map(), turn: 0, last: Promise.resolve() };
}

/** Takes the oldest export of the account whose turn was longest ago. */
export function takeNext(queue: ExportQueue): WaitingExport | undefined {
  const { waiting, turns } = queue;
  const turnOf = (one: WaitingExport) => turns.get(one.merchant_id) ?? 0;
  const earliest = Math.min(...waiting.map(turnOf));
  const place = waiting.findIndex((one) => turnOf(one) === earliest);
  const [next] = place < 0 ? [] : waiting.splice(place, 1);
  queue.turn += 1;
  if (next) turns.set(next.merchant_id, queue.turn);
  if (waiting.length === 0) turns.clear();
  return next;
}
