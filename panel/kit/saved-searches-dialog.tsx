// The dialog of saved searches: one to use, one to remove, and this one to save (spec 3 §2).
import { Checkbox } from '@mantine/core';
import { IconTrash, IconUsers } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { requiredMessage } from '../../contract/field-messages.ts';
import { type SavedSearch, saved_searches } from '../../contract/reports/saved-searches.ts';
import { useRecord, useRemove, useSave } from '../hooks.ts';
import { toast } from '../notices.ts';
import { session } from '../session.ts';
import { useStore } from '../store.ts';
import { ActionDialog } from './action-dialog.tsx';
import { useDisplay } from './display.ts';
import { TextField } from './fields.tsx';
import { filterWords } from './filter-text.ts';
import { icon_14 } from './icon.ts';
import type { Column } from './list-types.ts';
import { savedData, savedState } from './saved-searches.ts';
import { currencyOfFilters } from './search-currency.ts';
import type { SearchList } from './search-list.ts';
import type { ActiveFilter, NamedField } from './search-state.ts';

const longest_name = 60;

type NamedColumn = Pick<Column<never>, 'key' | 'label'>;

interface SavedSearchesProps {
  search: SearchList<unknown>;
  columns: readonly NamedColumn[];
  onClose: () => void;
}

/** `Status = Settled · Amount > $10.00`, amounts in the currency it filters by. */
function useSummary(filters: readonly ActiveFilter[], fields: readonly NamedField[]): string {
  const display = useDisplay();
  if (filters.length === 0) return "The list's own search";
  const amounts_in = currencyOfFilters(filters, fields);
  const words = filters.map((filter) => {
    const field = fields.find((named) => named.name === filter.name)?.field;
    const { label, operator, value } = filterWords(filter, field, display, amounts_in);
    return `${label} ${operator} ${value}`;
  });
  return words.join(' · ');
}

function useSaving(what: 'added' | 'updated', onClose: () => void) {
  return useSave(saved_searches.saveOf, {
    quiet: true,
    stales: [saved_searches.searchOf],
    onSaved: ({ name }) => {
      toast(`Successfully ${what} ${name}`);
      onClose();
    },
  });
}

export function SavedSearches({ search, columns, onClose }: SavedSearchesProps) {
  const { section, state, fields, defaulted } = search;
  const me = useStore(session);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [tried, setTried] = useState(false);
  const [shown, setShown] = useState<readonly string[]>(state.columns ?? []);
  const { data } = useRecord(saved_searches.searchOf, { params: { section } });
  const all = data?.rows ?? [];
  const own = all.find((one) => one.user_id === me?.user_id && one.name === name.trim());
  const save = useSaving(own ? 'updated' : 'added', onClose);
  const missing = name.trim() === '';
  const filters = defaulted ? [] : state.filters;
  const submit = () => {
    setTried(true);
    if (missing) return;
    const { sort } = state;
    const kept = { data: savedData(filters), columns: [...shown], sort: sort ?? undefined };
    const input = { account_type: me?.account_type, name: name.trim(), section, shared, ...kept };
    save.mutate({ params: { section }, input });
  };
  const use = (saved: SavedSearch) => {
    search.apply(savedState(saved, fields));
    onClose();
  };
  return (
    <ActionDialog
      title="Saved searches"
      action={own ? 'Replace search' : 'Save search'}
      busy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {data && all.length === 0 && <p>Nothing is saved for this list yet.</p>}
      {all.length > 0 && (
        <ul className="saved-list" aria-label="Saved searches">
          {all.map((one) => (
            <SavedRow key={one.id} saved={one} search={search} onUse={() => use(one)} />
          ))}
        </ul>
      )}
      <TextField
        name="name"
        label="Name"
        value={name}
        onChange={setName}
        error={tried && missing ? requiredMessage('Name') : ''}
        extra={{ input: { maxLength: longest_name, autoComplete: 'off' } }}
      />
      <p className="hint">{useSummary(filters, search.fields)}</p>
      <ColumnChoice columns={columns} shown={shown} onChange={setShown} />
      <Checkbox
        label="Share with everyone in the account"
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </ActionDialog>
  );
}

/** Saves it again as it was; nothing refers to a saved search by its id. */
function usePutBack({ name, section, data, columns, sort, shared }: SavedSearch): () => void {
  const save = useSave(saved_searches.saveOf, { stales: [saved_searches.searchOf] });
  const kept = { data, columns, sort: sort ?? undefined };
  return () => save.mutate({ params: { section }, input: { name, section, shared, ...kept } });
}

/** Keys go on beside a row that goes away: at the next one, the one before, else at the name. */
function focusBeside(row: HTMLElement | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  const use = beside?.querySelector<HTMLElement>('.saved-use');
  (use ?? row?.closest('form')?.querySelector('input'))?.focus();
}

interface SavedRowProps {
  saved: SavedSearch;
  search: Pick<SearchList<unknown>, 'fields' | 'currency'>;
  onUse: () => void;
}

function SavedRow({ saved, search, onUse }: SavedRowProps) {
  const me = useStore(session);
  const mine = saved.user_id === me?.user_id;
  const place = useRef<HTMLLIElement>(null);
  const putBack = usePutBack(saved);
  const removal = useRemove(saved_searches.remove, {
    stales: [saved_searches.searchOf],
    onSaved: () => {
      focusBeside(place.current);
      // Another's would come back as one's own.
      toast('Successfully removed saved search', 'success', mine ? putBack : undefined);
    },
  });
  const summary = useSummary(savedState(saved, search.fields).filters, search.fields);
  return (
    <li ref={place}>
      <button type="button" className="saved-use" onClick={onUse}>
        <b>{saved.name}</b>
        <span>{summary}</span>
        {saved.shared && (
          <span>
            <IconUsers {...icon_14} /> Shared{mine ? '' : ` by ${saved.user_name}`}
          </span>
        )}
      </button>
      {(mine || me?.role === 'admin') && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove ${saved.name}`}
          aria-disabled={removal.isPending}
          onClick={() => !removal.isPending && removal.mutate({ params: { id: saved.id } })}
        >
          <IconTrash {...icon_14} />
        </button>
      )}
    </li>
  );
}

interface ColumnChoiceProps {
  columns: readonly NamedColumn[];
  /** Keys in order; empty: all of the list's own. */
  shown: readonly string[];
  onChange: (shown: readonly string[]) => void;
}

function ColumnChoice({ columns, shown, onChange }: ColumnChoiceProps) {
  const keys = columns.map(({ key }) => key);
  const chosen = shown.length === 0 ? keys : shown;
  const toggle = (key: string) => {
    const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key];
    if (next.length === 0) return;
    onChange(keys.every((one, index) => one === next[index]) ? [] : next);
  };
  return (
    <fieldset className="column-choice">
      <legend>Columns</legend>
      {columns.map(({ key, label }) => (
        <Checkbox
          key={key}
          size="xs"
          label={label}
          checked={chosen.includes(key)}
          onChange={() => toggle(key)}
        />
      ))}
    </fieldset>
  );
}
