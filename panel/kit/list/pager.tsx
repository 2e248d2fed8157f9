// The pages of a list and which rows the current one shows.

import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { SearchList } from '../filter/search-list.ts';
import { icon_16 } from '../icon.ts';
import { HintKey } from '../keys/hint-key.tsx';
import styles from './list.module.css';
import { formatCount, pageCount, shownPages } from './pages.ts';

interface StepProps {
  label: string;
  page: number;
  possible: boolean;
  go: (page: number) => void;
}

function Step({ label, page, possible, go }: StepProps) {
  const Chevron = label.startsWith('Previous') ? IconChevronLeft : IconChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={!possible}
      onClick={() => possible && go(page)}
    >
      <Chevron {...icon_16} />
    </button>
  );
}

function range<Row>(search: SearchList<Row>): string {
  const { state, rows, stale, total_count, count_estimated } = search;
  const first = (state.page - 1) * state.per_page;
  // The rows still shown are those of another page.
  const left = Math.max(total_count - first, 1);
  const count = stale ? Math.min(state.per_page, left) : rows.length;
  const of = `${count_estimated ? 'about ' : ''}${formatCount(total_count)}`;
  return `${formatCount(first + 1)}–${formatCount(first + count)} of ${of}`;
}

interface PagerProps<Row> {
  search: SearchList<Row>;
  /** Rows can be selected. */
  selects: boolean;
}

export function Pager<Row>({ search, selects }: PagerProps<Row>) {
  const { state, total_count, setPage } = search;
  const count = pageCount(total_count, state.per_page);
  return (
    <div className={styles.pager} data-part="pager">
      <nav aria-label="Pages">
        <Step label="Previous page" page={state.page - 1} possible={state.page > 1} go={setPage} />
        {shownPages(state.page, count).map((page, index) =>
          page === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has nothing else to its name
            <span key={`gap-${index}`}>…</span>
          ) : (
            <button
              key={page}
              type="button"
              aria-label={`Page ${page}`}
              aria-current={page === state.page ? 'page' : undefined}
              onClick={() => setPage(page)}
            >
              {page}
            </button>
          ),
        )}
        <Step label="Next page" page={state.page + 1} possible={state.page < count} go={setPage} />
      </nav>
      <span>{range(search)}</span>
      <KeyHints selects={selects} />
    </div>
  );
}

function KeyHints({ selects }: { selects: boolean }) {
  return (
    <span className={styles.keyHints} data-key-words>
      <HintKey>J</HintKey>
      <HintKey>K</HintKey> move <HintKey>↵</HintKey> open <HintKey>.</HintKey> actions{' '}
      {selects && (
        <>
          <HintKey>X</HintKey> select{' '}
        </>
      )}
      <HintKey>?</HintKey> all shortcuts
    </span>
  );
}
