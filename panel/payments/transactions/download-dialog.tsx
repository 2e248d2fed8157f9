// Download or Print: the same search as a CSV file or as a page to print (spec 2 §2, §7).

import { useEffect, useRef, useState } from 'react';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import { type ApiError, call } from '../../api.ts';
import { businessNow } from '../../business-time.ts';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useDisplay } from '../../kit/display.ts';
import { formatCount } from '../../kit/pages.ts';
import { toast } from '../../notices.ts';
import { useStore } from '../../store.ts';
import {
  dropReport,
  exportIdOf,
  fetchReport,
  followReport,
  type LargeReport,
  large_report,
  type Output,
  watchReport,
} from './large-report.ts';

interface DownloadDialogProps {
  /** Filters as a search body takes them. */
  input: Record<string, unknown>;
  onClose: () => void;
}

const outputs: readonly { value: Output; label: string; note: string }[] = [
  { value: 'csv', label: 'CSV file', note: 'all columns, for a spreadsheet' },
  { value: 'printable', label: 'Page to print', note: 'opens in a new tab' },
];

/** `transactions-06-18-2026.csv` (spec 2 §9). */
export function reportName(now: Date): string {
  const [year, month, day] = now.toISOString().slice(0, 10).split('-');
  return `transactions-${month}-${day}-${year}.csv`;
}

function hand(blob: Blob, output: Output): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  if (output === 'csv') link.download = reportName(businessNow());
  else link.target = '_blank';
  link.click();
  // The tab or the download has to have read it first.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A report that is on its way or ready stands in for the choice until it has been fetched. */
export function DownloadDialog(props: DownloadDialogProps) {
  const report = useStore(large_report);
  useEffect(watchReport, []);
  return report === null ? <Ask {...props} /> : <Large {...props} report={report} />;
}

function Ask({ input, onClose }: DownloadDialogProps) {
  const [output, setOutput] = useState<Output>('csv');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const { time_zone } = useDisplay();
  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      const report = { ...input, output, ...(time_zone !== '' && { time_zone }) };
      const answer = await call(transactions.report, { input: report });
      const export_id = await exportIdOf(answer);
      if (export_id !== null) {
        void followReport(export_id, output);
        return;
      }
      hand(answer, output);
      toast('Success!');
      onClose();
    } catch (thrown) {
      setError(thrown as ApiError);
      setBusy(false);
    }
  };
  return (
    <ActionDialog
      title="Download or Print"
      action={output === 'csv' ? 'Download' : 'Print'}
      busy={busy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <fieldset className="download-choices" aria-label="Output">
        {outputs.map(({ value, label, note }) => (
          <label key={value}>
            <input
              type="radio"
              name="output"
              value={value}
              checked={value === output}
              onChange={() => setOutput(value)}
            />
            <span>
              {label}
              <small>{note}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="hint">Everything that the search above the table finds, on all its pages.</p>
    </ActionDialog>
  );
}

/** `31,000 of about 62,000 rows`. */
export function progressText({ rows, expected_rows }: LargeReport): string {
  if (expected_rows === 0) return 'Waiting for its turn';
  return `${formatCount(rows)} of about ${formatCount(expected_rows)} rows`;
}

function Large({ report, onClose }: DownloadDialogProps & { report: LargeReport }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const { state, output, failure } = report;
  const fetchNow = async () => {
    setBusy(true);
    setError(null);
    try {
      hand(await fetchReport(report), output);
      dropReport();
      toast('Success!');
      onClose();
    } catch (thrown) {
      setError(thrown as ApiError);
      setBusy(false);
    }
  };
  const waited = useRef(false);
  // Whoever has waited here gets the file by itself; a new tab only opens on a press.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the state changes
  useEffect(() => {
    if (state === 'running') waited.current = true;
    else if (state === 'ready' && waited.current && output === 'csv') void fetchNow();
  }, [state]);
  if (state === 'running') return <Progress report={report} onClose={onClose} />;
  const fetched = output === 'csv' ? 'Download' : 'Print';
  return (
    <ActionDialog
      title="Download or Print"
      action={state === 'ready' ? fetched : 'Ask again'}
      busy={busy}
      error={error}
      onSubmit={() => (state === 'ready' ? void fetchNow() : dropReport())}
      onClose={onClose}
    >
      {state === 'ready' && <p>Your report of {formatCount(report.rows)} rows is ready.</p>}
      {state === 'failed' && (
        <p role="alert">The report could not be written: {failure || 'the server gave it up.'}</p>
      )}
    </ActionDialog>
  );
}

interface ProgressProps {
  report: LargeReport;
  onClose: () => void;
}

/** Closing it is no cancelling: the only button says so. */
function Progress({ report, onClose }: ProgressProps) {
  const close = (
    <button type="button" className="plain-button" data-primary onClick={onClose}>
      Continue working
    </button>
  );
  return (
    <Dialog title="Download or Print" onClose={onClose} footer={close}>
      <p>The server is writing a large report.</p>
      <div className="report-progress">
        <progress max={100} value={report.progress} aria-label="Progress of the report" />
        <span>{report.progress} %</span>
      </div>
      <p className="hint">{progressText(report)}</p>
      <p className="hint">
        It goes on when this is closed; a notice tells when it is ready, and the file waits here.
      </p>
    </Dialog>
  );
}
