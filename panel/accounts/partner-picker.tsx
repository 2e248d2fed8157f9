// Chooses a partner by name: a box to type in, and what was found below it.
import { useState } from 'react';
import { type PartnerRow, partners } from '../../contract/accounts/partners.ts';
import { useRecord } from '../hooks.ts';
import { useField } from '../kit/form/form-context.ts';
import kit from '../kit/kit.module.css';
import { Hint } from '../kit/page/page-parts.tsx';
import basics from '../style/basics.module.css';
import styles from './accounts.module.css';

const shown = 8;

export interface Picked {
  id: string;
  name: string;
}

interface PartnerPickerProps {
  /** The field of the form around that holds who was picked, or null. */
  name: string;
  label: string;
  /** Says what choosing nobody means; without it somebody has to be chosen. */
  nobody?: string;
  /** Who cannot be chosen, with the reason. */
  whyNot?: (partner: PartnerRow) => string | null;
  /** Chosen before anything is searched: one's own account. */
  own?: Picked;
}

interface OptionProps {
  name: string;
  note: string;
  blocked?: boolean;
  checked: boolean;
  onPick: () => void;
}

function Option({ name, note, blocked = false, checked, onPick }: OptionProps) {
  return (
    <li>
      <label data-blocked={blocked || undefined}>
        <input
          type="radio"
          name="picked-partner"
          checked={checked}
          disabled={blocked}
          onChange={onPick}
        />
        <span>
          {name}
          {note && <small>{note}</small>}
        </span>
      </label>
    </li>
  );
}

/** Active partners by name, the first of those with this in it. */
export function usePartners(wanted: string) {
  const input = {
    ...(wanted !== '' && { name: { operator: '%', value: wanted } }),
    status: { operator: '=', value: 'active' },
    sort: { field: 'name', direction: 'asc' },
    limit: shown,
  };
  return useRecord(partners.search, { input: input as never });
}

export function PartnerPicker(props: PartnerPickerProps) {
  const { name, label, nobody, whyNot, own } = props;
  const { value, put: onChange, error } = useField<Picked | null>(name, label);
  const [text, setText] = useState('');
  const wanted = text.trim();
  const { data } = usePartners(wanted);
  const rows = (data?.rows ?? []).filter(({ id }) => id !== own?.id);
  const more = (data?.total_count ?? 0) - (data?.rows.length ?? 0);
  return (
    <fieldset className={styles.picker} aria-invalid={error !== '' || undefined}>
      <legend>{label}</legend>
      <input
        type="search"
        className={`${basics.textInput} ${styles.plainInput}`}
        value={text}
        placeholder="Find a partner"
        aria-label="Find a partner"
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul>
        {nobody !== undefined && wanted === '' && (
          <Option name={nobody} note="" checked={value === null} onPick={() => onChange(null)} />
        )}
        {own && wanted === '' && (
          <Option
            name={own.name}
            note="your own account"
            checked={value?.id === own.id}
            onPick={() => onChange(own)}
          />
        )}
        {rows.map((row) => {
          const reason = whyNot?.(row) ?? null;
          return (
            <Option
              key={row.id}
              name={row.name}
              note={reason ?? (row.parent_name ? `below ${row.parent_name}` : '')}
              blocked={reason !== null}
              checked={value?.id === row.id}
              onPick={() => onChange({ id: row.id, name: row.name })}
            />
          );
        })}
        {data && rows.length === 0 && wanted !== '' && (
          <li className={kit.hint} data-part="hint">
            No partner matches.
          </li>
        )}
      </ul>
      {more > 0 && <Hint>{more} more. Enter part of the name.</Hint>}
      {value && <Hint>Chosen: {value.name}</Hint>}
      {error && <p className={kit.fieldError}>{error}</p>}
    </fieldset>
  );
}
