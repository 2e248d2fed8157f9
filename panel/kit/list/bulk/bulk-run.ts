// Runs an action on rows one after the other and keeps the result of each.
import { useRef, useState } from 'react';
import { ApiError } from '../../../api.ts';

export interface Outcome {
  state: 'waiting' | 'running' | 'done' | 'failed' | 'left';
  /** The result as a sentence. */
  text: string;
  error_id: string;
}

const waiting: Outcome = { state: 'waiting', text: '', error_id: '' };

function failure(error: unknown): Outcome {
  const text = error instanceof Error && error.message !== '' ? error.message : String(error);
  return {
    state: 'failed',
    text,
    error_id: error instanceof ApiError ? error.correlation_id : '',
  };
}

/** True where the next row cannot fare better: the session is over or the server away. */
function isHopeless(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 0);
}

/**
 * One row at a time, in order; a refusal does not stop the others. `isStopped` is asked before
 * each row. `tell` is called with every change.
 */
export async function runEach<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<string>,
  tell: (outcomes: readonly Outcome[]) => void,
  isStopped: () => boolean,
): Promise<readonly Outcome[]> {
  const outcomes = rows.map(() => waiting);
  const put = (index: number, outcome: Outcome) => {
    outcomes[index] = outcome;
    tell([...outcomes]);
  };
  let hopeless = false;
  for (const [index, row] of rows.entries()) {
    if (hopeless || isStopped()) {
      put(index, { ...waiting, state: 'left', text: 'Not processed.' });
      continue;
    }
    put(index, { ...waiting, state: 'running' });
    try {
      put(index, { state: 'done', text: await run(row), error_id: '' });
    } catch (error) {
      hopeless = isHopeless(error);
      put(index, failure(error));
    }
  }
  return outcomes;
}

/** The run of a dialog: null before it is started. */
export function useBulkRun<Row>(rows: readonly Row[], run: (row: Row) => Promise<string>) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const [busy, setBusy] = useState(false);
  const stopped = useRef(false);
  const start = async () => {
    setBusy(true);
    await runEach(rows, run, setOutcomes, () => stopped.current);
    setBusy(false);
  };
  const stop = () => {
    stopped.current = true;
  };
  return { outcomes, busy, start, stop };
}
