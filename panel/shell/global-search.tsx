// The header's search for merchants: a transaction by its id or order id (spec 1 §1), or what
// happened under an Error ID.

import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { transactions } from '../../contract/payments/transactions/endpoints.ts';
import { type Callable, call } from '../api.ts';
import { writeState } from '../kit/filter/search-address.ts';
import { icon_16 } from '../kit/icon.ts';
import { HintKey } from '../kit/keys/hint-key.tsx';
import { useKeys } from '../kit/keys/keys.ts';
import { tracePath } from '../platform/paths.ts';
import basics from '../style/basics.module.css';
import styles from './header.module.css';

const list_path = '/merchant/transaction/search';

/** The list with this search alone: page 1, ten rows, nothing of an earlier search. */
function addressOf(text: string): string {
  const filters = [{ name: 'transaction_or_order_id', operator: '=' as const, value: text }];
  const search = writeState({ filters, page: 1, per_page: 10, sort: null });
  return `${list_path}?${search.toString()}`;
}

/** Written out: the contract's own value would bring all schemas of payments into the shell. */
const search_call: Callable<typeof transactions.search> = {
  method: 'POST',
  path: '/transaction/search',
  reply: { kind: 'list' },
};

/** Ids of transactions and Error IDs look alike: what no transaction has is an Error ID. */
async function placeOf(text: string): Promise<string> {
  const list = addressOf(text);
  if (!/^[0-9a-v]{20}$/.test(text)) return list;
  const input = { transaction_or_order_id: { operator: '=', value: text }, limit: 1 };
  const found = await call<typeof transactions.search>(search_call, { input }).catch(() => null);
  return found === null || found.total_count > 0 ? list : tracePath('merchant', text);
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
    // Submitting the same search again runs it again.
    void client.invalidateQueries({ queryKey: ['/transaction/search'] });
    void placeOf(text.trim()).then(navigate);
    setText('');
    box.current?.blur();
  };
  return (
    <search>
      <form
        className={`${basics.inputFrame} ${basics.searchBox} ${styles.quickSearch}`}
        onSubmit={submit}
      >
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
