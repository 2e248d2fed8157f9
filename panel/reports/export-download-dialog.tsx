// Download or Print: the same search as a CSV file or as a page to print (spec 2 §2, §7).

import { useEffect, useRef, useState } from 'react';
import { transactions } from '../../contract/payments/transactions/endpoints.ts';
import type { CustomOutput } from '../../contract/reports/custom-outputs.ts';
import { type ApiError, call } from '../api.ts';
import { businessNow } from '../business-time.ts';
import { ActionDialog } from '../kit/dialog/action-dialog.tsx';
import { Dialog } from '../kit/dialog/dialog.tsx';
import { FormDialog } from '../kit/form/form-dialog.tsx';
import { useForm, useValues } from '../kit/form/use-form.ts';
import { useDisplay } from '../kit/format/display.ts';
import { formatCount } from '../kit/list/pages.ts';
import { Hint } from '../kit/page/page-parts.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import { showFailure, toast } from '../notices.ts';
import { saveFile, saveManifest } from '../save-file.ts';
import { useStore } from '../store.ts';
import { useStanding } from '../use-standing.ts';
import { exportIdOf, writtenFile } from '../written-export.ts';
import { CheckDialog } from './check-dialog.tsx';
import { checkFile } from './file-proof.ts';
import {
  dropReport,
  followReport,
  type LargeReport,
  large_report,
  watchReport,
} from './large-report.ts';
import { defaultOutput, useOutputs } from './outputs.ts';
import { type Choices, first_choices, ReportChoices, reportInput } from './report-choices.tsx';
import styles from './reports.module.css';

interface DownloadDialogProps {
  /** Filters as a search body takes them. */
  input: Record<string, unknown>;
  /** The one merchant whose transactions they are. */
  merchant_id?: string;
  onClose: () => void;
}

/** `transactions-06-18-2026.csv`: the day in the zone of the report (spec 2 §9). */
export function reportName(now: Date, time_zone = 'UTC'): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const day = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: time_zone }).format(now);
  return `transactions-${day.replaceAll('/', '-')}.csv`;
}

/** The file in the reader's hands, and beside it what proves it. */
async function hand(
  blob: Blob,
  { output, with_manifest, time_zone }: Pick<Choices, 'output' | 'with_manifest' | 'time_zone'>,
): Promise<void> {
  const name = reportName(businessNow(), time_zone || 'UTC');
  saveFile(blob, output === 'csv' ? name : null);
  if (!with_manifest) return;
  const { manifest } = await checkFile(blob);
  if (manifest) saveManifest(manifest, output === 'csv' ? name : name.replace(/csv$/, 'html'));
}

/** A report that is on its way or ready stands in for the choice until it has been fetched. */
export function DownloadDialog(props: DownloadDialogProps) {
  const report = useStore(large_report);
  useEffect(watchReport, []);
  return report === null ? <Ask {...props} /> : <Large {...props} report={report} />;
}

function Ask(props: DownloadDialogProps) {
  const { outputs, waiting } = useOutputs();
  return waiting ? null : <Choosing {...props} outputs={outputs} />;
}

type ChoosingProps = DownloadDialogProps & { outputs: readonly CustomOutput[] };

function Choosing({ input, merchant_id, onClose, outputs }: ChoosingProps) {
  const { time_zone } = useDisplay();
  const [checking, setChecking] = useState(false);
  const standing = useStanding();
  const format_id = defaultOutput(outputs, 'transaction')?.id ?? '';
  const initial: Choices = { ...first_choices, time_zone, format_id };
  const form = useForm(transactions.report, {
    initial,
    input: (choices) => reportInput({}, choices),
    send: async (choices) => {
      const report = reportInput(input, choices);
      const answer =
        merchant_id === undefined
          ? await call(transactions.report, { input: report })
          : await call(transactions.reportOf, {
              params: { merchantId: merchant_id },
              input: report,
            });
      const export_id = await exportIdOf(answer);
      if (export_id !== null) {
        void followReport(export_id, choices.output, choices.with_manifest);
        return;
      }
      await hand(answer, choices);
      toast('Success!');
      if (standing.current) onClose();
    },
  });
  const { output } = useValues(form);
  if (checking) return <CheckDialog onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title="Download or Print"
      action={output === 'csv' ? 'Download' : 'Print'}
      onClose={onClose}
    >
      <ReportChoices formats={outputs.filter(({ type }) => type === 'transaction')} />
      <Hint>Exports all results of the current search.</Hint>
      <button type="button" className={styles.checkLink} onClick={() => setChecking(true)}>
        Check an exported file
      </button>
    </FormDialog>
  );
}

/** `31,000 of about 62,000 rows`. */
export function progressText({ rows, expected_rows }: LargeReport): string {
  if (expected_rows === 0) return 'Queued';
  return `${formatCount(rows)} of about ${formatCount(expected_rows)} rows`;
}

function Large({ report, onClose }: DownloadDialogProps & { report: LargeReport }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const { state, output, failure } = report;
  const { time_zone } = useDisplay();
  const fetchNow = async () => {
    setBusy(true);
    setError(null);
    try {
      await hand(await writtenFile(report.export_id), { ...report, time_zone });
      dropReport();
      toast('Success!');
      onClose();
    } catch (thrown) {
      setError(thrown as ApiError);
      showFailure(thrown);
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
      action={state === 'ready' ? fetched : 'Try again'}
      busy={busy}
      error={error}
      onSubmit={() => (state === 'ready' ? void fetchNow() : dropReport())}
      onClose={onClose}
    >
      {state === 'ready' && <p>Your report of {formatCount(report.rows)} rows is ready.</p>}
      {state === 'failed' && (
        <p role="alert">The report could not be created: {failure || 'the server stopped it.'}</p>
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
    <PlainButton primary onClick={onClose}>
      Continue working
    </PlainButton>
  );
  return (
    <Dialog title="Download or Print" onClose={onClose} footer={close}>
      <p>Your report is being created.</p>
      <div className={styles.reportProgress}>
        <progress max={100} value={report.progress} aria-label="Progress of the report" />
        <span>{report.progress} %</span>
      </div>
      <Hint>{progressText(report)}</Hint>
      <Hint>You can close this. A notice appears when the file is ready.</Hint>
    </Dialog>
  );
}
