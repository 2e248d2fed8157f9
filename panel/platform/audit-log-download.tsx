// Takes the rows that the search finds as a CSV file.
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { audit_log } from '../../contract/platform/audit-log.ts';
import { call } from '../api.ts';
import { businessNow } from '../business-time.ts';
import { icon_16 } from '../kit/icon.ts';
import { PlainButton } from '../kit/plain-button.tsx';
import { showError, toast } from '../notices.ts';
import { saveFile } from '../save-file.ts';
import { session } from '../session/session.ts';
import { exportIdOf, whenWritten, writtenFile } from '../written-export.ts';

/** `audit-log-06-18-2026.csv`. */
function fileName(now: Date): string {
  const [year, month, day] = now.toISOString().slice(0, 10).split('-');
  return `audit-log-${month}-${day}-${year}.csv`;
}

/** The file that the server writes; null once whoever asked has signed out. */
async function largeFile(id: string, onProgress: (percent: number) => void): Promise<Blob | null> {
  const found = await whenWritten(id, {
    wanted: () => session.get() !== null,
    onSeen: ({ progress }) => onProgress(progress),
  });
  if (found === null) return null;
  if (found.state !== 'done') throw new Error(found.failure || 'The file has expired.');
  return await writtenFile(id);
}

export function AuditDownload({ input }: { input: Record<string, unknown> }) {
  const [busy, setBusy] = useState(false);
  /** Whole percent of a file that the server writes; null for one that comes at once. */
  const [progress, setProgress] = useState<number | null>(null);
  const download = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const answer = await call(audit_log.report, { input });
      const export_id = await exportIdOf(answer);
      const file = export_id === null ? answer : await largeFile(export_id, setProgress);
      if (file) {
        saveFile(file, fileName(businessNow()));
        toast('Success!');
      }
    } catch (error) {
      showError(error);
    }
    setBusy(false);
    setProgress(null);
  };
  return (
    <PlainButton aria-disabled={busy} onClick={() => void download()}>
      <IconDownload {...icon_16} />
      {progress === null ? 'Download CSV' : `Writing the file, ${progress} %`}
    </PlainButton>
  );
}
