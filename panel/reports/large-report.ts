// A report too large for an answer is written by the server, also while its dialog is closed.
import type { ExportRecord } from '../../contract/reports/exports.ts';
import { toast } from '../notices.ts';
import { session } from '../session/session.ts';
import { makeStore } from '../store.ts';
import { whenWritten } from '../written-export.ts';

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

export const large_report = makeStore<LargeReport | null>(null);

/** Announced once it is ready, unless its dialog is open. */
let watched = 0;

/** Says that somebody sees the report's progress; gives the function that ends it. */
export function watchReport(): () => void {
  watched += 1;
  return () => {
    watched -= 1;
  };
}

function seen(found: ExportRecord, before: LargeReport): LargeReport {
  const { rows, expected_rows, progress, filename, failure } = found;
  const known = { ...before, rows, expected_rows, progress, filename, failure };
  if (found.state === 'done') return { ...known, state: 'ready' };
  if (found.state === 'expired') {
    return { ...known, state: 'failed', failure: 'The report has expired.' };
  }
  return { ...known, state: found.state === 'failed' ? 'failed' : 'running' };
}

/** Whether this is still the report that is followed: a sign-out or another report ends it. */
const isFollowed = (export_id: string) => large_report.get()?.export_id === export_id;

function tell(report: LargeReport): void {
  if (watched > 0) return;
  if (report.state === 'ready') toast('Your report is ready. Download it under Download or Print.');
  else if (report.state === 'failed') toast('Your report could not be created', 'warning');
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
  const onSeen = (found: ExportRecord) => {
    report = seen(found, report);
    large_report.set(report);
  };
  try {
    await whenWritten(export_id, { wanted: () => isFollowed(export_id), onSeen });
  } catch (error) {
    report = { ...report, state: 'failed', failure: (error as Error).message };
  }
  if (!isFollowed(export_id)) return;
  large_report.set(report);
  tell(report);
}

/** Leaves a report aside, so that another can be requested. */
export function dropReport(): void {
  large_report.set(null);
}

session.subscribe(() => {
  if (session.get() === null) dropReport();
});
