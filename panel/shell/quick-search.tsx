// The header's search for merchants: a transaction by its id or order id (spec 1 §1).

import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { HintKey } from '../kit/hint-key.tsx';
import { icon_16 } from '../kit/icon.ts';
import { useKeys } from '../kit/keys.ts';
import { writeState } from '../kit/search-state.ts';

const list_path = '/merchant/transaction/search';

/** The list with this search alone: page 1, ten rows, nothing of an earlier search. */
function addressOf(text: string): string {
  const filters = [{ name: 'transaction_or_order_id', operator: '=' as const, value: text }];
  const search = writeState({ filters, page: 1, per_page: 10, sort: null });
  return `${list_path}?${search.toString()}`;
}

export function QuickSearch() {
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const client = useQueryClient();
  useKeys([{ key: '/', label: 'header search', run: () => box.current?.focus() }]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    // The same search once more is asked once more.
    void client.invalidateQueries({ queryKey: ['/transaction/search'] });
    void navigate(addressOf(text.trim()));
    setText('');
    box.current?.blur();
  };
  return (
    <search>
      <form className="quick-search" onSubmit={submit}>
        <IconSearch {...icon_16} />
        <input
          ref={box}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder="Search..."
          aria-label="Search transactions by ID or order ID"
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
        />
        <HintKey>/</HintKey>
      </form>
    </search>
  );
}
