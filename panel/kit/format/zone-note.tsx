// Below a page with moments that name no zone: in which one they are.
import { useDisplay } from './display.ts';
import styles from './format.module.css';
import { zoneName } from './moments.ts';

/** Shown by its style alone: whether a page has moments is known once it is drawn. */
export function ZoneNote() {
  const display = useDisplay();
  const now = new Date();
  const { time_zone } = display;
  const short = zoneName(now, display);
  const place = time_zone.replaceAll('_', ' ');
  return (
    <p className={styles.zoneNote} data-part="zone-note">
      Times are in {place === '' || place === short ? short : `${place} (${short})`}.
    </p>
  );
}
