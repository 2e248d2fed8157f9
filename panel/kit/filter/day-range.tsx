// A calendar to choose one day or two from, by pointer or keys; its rules are in day-range-rules.

import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { businessNow } from '../../business-time.ts';
import { useDisplay } from '../format/display.ts';
import { formatDay } from '../format/moments.ts';
import { IconButton } from '../icon-button.tsx';
import kit from '../kit.module.css';
import { Hint } from '../page/page-parts.tsx';
import styles from './day-range.module.css';
import {
  type Days,
  first_year,
  isOutside,
  last_year,
  monthGrid,
  pickDay,
  shiftDay,
  shiftMonth,
  weekStart,
} from './day-range-rules.ts';

interface DayRangeProps extends Days {
  label: string;
  onChange: (days: Days) => void;
  fault?: string;
  /** One click chooses one day. */
  single?: boolean;
  /** Days before and after these cannot be chosen. */
  min_day?: string;
  max_day?: string;
}

function named(options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (day: string) => format.format(new Date(day));
}
const monthName = named({ month: 'long' });
const fullDate = named({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
const shortWeekday = named({ weekday: 'short' });
const longWeekday = named({ weekday: 'long' });
const months = Array.from({ length: 12 }, (_, at) =>
  monthName(`2026-${String(at + 1).padStart(2, '0')}-01`),
);

const moves: Readonly<Record<string, (day: string, grid: readonly string[]) => string>> = {
  ArrowLeft: (day) => shiftDay(day, -1),
  ArrowRight: (day) => shiftDay(day, 1),
  ArrowUp: (day) => shiftDay(day, -7),
  ArrowDown: (day) => shiftDay(day, 7),
  PageUp: (day) => shiftMonth(day, -1),
  PageDown: (day) => shiftMonth(day, 1),
  Home: (day, grid) => grid[Math.floor(grid.indexOf(day) / 7) * 7] ?? day,
  End: (day, grid) => grid[Math.floor(grid.indexOf(day) / 7) * 7 + 6] ?? day,
};

export function DayRange(props: DayRangeProps) {
  const { label, start_date, end_date, onChange, fault = '', single = false } = props;
  /** The day the keys are on; its month is the one shown. */
  const [at, setAt] = useState(start_date || businessNow().toISOString().slice(0, 10));
  const grid = monthGrid(at, weekStart(navigator.language));
  const body = useRef<HTMLTableSectionElement>(null);
  const by_key = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useEffect(() => {
    if (by_key.current) body.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    by_key.current = false;
  }, [at]);
  const keyed = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    by_key.current = true;
    setAt(move(at, grid));
  };
  const choose = (day: string) => {
    setAt(day);
    onChange(pickDay({ start_date, end_date }, day, single));
  };
  return (
    <fieldset className={styles.dayRange} data-part="day-range" aria-label={`${label}, UTC days`}>
      <MonthHead at={at} onChange={setAt} />
      <table>
        <thead>
          <tr>
            {grid.slice(0, 7).map((day) => (
              <th key={day} scope="col" abbr={longWeekday(day)}>
                {shortWeekday(day).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={keyed}>
          {[0, 1, 2, 3, 4, 5].map((week) => (
            <tr key={week}>
              {grid.slice(week * 7, week * 7 + 7).map((day) => (
                <DayCell key={day} {...props} day={day} at={at} onChoose={choose} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Chosen start_date={start_date} end_date={end_date} single={single} />
      {fault !== '' && (
        <p className={kit.fieldError} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

interface DayCellProps extends Pick<DayRangeProps, 'min_day' | 'max_day'>, Days {
  day: string;
  /** The day the keys are on. */
  at: string;
  onChoose: (day: string) => void;
}

function DayCell({ day, at, onChoose, ...range }: DayCellProps) {
  const { start_date, end_date, min_day, max_day } = range;
  const chosen = day === start_date || day === end_date;
  const between = start_date !== '' && end_date !== '' && day > start_date && day < end_date;
  const off = isOutside(day, min_day, max_day);
  return (
    <td data-between={between || undefined}>
      <button
        type="button"
        tabIndex={day === at ? 0 : -1}
        aria-label={off ? undefined : fullDate(day)}
        aria-pressed={chosen}
        aria-disabled={off}
        data-other={day.slice(0, 7) !== at.slice(0, 7) || undefined}
        onClick={() => !off && onChoose(day)}
      >
        {Number(day.slice(-2))}
      </button>
    </td>
  );
}

function MonthHead({ at, onChange }: { at: string; onChange: (day: string) => void }) {
  const [year, setYear] = useState(at.slice(0, 4));
  useEffect(() => setYear(at.slice(0, 4)), [at]);
  const typeYear = (text: string) => {
    setYear(text);
    const number = Number(text);
    if (Number.isInteger(number) && number >= first_year && number <= last_year) {
      onChange(shiftMonth(at, (number - Number(at.slice(0, 4))) * 12));
    }
  };
  return (
    <div className={styles.monthHead}>
      <IconButton
        label="Previous month"
        icon={IconChevronLeft}
        onClick={() => onChange(shiftMonth(at, -1))}
      />
      <select
        aria-label="Month"
        value={Number(at.slice(5, 7))}
        onChange={(event) =>
          onChange(shiftMonth(at, Number(event.currentTarget.value) - Number(at.slice(5, 7))))
        }
      >
        {months.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </select>
      <input
        type="number"
        aria-label="Year"
        min={first_year}
        max={last_year}
        value={year}
        onChange={(event) => typeYear(event.currentTarget.value)}
        // A year that is none of the calendar's gives way to the one shown.
        onBlur={() => setYear(at.slice(0, 4))}
      />
      <IconButton
        label="Next month"
        icon={IconChevronRight}
        onClick={() => onChange(shiftMonth(at, 1))}
      />
    </div>
  );
}

function Chosen({ start_date, end_date, single }: Days & { single: boolean }) {
  const display = useDisplay();
  const [start, end] = [start_date, end_date].map((day) => day && formatDay(day, display));
  const words =
    start === '' ? 'Choose the first day' : `${start} – ${end || 'choose the last day'}`;
  return <Hint role="status">{single ? start : words}. Days are counted in UTC.</Hint>;
}
