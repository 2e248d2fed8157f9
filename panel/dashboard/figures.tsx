// The figures of the day: each a link to its rows, with what it was a week ago at the same hour.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { icon_14 } from '../kit/icon.ts';
import { Skeleton } from '../kit/page/page-parts.tsx';
import basics from '../style/basics.module.css';
import styles from './dashboard.module.css';

export interface Figure {
  label: string;
  value: string;
  /** The rows behind it. */
  to: string;
  note: ReactNode;
  /** What it was a week ago at the same hour, where the note does not say so. */
  before?: string;
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures} data-part="figures">
      {figures.map(({ label, value, to, note, before }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Link to={to}>{value}</Link>
            <small>
              <span>{note}</span> {before && <span className={styles.before}>{before}</span>}
            </small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** As tall as the figures, so that nothing moves when they come. */
export function FiguresSkeleton({ count }: { count: number }) {
  return (
    <div className={styles.figures} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars never move
        <div key={at}>
          <Skeleton />
        </div>
      ))}
    </div>
  );
}

interface ChangeProps {
  now: number;
  before: number;
  /** `Thu`. */
  weekday: string;
  /** Whether more is good: growth is green, and what shrinks is not. */
  more_is_good?: boolean;
}

/** `↑ 12.4% vs last Thu, same hour`. */
export function Change({ now, before, weekday, more_is_good = false }: ChangeProps) {
  const same_hour = `last ${weekday}, same hour`;
  if (before === 0) return null;
  const percent = ((now - before) * 100) / before;
  if (Math.abs(percent) < 0.05) return `same as ${same_hour}`;
  const up = percent > 0;
  const Arrow = up ? IconArrowUp : IconArrowDown;
  return (
    <>
      <span className={styles.change} data-tone={up && more_is_good ? 'ok' : undefined}>
        <Arrow {...icon_14} />
        <span className={basics.hiddenText}>{up ? 'Up ' : 'Down '}</span>
        {Math.abs(percent).toFixed(1)}%
      </span>{' '}
      vs {same_hour}
    </>
  );
}
