// The form of one filter: field, operator and value; every value is required (spec 3 §2).

import { Button, Select } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Operator } from '../../../contract/search/search.ts';
import { HintKey } from '../keys/hint-key.tsx';
import kit from '../kit.module.css';
import { Segments } from '../parts/segments.tsx';
import styles from './filter.module.css';
import { type Draft, draftOf, readDraft } from './filter-draft.ts';
import { FilterValue } from './filter-value.tsx';
import { currencyToType } from './search-currency.ts';
import type { SearchList } from './search-list.ts';
import { type NamedField, operator_labels } from './search-state.ts';

/** Kinds whose room is not built yet offer nothing to choose from. */
const offered = (named: NamedField) => !['custom_fields', 'group'].includes(named.field.kind);

interface FilterFormProps<Row> {
  search: SearchList<Row>;
  onDone: () => void;
}

export function FilterForm<Row>({ search, onDone }: FilterFormProps<Row>) {
  const fields = search.fields.filter(offered);
  const currency = currencyToType(search);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [fault, setFault] = useState('');
  const named = fields.find(({ name }) => name === draft?.name);
  const value = useFocusOf(draft?.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft === null || named === undefined) return setFault('Choose a field first.');
    const read = readDraft(draft, named, currency);
    if ('fault' in read) return setFault(read.fault);
    search.put(read.filter);
    onDone();
  };
  const choose = (name: string | null) => {
    const field = fields.find((one) => one.name === name);
    setFault('');
    const active = search.state.filters.find((filter) => filter.name === name);
    setDraft(field ? draftOf(field, active, currency) : null);
  };
  return (
    <form className={kit.formStack} onSubmit={submit} noValidate>
      <Select
        label="Field"
        placeholder="Choose a field"
        data={fields.map(({ name, field }) => ({ value: name, label: field.label }))}
        value={draft?.name ?? null}
        onChange={choose}
        searchable
        selectFirstOptionOnChange
        withScrollArea={false}
        classNames={{ options: styles.fields }}
        nothingFoundMessage="No field matches"
        comboboxProps={{ withinPortal: false }}
        error={draft === null && fault}
        data-autofocus
      />
      {draft && named && (
        <>
          <OperatorChoice
            named={named}
            value={draft.operator}
            onChange={(operator) => setDraft({ ...draft, operator })}
          />
          <div className={kit.formStack} ref={value}>
            <FilterValue
              key={draft.name}
              field={named.field}
              currency={currency}
              draft={draft}
              onChange={(next) => {
                setFault('');
                setDraft(next);
              }}
              fault={fault}
            />
          </div>
        </>
      )}
      <Button type="submit" rightSection={<HintKey>↵</HintKey>}>
        Apply filter
      </Button>
    </form>
  );
}

/** Focuses the value: after choosing a field the next thing typed is its value. */
function useFocusOf(chosen: string | undefined) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) place.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [chosen]);
  return place;
}

interface OperatorChoiceProps {
  named: NamedField;
  value: Operator;
  onChange: (operator: Operator) => void;
}

function OperatorChoice({ named, value, onChange }: OperatorChoiceProps) {
  const { operators, label } = named.field;
  if (operators.length < 2) return null;
  return (
    <Segments
      label={`Operator of ${label}`}
      choices={operators}
      value={value}
      onChange={onChange}
      textOf={(operator) => operator_labels[operator]}
    />
  );
}
