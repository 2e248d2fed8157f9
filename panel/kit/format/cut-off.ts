// When something closes next by the clock of a place: `today at 7:00 PM PDT`.
import { formatTime, zoneName } from './moments.ts';

/** A local time of every day, `HH:MM:SS`, in an IANA zone. */
export interface DailyTime {
  at: string;
  zone: string;
}

/** `7:00 PM` for `19:00:00`. */
function clockTime(at: string): string {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  const half = hour < 12 ? 'AM' : 'PM';
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${half}`;
}

/** Today until the clock of that place has passed it, tomorrow from then on. */
export function nextTime({ at, zone }: DailyTime, now: Date): string {
  const display = { time_zone: zone, dateformat: 'YYYY-MM-DD' };
  const day = formatTime(now, display) < at.slice(0, 5) ? 'today' : 'tomorrow';
  return `${day} at ${clockTime(at)} ${zoneName(now, display)}`;
}
