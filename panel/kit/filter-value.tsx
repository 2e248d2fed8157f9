// The value of a filter while it is typed, by the kind of its field.
import { NativeSelect, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { SearchField } from '../../contract/search.ts';
import type { Draft } from './filter-draft.ts';
import { choiceWord } from './filter-text.ts';

// The calendar is heavier than all the rest of the list together.
const DayRange = lazy(async () => ({ default: (await import('./day-range.tsx')).DayRange }));

interface FilterValueProps {
  field: SearchField;
  draft: Draft;
  onChange: (draft: Draft) => void;
  fault: string;
}

export function FilterValue({ field, draft, onChange, fault }: FilterValueProps) {
  if (field.kind === 'date') {
    return (
      <Suspense fallback={<span className="skeleton" />}>
        <DayRange
          label={field.label}
          start_date={draft.start_date}
          end_date={draft.end_date}
          onChange={(days) => onChange({ ...draft, ...days })}
          fault={fault}
        />
      </Suspense>
    );
  }
  if (field.kind === 'choice' || field.kind === 'duration') {
    const choices = (field.choices ?? []).map((value) => ({ value, label: choiceWord(value) }));
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
  const numeric = field.kind === 'money' || field.kind === 'integer' || field.kind === 'secret';
  return (
    <TextInput
      label="Value"
      value={draft.text}
      onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
      leftSection={field.kind === 'money' ? '$' : undefined}
      placeholder={field.kind === 'money' ? '0.00' : undefined}
      inputMode={numeric ? 'decimal' : 'text'}
      maxLength={field.max_length ?? 255}
      autoComplete="off"
      spellCheck={false}
      error={fault}
    />
  );
}
