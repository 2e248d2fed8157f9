// What will happen to each selected row, and then what did: one by one, with progress.
import { IconCheck, IconClock, IconLoader2, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog } from '../../dialog/dialog.tsx';
import { icon_14 } from '../../icon.ts';
import { ErrorId } from '../../parts/error-id.tsx';
import { PlainButton } from '../../plain-button.tsx';
import type { BulkAction } from '../list-types.ts';
import styles from './bulk.module.css';
import { type Outcome, useBulkRun } from './bulk-run.ts';

/** One selected row, and what the action is to it. */
export interface BulkRow {
  name: string;
  /** Why it cannot take it; null where it can. */
  reason: string | null;
  effect: string;
  run: () => Promise<string>;
}

interface BulkDialogProps {
  action: Pick<BulkAction<never>, 'label' | 'destructive' | 'after'>;
  /** All that were selected; those that cannot take it are named with their reason. */
  rows: readonly BulkRow[];
  noun: string;
  /** What it will do to all that can take it. */
  summary: string;
  /** `done` where something was done. */
  onClose: (done: boolean) => void;
}

/** `1 transaction`, `2 transactions`. */
function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function BulkDialog({ action, rows, noun, summary, onClose }: BulkDialogProps) {
  const able = rows.filter(({ reason }) => reason === null);
  const unable = rows.filter(({ reason }) => reason !== null);
  const { outcomes, busy, start, stop } = useBulkRun(able, (row) => row.run());
  const begin = () => void start().then(action.after);
  const close = () => (busy ? stop() : onClose(outcomes !== null));
  const title = `${action.label} ${counted(able.length, noun)}`;
  const footer =
    outcomes === null ? (
      <>
        <PlainButton onClick={close}>Cancel</PlainButton>
        <PlainButton primary data-tone={action.destructive ? 'bad' : undefined} onClick={begin}>
          {title}
        </PlainButton>
      </>
    ) : (
      <PlainButton primary={!busy} onClick={close}>
        {busy ? 'Stop after this row' : 'Close'}
      </PlainButton>
    );
  return (
    <Dialog title={title} onClose={close} footer={footer}>
      {outcomes === null ? (
        <p>{summary} Rows are processed one by one. This cannot be undone.</p>
      ) : (
        <Progress outcomes={outcomes} busy={busy} />
      )}
      <BulkRows label="Rows to process">
        {able.map(({ name, effect }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may read the same
          <li key={index}>
            <b>{name}</b>
            <Result outcome={outcomes?.[index]} effect={effect} />
          </li>
        ))}
      </BulkRows>
      {unable.length > 0 && (
        <>
          <p>Skipped: {counted(unable.length, noun)}</p>
          <BulkRows label="Skipped rows">
            {unable.map(({ name, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may read the same
              <li key={index}>
                <b>{name}</b>
                <span>{reason}</span>
              </li>
            ))}
          </BulkRows>
        </>
      )}
    </Dialog>
  );
}

/** A long one scrolls: keys must reach that. */
function BulkRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <section className={styles.rows} tabIndex={0} aria-label={label}>
      <ul>{children}</ul>
    </section>
  );
}

function Progress({ outcomes, busy }: { outcomes: readonly Outcome[]; busy: boolean }) {
  const count = (state: Outcome['state']) => outcomes.filter((one) => one.state === state).length;
  const [done, failed, left] = [count('done'), count('failed'), count('left')];
  const ended = done + failed + left;
  const words = [
    `${done} done`,
    ...(failed > 0 ? [`${failed} refused`] : []),
    ...(left > 0 ? [`${left} not processed`] : []),
  ];
  return (
    <div className={styles.progress}>
      <progress max={outcomes.length} value={ended} aria-label="Progress" />
      <p role="status">{busy ? `${ended} of ${outcomes.length}` : `${words.join(', ')}.`}</p>
    </div>
  );
}

const icons = { running: IconLoader2, done: IconCheck, failed: IconX, left: IconClock };

function Result({ outcome, effect }: { outcome: Outcome | undefined; effect: string }) {
  if (outcome === undefined || outcome.state === 'waiting') return <span>{effect}</span>;
  const Icon = icons[outcome.state];
  return (
    <>
      <span data-state={outcome.state}>
        <Icon {...icon_14} />
        {outcome.state === 'running' ? 'Processing' : outcome.text}
      </span>
      {outcome.error_id !== '' && <ErrorId id={outcome.error_id} />}
    </>
  );
}
