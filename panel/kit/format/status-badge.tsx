// A status: word, icon and tone together, never tone alone (visual 6).
import type { Icon } from '@tabler/icons-react';
import basics from '../../style/basics.module.css';
import { icon_14 } from '../icon.ts';
import styles from './format.module.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute';

/** How one value of a status looks; each room keeps its own table of these. */
export interface BadgeContent {
  word: string;
  tone: Tone;
  icon: Icon;
}

export function StatusBadge({ badge, large = false }: { badge: BadgeContent; large?: boolean }) {
  const Icon = badge.icon;
  return (
    <span
      className={`${basics.tinted} ${styles.status}`}
      data-part="status"
      data-tone={badge.tone}
      data-large={large || undefined}
    >
      <Icon {...icon_14} />
      {badge.word}
    </span>
  );
}
