// The Customer Vault Search panel: type two letters, choose a saved customer (spec 2 §2).
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { least_typed, most_counted } from '../../../contract/vault/customer-search.ts';
import { type CustomerRow, customers } from '../../../contract/vault/customers.ts';
import { useRecord } from '../../hooks.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import { SearchInput } from '../../kit/parts/search-input.tsx';
import basics from '../../style/basics.module.css';
import { customers_path } from '../../vault/paths.ts';
import styles from './picker.module.css';

const page_size = 5;
const pause_ms = 600;

/** The text to search for: what stands in the box once nobody types, or at once by Enter. */
function useTyped() {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const now = typed.trim().length < least_typed ? '' : typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setQuery(now), now === '' ? 0 : pause_ms);
    return () => clearTimeout(timer);
  }, [now]);
  return { typed, setTyped, query, settled: query === now, searchNow: () => setQuery(now) };
}

function MethodText({ row }: { row: CustomerRow }) {
  if (row.card) {
    return (
      <>
        <span className={basics.mono}>{row.card.masked_number}</span>{' '}
        <small>Exp: {row.card.expiration_date}</small>
      </>
    );
  }
  if (row.ach) {
    return (
      <>
        <span className={basics.mono}>{row.ach.masked_account_number}</span>{' '}
        <small>Type: {row.ach.account_type}</small>
      </>
    );
  }
  return <span>n/a</span>;
}

type Place = CustomerRow['billing_address'];

function placeText(place: Place): string {
  if (!place) return 'n/a';
  const { first_name, last_name, line_1, city, state } = place;
  const parts = [`${first_name} ${last_name}`.trim(), line_1, `${city} ${state}`.trim()];
  return parts.filter(Boolean).join(', ') || 'n/a';
}

function Row({ row, onChoose }: { row: CustomerRow; onChoose: (id: string) => void }) {
  return (
    <li>
      <button type="button" className={styles.row} onClick={() => onChoose(row.id)}>
        <span className={styles.method}>
          <MethodText row={row} />
          {row.description !== '' && <em>{row.description}</em>}
        </span>
        <span>
          <b>Shipping Details:</b> {placeText(row.shipping_address)}
        </span>
        <span>
          <b>Billing Details:</b> {placeText(row.billing_address)}
        </span>
      </button>
    </li>
  );
}

/** Arrow keys walk from the box through the rows and back. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-rows] button')];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Where more match than are counted it says so. */
export function countText(offset: number, shown: number, total: number): string {
  if (total === 0) return 'No saved customer matches.';
  if (total <= page_size) return total === 1 ? '1 customer' : `${total} customers`;
  const [first, last] = [offset + 1, offset + shown].map((one) => one.toLocaleString('en-US'));
  const most = most_counted.toLocaleString('en-US');
  return `${first} to ${last} of ${total < most_counted ? total : `${most} or more`} customers`;
}

/** Behind the last page that can be asked for there is none. */
const isLast = (offset: number, total: number) =>
  offset + page_size >= Math.min(total, most_counted);

interface Answer {
  data: { rows: readonly Pick<CustomerRow, 'id'>[] } | undefined;
  isPlaceholderData: boolean;
}

/**
 * The customer that Enter chooses: the first of the answer to the present text. Undefined while
 * that answer is on its way, though the rows of the text before it still show.
 */
export function firstOf(answer: Answer, settled: boolean): string | undefined {
  return settled && !answer.isPlaceholderData ? answer.data?.rows[0]?.id : undefined;
}

/** What was found for the typed text, a page at a time; Enter chooses the first of it. */
function useFound(onChoose: (customer_id: string) => void) {
  const { typed, setTyped, query, settled, searchNow } = useTyped();
  const [offset, setOffset] = useState(0);
  const chooses_first = useRef(false);
  const answer = useRecord(
    customers.globalSearch,
    { input: { q: query, limit: page_size, offset } },
    { enabled: query !== '', keeps_former: true },
  );
  const { data } = answer;
  const is_found = query !== '' && data !== undefined;
  const rows = is_found ? data.rows : [];
  const first = is_found ? firstOf(answer, settled) : undefined;
  // Enter before the answer is there chooses its first row once it comes.
  useEffect(() => {
    if (!chooses_first.current || first === undefined) return;
    chooses_first.current = false;
    onChoose(first);
  }, [first, onChoose]);
  const type = (text: string) => {
    chooses_first.current = false;
    setOffset(0);
    setTyped(text);
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (first !== undefined) return onChoose(first);
    chooses_first.current = true;
    searchNow();
  };
  return { typed, type, enter, is_found, rows, total: data?.total_count ?? 0, offset, setOffset };
}

type Found = ReturnType<typeof useFound>;

function Pages({ is_found, rows, total, offset, setOffset }: Found) {
  return (
    <footer>
      <span role="status">{is_found && countText(offset, rows.length, total)}</span>
      {is_found && total > page_size && (
        <span>
          <IconButton
            label="Previous customers"
            icon={IconChevronLeft}
            disabled={offset === 0}
            onClick={() => setOffset(Math.max(0, offset - page_size))}
          />
          <IconButton
            label="Next customers"
            icon={IconChevronRight}
            disabled={isLast(offset, total)}
            onClick={() => setOffset(offset + page_size)}
          />
        </span>
      )}
    </footer>
  );
}

interface CustomerSearchProps {
  onChoose: (customer_id: string) => void;
  /** Where no customer was chosen although the payment needs one; else ''. */
  problem: string;
}

export function CustomerSearch({ onChoose, problem }: CustomerSearchProps) {
  const found = useFound(onChoose);
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const invalid = problem !== '' || undefined;
  useEffect(() => box.current?.focus(), []);
  return (
    <section className={styles.panel} aria-label="Customer Vault Search" onKeyDown={walk}>
      <header>
        <h2>Customer Vault Search</h2>
        <Link to={customers_path}>Advanced Search</Link>
      </header>
      <label className={styles.box} htmlFor={id}>
        <span>Global Search</span>
        <span className={`${basics.textInput} ${basics.inputFrame}`} data-invalid={invalid}>
          <SearchInput
            ref={box}
            id={id}
            label="Global Search"
            name="customer.id"
            placeholder="Start typing to Search for a Customer"
            aria-invalid={invalid}
            value={found.typed}
            onType={found.type}
            onKeyDown={found.enter}
          />
        </span>
      </label>
      {invalid && <p className={styles.problem}>{problem}</p>}
      <ul data-rows>
        {found.rows.map((row) => (
          <Row key={row.id} row={row} onChoose={onChoose} />
        ))}
      </ul>
      <Pages {...found} />
    </section>
  );
}
