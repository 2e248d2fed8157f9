// Download or Print: the same search as a CSV file or as a page to print (spec 2 §2, §7).

import { useState } from 'react';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import { type ApiError, call } from '../../api.ts';
import { businessNow } from '../../business-time.ts';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { useDisplay } from '../../kit/display.ts';
import { toast } from '../../notices.ts';

interface DownloadDialogProps {
  /** Filters as a search body takes them. */
  input: Record<string, unknown>;
  onClose: () => void;
}

type Output = 'csv' | 'printable';

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

export function DownloadDialog({ input, onClose }: DownloadDialogProps) {
  const [output, setOutput] = useState<Output>('csv');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const { time_zone } = useDisplay();
  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      const report = { ...input, output, ...(time_zone !== '' && { time_zone }) };
      hand(await call(transactions.report, { input: report }), output);
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
