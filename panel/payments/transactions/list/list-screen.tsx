// The transaction list of the three areas.

import { IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import type { AccountType } from '../../../../contract/access/access.ts';
import { may } from '../../../../contract/access/may.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { transaction_fields } from '../../../../contract/payments/transactions/search.ts';
import type { CustomOutput } from '../../../../contract/reports/custom-outputs.ts';
import { useOwnSearchFields } from '../../../accounts/custom-field-values/search-fields.ts';
import { useSearch } from '../../../hooks.ts';
import { currencyOfFilters } from '../../../kit/filter/search-currency.ts';
import type { SearchList } from '../../../kit/filter/search-list.ts';
import { keepLast } from '../../../kit/filter/search-state.ts';
import { sharedCurrency } from '../../../kit/format/shared-currency.ts';
import { icon_16 } from '../../../kit/icon.ts';
import { copyAction } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/list-screen.tsx';
import type { Column, RowAction, RowView } from '../../../kit/list/list-types.ts';
import { DownloadButton } from '../../../reports/export-download-button.tsx';
import { chosenFields, useOutputs } from '../../../reports/outputs.ts';
import { accountMay, useOwnMerchant } from '../../../session/own-merchant.ts';
import basics from '../../../style/basics.module.css';
import { action_labels, actionAmount } from '../../actions/action-labels.ts';
import { possibilities, type Reader } from '../../actions/available.ts';
import { type ChosenAction, TransactionAction } from '../../actions/transaction-action.tsx';
import { signedAmount } from '../../labels.ts';
import { configPath, detailPath } from '../../paths.ts';
import { labelledFields } from '../../search-labels.ts';
import { TakePayment } from '../../take-payment.tsx';
import { useMerchantCurrency, useReader } from '../../use-reader.ts';
import { moneyOf, useBulk } from './bulk.ts';
import { phoneRow, rowText } from './columns.tsx';
import { defaultSearch, searchCall } from './default-search.ts';
import { FlaggedButtons } from './flagged.tsx';
import { outputColumns } from './output-columns.tsx';
import { SearchTotals, TotalsSkeleton } from './totals.tsx';
import styles from './transactions.module.css';

// Loaded when its button is pressed; the list itself does not need it.
const DownloadDialog = lazy(async () => ({
  default: (await import('../../../reports/export-download-dialog.tsx')).DownloadDialog,
}));

function actionsOf(
  t: TransactionRecord,
  reader: Reader,
  choose: (chosen: ChosenAction) => void,
): RowAction[][] {
  const rows = possibilities(t, reader).map(
    ({ action, reason }): RowAction & { last: boolean } => ({
      ...action_labels[action],
      run: () => choose({ action, transaction: t }),
      ...(reason === null && { amount: actionAmount(action, t) }),
      reason,
      last: action === 'email',
    }),
  );
  const copy = copyAction('Transaction ID', t.id);
  return [[copy], rows.filter(({ last }) => !last), rows.filter(({ last }) => last)];
}

function viewOf(
  reader: Reader,
  choose: (chosen: ChosenAction) => void,
): RowView<TransactionRecord> {
  return {
    key: (t) => t.id,
    name: rowText,
    to: (t) => detailPath(reader.area, t),
    actions: (t) => actionsOf(t, reader, choose),
    phone: (t) => phoneRow(reader.area, t),
  };
}

/** Fields that name one transaction, and a second way to say its days. */
const stands_alone = ['transaction_id', 'referenced_transaction_id', 'created_at_duration'];

const fields = labelledFields(transaction_fields);
/** One merchant's payments are not told apart by partners. */
const { partner_id: _, ...fields_of_one } = fields;

/** What the list of everything and that of one merchant share. */
function useOptions(area: AccountType, merchant_id?: string) {
  return {
    currency: useMerchantCurrency(area, merchant_id),
    fields: useOwnSearchFields(
      area,
      area === 'merchant' || merchant_id !== undefined ? fields_of_one : fields,
    ),
    default_sort: { field: 'created_at', direction: 'desc' } as const,
    global_field: 'transaction_or_order_id',
    date_field: 'created_at',
    stands_alone,
  };
}

function AllTransactions({ area }: { area: AccountType }) {
  const below = area === 'partner';
  const search = useSearch(searchCall(area), {
    ...useOptions(area),
    section: 'transaction',
    defaults: (now) => defaultSearch(area, now),
    offers_direct: below,
    ...(below && { keep_last: keepLast('Merchant transaction') }),
  });
  return <Transactions area={area} search={search} />;
}

function TransactionsOf({ area, merchant_id }: { area: AccountType; merchant_id: string }) {
  const params = { merchantId: merchant_id };
  const search = useSearch(transactions.searchOf, {
    ...useOptions(area, merchant_id),
    params,
    named: { merchant_id },
  });
  return <Transactions area={area} search={search} merchant_id={merchant_id} />;
}

interface TransactionListProps {
  area: AccountType;
  /** Nested below a merchant: its transactions alone, of all days (spec 2 §2). */
  merchant_id?: string;
}

export function TransactionList({ area, merchant_id }: TransactionListProps) {
  if (merchant_id === undefined) return <AllTransactions area={area} />;
  return <TransactionsOf area={area} merchant_id={merchant_id} />;
}

/** Which columns and figures are shown; the search stays in the address. */
function ConfigButton({ area }: { area: AccountType }) {
  const { search } = useLocation();
  return (
    <Link to={`${configPath(area, 'transaction-table')}${search}`} className={basics.plainButton}>
      <IconColumns3 {...icon_16} />
      <span className={basics.actionWord}>Configure</span>
    </Link>
  );
}

interface ColumnOptions {
  area: AccountType;
  outputs: readonly CustomOutput[];
  below_merchant: boolean;
  /** Of all rows; null for several. */
  currency: string | null;
}

/** The same columns until something in them changes: rows are drawn anew with every other ones. */
function useColumns(options: ColumnOptions): readonly Column<TransactionRecord>[] {
  const { area, outputs, below_merchant, currency } = options;
  const fields = chosenFields(outputs, 'transaction-table');
  return useMemo(() => {
    const all = outputColumns(area, currency, fields);
    // Below one merchant the standard need not say which.
    return below_merchant && fields === null ? all.slice(2) : all;
  }, [area, currency, fields, below_merchant]);
}

function useView(reader: Reader, choose: (chosen: ChosenAction) => void) {
  const bulk = useBulk(reader);
  return useMemo((): RowView<TransactionRecord> => {
    const sum = (rows: readonly TransactionRecord[]) => moneyOf(rows, signedAmount);
    return { ...viewOf(reader, choose), bulk, sum };
  }, [reader, choose, bulk]);
}

/** Until the reader's own format is known: a head of others would move when it comes. */
const unknown_columns: readonly Column<TransactionRecord>[] = [];

interface TransactionsProps extends TransactionListProps {
  search: SearchList<TransactionRecord>;
}

function Transactions({ area, search, merchant_id }: TransactionsProps) {
  const reader = useReader(area);
  const merchant = useOwnMerchant(area);
  const [chosen, choose] = useState<ChosenAction | null>(null);
  const [downloading, setDownloading] = useState(false);
  // Nothing may move once shown: what depends on the merchant waits for it.
  const known = area !== 'merchant' || merchant !== undefined;
  const takes = accountMay(may.use_terminal, merchant);
  const summed = accountMay(may.see_totals, merchant);
  const own = merchant?.default_values.merchant.currency;
  const shared = sharedCurrency(search.rows);
  const filtered = currencyOfFilters(search.state.filters, search.fields);
  const currency = shared ?? (filtered || own || 'usd');
  const takePayment = takes && <TakePayment className={styles.takePayment} />;
  const { outputs, waiting } = useOutputs();
  const columns = useColumns({
    ...{ area, outputs, below_merchant: merchant_id !== undefined },
    // The head has its words before the rows come.
    currency: search.rows.length === 0 ? currency : shared,
  });
  const view = useView(reader, choose);
  const totals_fields = chosenFields(outputs, 'transaction-totals');
  const download = { input: search.input, onClose: () => setDownloading(false) };
  return (
    <>
      <ListScreen
        title="Transactions"
        noun="transaction"
        search={{ ...search, loading: search.loading || waiting }}
        columns={waiting ? unknown_columns : columns}
        view={view}
        actions={
          <span className={styles.listActions} data-waiting={!known || undefined}>
            {known && merchant_id === undefined && (
              <FlaggedButtons area={area} asks={!search.loading && !search.failed} />
            )}
            {merchant_id === undefined && <ConfigButton area={area} />}
            <DownloadButton onPress={() => setDownloading(true)} />
            {takePayment}
          </span>
        }
        totals={
          known && (!waiting || !summed) ? (
            summed && <SearchTotals {...{ currency, fields: totals_fields }} input={search.input} />
          ) : (
            <TotalsSkeleton />
          )
        }
        nothing={{
          title: 'No transactions yet',
          text: 'Payments from the virtual terminal and the API appear here.',
          ...(takes && { action: takePayment }),
        }}
      />
      {chosen && <TransactionAction chosen={chosen} area={area} onClose={() => choose(null)} />}
      {downloading && (
        <Suspense fallback={null}>
          <DownloadDialog {...download} merchant_id={merchant_id} />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}
