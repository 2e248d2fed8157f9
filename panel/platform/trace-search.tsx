// A box that takes an Error ID and opens its trace.
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import listStyles from '../kit/list/list.module.css';
import { SearchInput } from '../kit/parts/search-input.tsx';
import basics from '../style/basics.module.css';
import styles from './audit-log.module.css';
import { tracePath } from './paths.ts';

const box = `${basics.inputFrame} ${basics.searchBox}`;

/** The id itself, also where the whole line `Error ID: …` was copied. */
export function errorIdIn(text: string): string | null {
  return /(?:^|\s)([0-9a-v]{20})$/.exec(text.trim())?.[1] ?? null;
}

export function TraceSearch({ area }: { area: AccountType }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const id = errorIdIn(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (id !== null) void navigate(tracePath(area, id));
  };
  return (
    <search>
      <form
        className={`${box} ${listStyles.globalSearch} ${styles.traceSearch}`}
        data-part="global-search"
        onSubmit={submit}
      >
        <SearchInput
          label="Open the request trace of an Error ID"
          placeholder="Error ID"
          value={text}
          onType={setText}
        />
      </form>
    </search>
  );
}
