// The dialog of saved searches: one to use, one to remove, and this one to save (spec 3 §2).

import { Checkbox } from '@mantine/core';
import { IconTrash, IconUsers } from '@tabler/icons-react';
import { useRef } from 'react';
import { type SavedSearch, saved_searches } from '../../../contract/reports/saved-searches.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { toast } from '../../notices.ts';
import { session } from '../../session/session.ts';
import { useStore } from '../../store.ts';
import { CheckField, TextField } from '../form/fields.tsx';
import { useField } from '../form/form-context.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useForm, useValues } from '../form/use-form.ts';
import { useDisplay } from '../format/display.ts';
import { icon_14 } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import type { Column } from '../list/list-types.ts';
import { Hint } from '../page/page-parts.tsx';
import styles from './filter.module.css';
import { filterText } from './filter-text.ts';
import { savedData, savedState } from './saved-searches.ts';
import { currencyOfFilters } from './search-currency.ts';
import type { SearchList } from './search-list.ts';
import type { ActiveFilter, NamedField } from './search-state.ts';

type NamedColumn = Pick<Column<never>, 'key' | 'label'>;

interface SavedSearchesProps {
  search: SearchList<unknown>;
  columns: readonly NamedColumn[];
  onClose: () => void;
}

/** `Status = Settled · Amount > $10.00`, amounts in the currency it filters by. */
function useSummary(filters: readonly ActiveFilter[], fields: readonly NamedField[]): string {
  const display = useDisplay();
  if (filters.length === 0) return 'No filters';
  const amounts_in = currencyOfFilters(filters, fields);
  const words = filters.map((filter) => {
    const field = fields.find((named) => named.name === filter.name)?.field;
    const { label, operator, value } = filterText(filter, field, display, amounts_in);
    return `${label} ${operator} ${value}`;
  });
  return words.join(' · ');
}

interface SearchValues {
  name: string;
  shared: boolean;
  /** Keys in order; empty: all of the list's own. */
  columns: readonly string[];
}

export function SavedSearches({ search, columns, onClose }: SavedSearchesProps) {
  const { section, state, fields, defaulted } = search;
  const me = useStore(session);
  const { data } = useRecord(saved_searches.searchOf, { params: { section } });
  const all = data?.rows ?? [];
  const isOwn = (named: string) => (one: SavedSearch) =>
    one.user_id === me?.user_id && one.name === named.trim();
  const filters = defaulted ? [] : state.filters;
  const initial: SearchValues = { name: '', shared: false, columns: state.columns ?? [] };
  const form = useForm(saved_searches.saveOf, {
    initial,
    input: ({ name, shared, columns: shown }) => {
      const saved = {
        data: savedData(filters),
        columns: [...shown],
        sort: state.sort ?? undefined,
      };
      return { account_type: me?.account_type, name: name.trim(), section, shared, ...saved };
    },
    params: { section },
    stales: [saved_searches.searchOf],
    tell: ({ name }) =>
      toast(`Successfully ${all.some(isOwn(name)) ? 'updated' : 'added'} ${name}`),
    onSaved: onClose,
  });
  const replaces = all.some(isOwn(useValues(form).name));
  const use = (saved: SavedSearch) => {
    search.apply(savedState(saved, fields));
    onClose();
  };
  return (
    <FormDialog
      form={form}
      title="Saved searches"
      action={replaces ? 'Replace search' : 'Save search'}
      onClose={onClose}
    >
      {data && all.length === 0 && <p>No saved searches yet.</p>}
      {all.length > 0 && (
        <ul className={styles.savedList} aria-label="Saved searches">
          {all.map((one) => (
            <SavedRow key={one.id} saved={one} search={search} onUse={() => use(one)} />
          ))}
        </ul>
      )}
      <TextField name="name" />
      <Hint>{useSummary(filters, search.fields)}</Hint>
      <ColumnChoice columns={columns} />
      <CheckField name="shared" label="Share with everyone in the account" />
    </FormDialog>
  );
}

/** Saves it again as it was; nothing refers to a saved search by its id. */
function usePutBack({ name, section, data, columns, sort, shared }: SavedSearch): () => void {
  const save = useSave(saved_searches.saveOf, { stales: [saved_searches.searchOf] });
  const search = { data, columns, sort: sort ?? undefined };
  return () => save.mutate({ params: { section }, input: { name, section, shared, ...search } });
}

/** When a row is removed the focus moves to the next one, the one before, or the name field. */
function focusBeside(row: HTMLElement | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  const use = beside?.querySelector<HTMLElement>('[data-use]');
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
  const removal = useSave(saved_searches.remove, {
    stales: [saved_searches.searchOf],
    // Another user's search would be restored as one's own, so there is no undo.
    tell: () => toast('Successfully removed saved search', 'success', mine ? putBack : undefined),
    onSaved: () => focusBeside(place.current),
  });
  const summary = useSummary(savedState(saved, search.fields).filters, search.fields);
  return (
    <li ref={place}>
      <button type="button" className={styles.savedUse} data-use onClick={onUse}>
        <b>{saved.name}</b>
        <span>{summary}</span>
        {saved.shared && (
          <span>
            <IconUsers {...icon_14} /> Shared{mine ? '' : ` by ${saved.user_name}`}
          </span>
        )}
      </button>
      {(mine || me?.role === 'admin') && (
        <IconButton
          label={`Remove ${saved.name}`}
          icon={IconTrash}
          size={14}
          aria-disabled={removal.isPending}
          onClick={() => !removal.isPending && removal.mutate({ params: { id: saved.id } })}
        />
      )}
    </li>
  );
}

/** Which columns are saved with it; all of the list's own are none. */
function ColumnChoice({ columns }: { columns: readonly NamedColumn[] }) {
  const { value: shown, put: onChange } = useField<readonly string[]>('columns');
  const keys = columns.map(({ key }) => key);
  const chosen = shown.length === 0 ? keys : shown;
  const toggle = (key: string) => {
    const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key];
    if (next.length === 0) return;
    onChange(keys.every((one, index) => one === next[index]) ? [] : next);
  };
  return (
    <fieldset className={styles.columnChoice}>
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
