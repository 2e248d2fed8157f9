// Opens Download or Print, and says how far a large report is while its dialog is closed.
import { IconDownload } from '@tabler/icons-react';
import { icon_16 } from '../kit/icon.ts';
import { PlainButton } from '../kit/plain-button.tsx';
import { useStore } from '../store.ts';
import basics from '../style/basics.module.css';
import { type LargeReport, large_report } from './large-report.ts';
import styles from './reports.module.css';

/** `42 %` while it is written, then that it waits to be fetched. */
export function reportNote(report: Pick<LargeReport, 'state' | 'progress'> | null): string {
  if (report === null) return '';
  if (report.state === 'running') return `${report.progress} %`;
  return report.state === 'ready' ? 'ready' : 'failed';
}

const tones: Record<string, string> = { ready: 'ok', failed: 'bad' };

export function DownloadButton({ onPress }: { onPress: () => void }) {
  const report = useStore(large_report);
  const note = reportNote(report);
  return (
    <PlainButton onClick={onPress}>
      <IconDownload {...icon_16} />
      <span className={basics.actionWord}>Download or Print</span>
      {note !== '' && (
        <span className={`${basics.tinted} ${styles.reportNote}`} data-tone={tones[note]}>
          {note}
        </span>
      )}
    </PlainButton>
  );
}
