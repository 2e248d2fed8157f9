// What happened to a record, newest first.
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Moment } from '../format/moment.tsx';
import type { Tone } from '../format/status-badge.tsx';
import { icon_16 } from '../icon.ts';
import styles from './parts.module.css';

export interface TimelineEntry {
  key: string;
  icon: Icon;
  title: ReactNode;
  /** RFC 3339. */
  at: string;
  note?: ReactNode;
  tone?: Tone;
}

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline}>
      {entries.map(({ key, icon: Icon, title, at, note, tone }) => (
        <li key={key}>
          <Icon {...icon_16} data-tone={tone} />
          <span>{title}</span>
          <Moment at={at} as="seconds" />
          {note && <div>{note}</div>}
        </li>
      ))}
    </ol>
  );
}
