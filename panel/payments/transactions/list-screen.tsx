// The transaction list of the three areas.
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../../contract/access.ts';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import { transaction_fields } from '../../../contract/payments/transactions/search.ts';
import { useSearch } from '../../hooks.ts';
import { copyText } from '../../kit/copy-text.ts';
import { icon_16 } from '../../kit/icon.ts';
import { KeyButton } from '../../kit/key-button.tsx';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { RowAction, RowView } from '../../kit/list-types.ts';
import { possibilities, type Reader } from '../actions/available.ts';
import { action_looks, actionAmount } from '../actions/looks.ts';
import { type ChosenAction, TransactionAction } from '../actions/transaction-action.tsx';
import { detailPath, terminal_path } from '../paths.ts';
import { useOwnMerchant, useReader } from '../use-reader.ts';
import { phoneRow, sharedCurrency, spokenRow, transactionColumns } from './columns.tsx';
import { defaultSearch } from './default-search.ts';
import { DownloadButton } from './download-button.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { FlaggedButtons } from './flagged.tsx';
import { SearchTotals } from './totals.tsx';
import '../payments.css';

function actionsOf(
  t: TransactionRecord,
  reader: Reader,
  choose: (chosen: ChosenAction) => void,
): RowAction[][] {
  const rows = possibilities(t, reader).map(
    ({ action, reason }): RowAction & { last: boolean } => ({
      ...action_looks[action],
      run: () => choose({ action, transaction: t }),
      ...(reason === null && { amount: actionAmount(action, t) }),
      reason,
      last: action === 'email',
    }),
  );
  const copy: RowAction = {
    label: 'Copy transaction ID',
    icon: IconCopy,
    run: () => void copyText('Transaction ID', t.id),
  };
  return [[copy], rows.filter(({ last }) => !last), rows.filter(({ last }) => last)];
}

function viewOf(
  reader: Reader,
  choose: (chosen: ChosenAction) => void,
): RowView<TransactionRecord> {
  return {
    key: (t) => t.id,
    name: spokenRow,
    to: (t) => detailPath(reader.area, t),
    actions: (t) => actionsOf(t, reader, choose),
    phone: (t) => phoneRow(reader.area, t),
  };
}

function useTransactions(area: AccountType) {
  return useSearch(transactions.search, {
    fields: transaction_fields,
    defaults: (now) => defaultSearch(area, now),
    default_sort: { field: 'created_at', direction: 'desc' },
    global_field: 'transaction_or_order_id',
    date_field: 'created_at',
    ...(area === 'partner' && {
      keep_last: 'Merchant transaction search requires one search filter',
    }),
  });
}

export function TransactionList({ area }: { area: AccountType }) {
  const reader = useReader(area);
  const merchant = useOwnMerchant(area);
  const search = useTransactions(area);
  const navigate = useNavigate();
  const [chosen, choose] = useState<ChosenAction | null>(null);
  const [downloading, setDownloading] = useState(false);
  const takes = merchant?.permissions.allow_virtual_terminal_session === true;
  const summed = merchant?.permissions.allow_transaction_reporting_totals === true;
  const currency = sharedCurrency(search.rows) ?? merchant?.default_values.merchant.currency;
  const takePayment = takes && (
    <KeyButton
      hotkey="n"
      label="Take payment"
      onPress={() => void navigate(terminal_path)}
      look={{ className: 'take-payment', leftSection: <IconPlus {...icon_16} /> }}
    />
  );
  return (
    <>
      <ListScreen
        title="Transactions"
        noun="transaction"
        search={search}
        columns={transactionColumns(area, search.rows)}
        view={viewOf(reader, choose)}
        actions={
          <>
            <FlaggedButtons area={area} />
            <DownloadButton onPress={() => setDownloading(true)} />
            {takePayment}
          </>
        }
        totals={summed && <SearchTotals input={search.input} currency={currency ?? 'usd'} />}
        nothing={{
          title: 'No transactions yet',
          text: 'Payments appear here the moment they are taken, by hand or through the API.',
          ...(takes && { action: takePayment }),
        }}
      />
      {chosen && <TransactionAction chosen={chosen} area={area} onClose={() => choose(null)} />}
      {downloading && <DownloadDialog input={search.input} onClose={() => setDownloading(false)} />}
    </>
  );
}
