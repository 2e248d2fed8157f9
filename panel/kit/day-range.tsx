// Two days out of a calendar: first click start, second click end, a third begins anew (spec 1 §4).
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';

interface DayRangeProps {
  label: string;
  /** Days `YYYY-MM-DD`, empty while none is chosen. */
  start_date: string;
  end_date: string;
  onChange: (days: { start_date: string; end_date: string }) => void;
  fault: string;
}

export function DayRange({ label, start_date, end_date, onChange, fault }: DayRangeProps) {
  const [shown, setShown] = useState<string | undefined>(undefined);
  return (
    <fieldset className="day-range" aria-label={`${label}, UTC days`}>
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
          monthLevelControl: 'Choose a month',
          yearLevelControl: 'Choose a year',
        }}
      />
      <p className="hint">Days are counted in UTC.</p>
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
