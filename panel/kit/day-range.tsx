// Two days out of a calendar: first click start, second click end, a third begins anew (spec 1 §4).
import { DatePicker, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { businessNow } from '../business-time.ts';

interface DayRangeProps {
  label: string;
  /** Days `YYYY-MM-DD`, empty while none is chosen. */
  start_date: string;
  end_date: string;
  onChange: (days: { start_date: string; end_date: string }) => void;
  fault: string;
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The day a week starts with where the reader lives: Sunday is 0. */
function firstDayOfWeek(): Weekday {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
    weekInfo?: { firstDay: number };
    getWeekInfo?: () => { firstDay: number };
  };
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  return ((info?.firstDay ?? 7) % 7) as Weekday;
}

export function DayRange({ label, start_date, end_date, onChange, fault }: DayRangeProps) {
  const [shown, setShown] = useState<string>(
    start_date || businessNow().toISOString().slice(0, 10),
  );
  return (
    <fieldset className="day-range" aria-label={`${label}, UTC days`}>
      <DatesProvider settings={{ consistentWeeks: true, firstDayOfWeek: firstDayOfWeek() }}>
        <DatePicker
          type="range"
          size="sm"
          value={[start_date || null, end_date || null]}
          onChange={([start, end]) => onChange({ start_date: start ?? '', end_date: end ?? '' })}
          date={shown}
          onDateChange={setShown}
          allowSingleDateInRange
          minDate="1900-01-01"
          maxDate="9999-12-31"
          ariaLabels={{
            previousMonth: 'Previous month',
            nextMonth: 'Next month',
          }}
        />
      </DatesProvider>
      <p className="hint">Days are counted in UTC.</p>
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
