// Balances: where a merchant's money is, and what stands on each account of the ledger.
import { NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { AccountType } from '../../contract/access/access.ts';
import { businessNow } from '../business-time.ts';
import { useDelayed } from '../kit/delayed.ts';
import filterStyles from '../kit/filter/filter.module.css';
import { useDisplay } from '../kit/format/display.ts';
import { formatDay } from '../kit/format/moments.ts';
import { icon_14 } from '../kit/icon.ts';
import listStyles from '../kit/list/list.module.css';
import { ListFailed } from '../kit/list/list-empty.tsx';
import { formatCount } from '../kit/list/pages.ts';
import { Page, Skeleton } from '../kit/page/page-parts.tsx';
import { PageTitle } from '../kit/page/page-title.tsx';
import { Segments } from '../kit/parts/segments.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import { useMedia } from '../kit/use-media.ts';
import { BalanceCards } from './balance-cards.tsx';
import { BalancesTable } from './balances-table.tsx';
import styles from './ledger.module.css';
import { OwnerName } from './names.tsx';
import { Payouts } from './payouts.tsx';
import {
  type BalancesQuery,
  per_page,
  type Summed,
  showsAccounting,
  useBalances,
} from './use-balances.ts';

const sums: readonly { value: Summed; label: string }[] = [
  { value: 'each', label: 'Processor' },
  { value: 'merchant', label: 'Merchant' },
  { value: 'all', label: 'All merchants' },
];
/** Of a merchant's own books. */
const own_sums: typeof sums = [
  { value: 'each', label: 'Processor' },
  { value: 'all', label: 'Account' },
];

interface OptionsProps {
  area: AccountType;
  filters: BalancesQuery;
  setFilters: (next: Partial<BalancesQuery>) => void;
}

function Options({ area, filters, setFilters }: OptionsProps) {
  const today = businessNow().toISOString().slice(0, 10);
  return (
    <div className={`${listStyles.options} ${styles.balancesOptions}`} data-part="list-options">
      <TextInput
        type="date"
        label="As of the end of"
        value={filters.as_of}
        max={today}
        onChange={(event) => setFilters({ as_of: event.currentTarget.value })}
      />
      <NativeSelect
        label="Group by"
        value={filters.summed}
        onChange={(event) => setFilters({ summed: event.currentTarget.value as Summed })}
        data={area === 'merchant' ? own_sums : sums}
      />
      {filters.merchant_id !== '' && (
        <span className={filterStyles.chip} data-part="filter-chip">
          <span>Merchant</span>
          <span className={filterStyles.chipValue}>
            <OwnerName id={filters.merchant_id} of_merchant area={area} />
          </span>
          <button
            type="button"
            aria-label="Remove filter Merchant"
            onClick={() => setFilters({ merchant_id: '' })}
          >
            <IconX {...icon_14} />
          </button>
        </span>
      )}
    </div>
  );
}

interface PagesProps {
  page: number;
  shown: number;
  total_count: number;
  onPage: (page: number) => void;
}

function Pages({ page, shown, total_count, onPage }: PagesProps) {
  const first = (page - 1) * per_page;
  const last = first + shown >= total_count;
  return (
    <div className={styles.balancesPages}>
      <span className={filterStyles.listStamp} data-part="list-stamp" role="status">
        {formatCount(first + 1)}–{formatCount(first + shown)} of {formatCount(total_count)}
      </span>
      {page > 1 && <PlainButton onClick={() => onPage(page - 1)}>Previous page</PlainButton>}
      {!last && <PlainButton onClick={() => onPage(page + 1)}>Next page</PlainButton>}
    </div>
  );
}

function BalancesSkeleton() {
  return (
    <div className={styles.balancesWait} aria-busy="true" role="status" aria-label="Loading">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
        <Skeleton key={name} />
      ))}
    </div>
  );
}

type Ledger = ReturnType<typeof useBalances>;

interface LinesProps {
  area: AccountType;
  as_of: string;
  skeleton: boolean;
  query: Ledger['query'];
}

function Lines({ area, as_of, skeleton, query }: LinesProps) {
  const phone = useMedia('phone');
  if (query.isPending || skeleton) return skeleton ? <BalancesSkeleton /> : null;
  const { data } = query;
  if (data === undefined) return <ListFailed onRetry={() => void query.refetch()} />;
  if (data.rows.length > 0) {
    const shown = { rows: data.rows, area, stale: query.isPlaceholderData };
    return phone ? <BalanceCards {...shown} /> : <BalancesTable {...shown} />;
  }
  return (
    <div className={listStyles.empty}>
      <h2>No balances</h2>
      <p>
        {as_of === ''
          ? 'No entries yet. They appear with the first payment.'
          : 'All accounts were at zero at the end of this day.'}
      </p>
    </div>
  );
}

/** The double-entry ledger: what stands on each account. */
function Accounting({ area, ledger }: { area: AccountType; ledger: Ledger }) {
  const { filters, setFilters, query } = ledger;
  const skeleton = useDelayed(query.isPending);
  // Bars stand for a while after the answer; what is below the lines comes with the lines.
  const shown = skeleton ? 0 : (query.data?.rows.length ?? 0);
  return (
    <>
      <Options area={area} filters={filters} setFilters={setFilters} />
      <div className={listStyles.frame} data-part="list-frame">
        <Lines area={area} as_of={filters.as_of} skeleton={skeleton} query={query} />
      </div>
      {shown > 0 && (
        <Pages
          page={filters.page}
          shown={shown}
          total_count={query.data?.total_count ?? 0}
          onPage={(page) => setFilters({ page })}
        />
      )}
    </>
  );
}

const views = ['summary', 'accounting'] as const;
const view_texts = { summary: 'Summary', accounting: 'Accounting view' };

/** A merchant reads where its money is; the ledger behind it is a switch away. */
export function Balances({ area }: { area: AccountType }) {
  const ledger = useBalances(area);
  const { filters, setFilters } = ledger;
  const display = useDisplay();
  const accounting = showsAccounting(filters, area);
  const note = filters.as_of === '' ? 'as of now' : `on ${formatDay(filters.as_of, display)}`;
  const switched = (view: (typeof views)[number]) =>
    setFilters({ as_of: '', summed: 'each', accounting: view === 'accounting' });
  const choice = (
    <Segments
      label="View"
      choices={views}
      value={accounting ? 'accounting' : 'summary'}
      onChange={switched}
      textOf={(view) => view_texts[view]}
    />
  );
  const summed = area === 'merchant' ? !accounting : filters.merchant_id !== '';
  return (
    <Page>
      <PageTitle title="Balances" note={note} actions={area === 'merchant' && choice} />
      {summed && <Payouts area={area} merchant_id={filters.merchant_id} />}
      {accounting && <Accounting area={area} ledger={ledger} />}
    </Page>
  );
}
