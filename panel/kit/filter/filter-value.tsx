// The value of a filter while it is typed, by the kind of its field.
import { NativeSelect, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { symbolOf } from '../../../contract/money.ts';
import { durations, type FieldKind, type SearchField } from '../../../contract/search/search.ts';
import { typedAmount } from '../../../contract/search/search-amounts.ts';
import { arrange, phoneMask } from '../format/masks.ts';
import kit from '../kit.module.css';
import styles from './day-range.module.css';
import { type Draft, last_periods } from './filter-draft.ts';
import { choiceLabel, choiceText } from './filter-text.ts';

// The calendar is heavier than all the rest of the list together.
const DayRange = lazy(async () => ({ default: (await import('./day-range.tsx')).DayRange }));

interface FilterValueProps {
  field: SearchField;
  /** Of amounts; '' where they are typed in minor units. */
  currency: string;
  draft: Draft;
  onChange: (draft: Draft) => void;
  fault: string;
}

export function FilterValue(props: FilterValueProps) {
  const { field } = props;
  if (field.kind === 'date') return <DateValue {...props} />;
  if (field.choices) return <ChoiceValue {...props} />;
  return <TypedValue {...props} />;
}

function ChoiceValue({ field, draft, onChange, fault }: FilterValueProps) {
  const label = (value: string) =>
    field.kind === 'duration' ? choiceText(value) : choiceLabel(field, value);
  const choices = (field.choices ?? []).map((value) => ({ value, label: label(value) }));
  return (
    <NativeSelect
      label="Value"
      data={[{ value: '', label: 'Choose' }, ...choices]}
      value={draft.text}
      onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
      error={fault}
    />
  );
}

const periods = [
  { value: '', label: 'Between two days' },
  ...durations.map((value) => ({ value, label: choiceText(value) })),
  ...Object.entries(last_periods).map(([value, days]) => ({ value, label: `Last ${days} days` })),
];

/** A named period stays relative; days out of the calendar are those days. */
function DateValue({ field, draft, onChange, fault }: FilterValueProps) {
  return (
    <>
      <NativeSelect
        label="Period"
        data={periods}
        value={draft.text}
        onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
      />
      {draft.text === '' && (
        <Suspense
          fallback={
            <span className={`${kit.skeleton} ${styles.dayRangeWait}`} data-part="skeleton" />
          }
        >
          <DayRange
            label={field.label}
            start_date={draft.start_date}
            end_date={draft.end_date}
            onChange={(days) => onChange({ ...draft, ...days })}
            fault={fault}
          />
        </Suspense>
      )}
    </>
  );
}

const numeric: readonly FieldKind[] = ['money', 'integer', 'secret', 'phone'];

const in_minor_units =
  'In minor units: 1000 is $10.00 or ¥1,000. Add a Currency filter to enter 10.00.';

function TypedValue({ field, currency, draft, onChange, fault }: FilterValueProps) {
  const is_phone = field.kind === 'phone';
  const is_money = field.kind === 'money';
  const by_minor = is_money && currency === '';
  return (
    <TextInput
      label="Value"
      description={by_minor ? in_minor_units : undefined}
      value={draft.text}
      onChange={({ currentTarget }) => {
        if (is_phone) arrange(currentTarget, phoneMask(currentTarget.value));
        onChange({ ...draft, text: currentTarget.value });
      }}
      leftSection={is_money && !by_minor ? symbolOf(currency) : undefined}
      placeholder={is_money ? typedAmount(0, currency) : is_phone ? '(###) ###-####' : undefined}
      inputMode={numeric.includes(field.kind) ? 'decimal' : 'text'}
      maxLength={field.max_length ?? 255}
      autoComplete="off"
      spellCheck={false}
      error={fault}
    />
  );
}
