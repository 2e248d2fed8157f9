// A report too large for an answer is written by the server, also while its dialog is closed.
import { type ExportRecord, report_exports } from '../../../contract/reports/exports.ts';
import { ApiError, call } from '../../api.ts';
import { toast } from '../../notices.ts';
import { session } from '../../session.ts';
import { makeStore } from '../../store.ts';

export type Output = 'csv' | 'printable';

/** The one large report of this window: on its way, ready, or failed with the reason. */
export interface LargeReport {
  export_id: string;
  output: Output;
  /** The file that proves it is saved beside it. */
  with_manifest: boolean;
  state: 'running' | 'ready' | 'failed';
  /** Whole percent. */
  progress: number;
  rows: number;
  expected_rows: number;
  filename: string;
  failure: string;
}

const look_every_ms = 1_000;
/** A look that fails is no end of the job: only this many in a row are. */
const most_misses = 10;

export const large_report = makeStore<LargeReport | null>(null);

/** Told once it is ready, where nobody is looking at its dialog. */
let watched = 0;

/** Says that somebody sees the report's progress; gives the function that ends it. */
export function watchReport(): () => void {
  watched += 1;
  return () => {
    watched -= 1;
  };
}

/** The id where the answer names an export instead of being the file. */
export async function exportIdOf(answer: Blob): Promise<string | null> {
  if (!answer.type.startsWith('application/json')) return null;
  const { data } = JSON.parse(await answer.text()) as { data: { export_id: string } };
  return data.export_id;
}

function seen(found: ExportRecord, before: LargeReport): LargeReport {
  const { rows, expected_rows, progress, filename, failure } = found;
  const known = { ...before, rows, expected_rows, progress, filename, failure };
  if (found.state === 'done') return { ...known, state: 'ready' };
  if (found.state === 'expired') {
    return { ...known, state: 'failed', failure: 'The report is no longer kept.' };
  }
  return { ...known, state: found.state === 'failed' ? 'failed' : 'running' };
}

/** Whether this is still the report that is followed: a sign-out or another report ends it. */
const isFollowed = (export_id: string) => large_report.get()?.export_id === export_id;

function tell(report: LargeReport): void {
  if (watched > 0) return;
  if (report.state === 'ready') toast('Your report is ready: open Download or Print to fetch it');
  else if (report.state === 'failed') toast('Your report could not be written', 'warning');
}

/** Follows an export until it is ready or has failed; resolves then, or once it is given up. */
export async function followReport(
  export_id: string,
  output: Output,
  with_manifest = false,
): Promise<void> {
  let report: LargeReport = {
    ...{ export_id, output, with_manifest },
    state: 'running',
    progress: 0,
    rows: 0,
    expected_rows: 0,
    filename: '',
    failure: '',
  };
  large_report.set(report);
  for (let misses = 0; report.state === 'running'; ) {
    try {
      const found = await call(
        report_exports.get,
        { params: { id: export_id } },
        { background: true },
      );
      misses = 0;
      report = seen(found, report);
    } catch (error) {
      misses += 1;
      const over = misses >= most_misses || (error instanceof ApiError && error.status === 404);
      if (over) report = { ...report, state: 'failed', failure: (error as Error).message };
    }
    if (!isFollowed(export_id)) return;
    large_report.set(report);
    if (report.state !== 'running') break;
    await new Promise((resolve) => setTimeout(resolve, look_every_ms));
  }
  tell(report);
}

/** The file of a report that is ready; nothing is followed any more after it. */
export async function fetchReport({ export_id }: LargeReport): Promise<Blob> {
  return await call(report_exports.download, { params: { id: export_id } });
}

/** Leaves a report aside, so that another can be asked for. */
export function dropReport(): void {
  large_report.set(null);
}

session.subscribe(() => {
  if (session.get() === null) dropReport();
});
