// `+ Filter`: field, operator and value in one popover; Enter applies (visual 5.1).

import { Button, Popover, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { Operator } from '../../contract/search.ts';
import { type Draft, draftOf, readDraft } from './filter-draft.ts';
import { FilterValue } from './filter-value.tsx';
import { HintKey } from './hint-key.tsx';
import { icon_14 } from './icon.ts';
import { useKeys } from './keys.ts';
import type { SearchList } from './search-list.ts';
import { type NamedField, operator_words } from './search-state.ts';

/** Kinds whose room is not built yet offer nothing to choose from. */
const offered = (named: NamedField) => !['custom_fields', 'group'].includes(named.field.kind);

export function FilterPopover<Row>({ search }: { search: SearchList<Row> }) {
  const [open, setOpen] = useState(false);
  useKeys([{ key: 'f', label: 'add a filter', run: () => setOpen(true) }]);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <button
          type="button"
          className="add-filter"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <IconPlus {...icon_14} />
          Filter <HintKey>F</HintKey>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Add a filter">
        <FilterForm search={search} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm<Row>({ search, onDone }: { search: SearchList<Row>; onDone: () => void }) {
  const fields = search.fields.filter(
    (named) => offered(named) && named.name !== search.global_field,
  );
  const [draft, setDraft] = useState<Draft | null>(null);
  const [fault, setFault] = useState('');
  const named = fields.find(({ name }) => name === draft?.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft === null || named === undefined) return setFault('Choose a field first.');
    const read = readDraft(draft, named);
    if ('fault' in read) return setFault(read.fault);
    search.put(read.filter);
    onDone();
  };
  const choose = (name: string | null) => {
    const field = fields.find((one) => one.name === name);
    setFault('');
    const given = search.state.filters.find((filter) => filter.name === name);
    setDraft(field ? draftOf(field, given) : null);
  };
  return (
    <form className="form-stack" onSubmit={submit} noValidate>
      <Select
        label="Field"
        placeholder="Choose a field"
        data={fields.map(({ name, field }) => ({ value: name, label: field.label }))}
        value={draft?.name ?? null}
        onChange={choose}
        searchable
        selectFirstOptionOnChange
        withScrollArea={false}
        classNames={{ options: 'filter-fields' }}
        nothingFoundMessage="No field of this name"
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
          <FilterValue
            key={draft.name}
            field={named.field}
            draft={draft}
            onChange={(next) => {
              setFault('');
              setDraft(next);
            }}
            fault={fault}
          />
        </>
      )}
      <Button type="submit" rightSection={<HintKey>↵</HintKey>}>
        Apply filter
      </Button>
    </form>
  );
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
    <fieldset className="segments" aria-label={`Operator of ${label}`}>
      {operators.map((operator) => (
        <button
          key={operator}
          type="button"
          aria-pressed={operator === value}
          onClick={() => onChange(operator)}
        >
          {operator_words[operator]}
        </button>
      ))}
    </fieldset>
  );
}
