// A box that takes an Error ID and opens its trace.
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { icon_16 } from '../kit/icon.ts';
import { tracePath } from './paths.ts';
import '../kit/list/list.css';
import './audit.css';

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
      <form className="global-search trace-search" onSubmit={submit}>
        <IconSearch {...icon_16} />
        <input
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder="Error ID"
          aria-label="Open the trace of an Error ID"
          autoComplete="off"
          spellCheck={false}
        />
      </form>
    </search>
  );
}
