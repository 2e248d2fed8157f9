// As of when figures are, in the reader's zone.
import type { AccountFigures } from '../../contract/reports/dashboard.ts';
import { businessNow } from '../business-time.ts';
import { useDisplay } from '../kit/format/display.ts';
import { formatMoment, formatWeekday, zoneName } from '../kit/format/moments.ts';
import styles from './dashboard.module.css';

/** `Thursday, 06/18/2026 10:42 PDT`; its place is kept until the figures say of when they are. */
export function Now({ home }: { home: AccountFigures | undefined }) {
  const display = useDisplay();
  const zone = { ...display, ...(home && { time_zone: home.time_zone }) };
  const at = home?.as_of ?? businessNow().toISOString();
  const day = home?.today.day ?? at.slice(0, 10);
  return (
    <span className={styles.held} data-waiting={home === undefined || undefined}>
      {formatWeekday(day, 'long')}, {formatMoment(at, zone)}{' '}
      <span data-part="zone">{zoneName(at, zone)}</span>
    </span>
  );
}
