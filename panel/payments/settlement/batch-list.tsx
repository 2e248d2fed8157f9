// Settled batches of the three areas: one line a batch, sums of the search above (spec 3 §2).

import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import {
  type BatchRecord,
  batch_fields,
  settlement,
} from '../../../contract/payments/settlement.ts';
import { businessNow } from '../../business-time.ts';
import { useRecord, useSave, useSearch } from '../../hooks.ts';
import type { SearchList } from '../../kit/filter/search-list.ts';
import { keepLast } from '../../kit/filter/search-state.ts';
import { Money } from '../../kit/format/money.tsx';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { copyAction } from '../../kit/list/columns.tsx';
import listStyles from '../../kit/list/list.module.css';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { RowView } from '../../kit/list/list-types.ts';
import { TotalsStrip } from '../../kit/list/totals-strip.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import { saveFile } from '../../save-file.ts';
import { ShortMoment } from '../transactions/list/columns.tsx';
import { batchColumns, isDetailed } from './batch-columns.tsx';
import {
  batches,
  batches_file,
  batchesFileName,
  state_badges,
  stripOf,
  transactionsIn,
} from './batches.ts';
import styles from './settlement.module.css';

type Row = BatchRecord;

function viewOf(area: AccountType): RowView<Row> {
  return {
    key: (one) => one.id,
    name: (one) => `Batch ${one.reference}, ${one.processor_name}`,
    to: (one) => transactionsIn(area, one),
    actions: (one) => [[copyAction('Settlement batch ID', one.id)]],
    phone: (one) => ({
      title: one.processor_name,
      amount: <Money amount={one.net_deposit} currency={one.currency} />,
      badge: <StatusBadge badge={state_badges[one.state]} />,
      note: `Batch ${one.reference}`,
      time: <ShortMoment at={one.batch_date} />,
    }),
  };
}

/** As tall as the strip will be: the table below does not move when the sums come, or do not. */
function NoTotals({ text }: { text: string }) {
  return (
    <section className={listStyles.totals} data-part="totals">
      <dl>
        <div>
          <dt>Totals</dt>
          <dd>{text}</dd>
        </div>
      </dl>
    </section>
  );
}

/** Sums of all batches found, a strip for each currency. */
function BatchTotals({ input }: { input: Record<string, unknown> }) {
  const request = { input: { ...input, limit: 1 } };
  const { data, isError } = useRecord(settlement.search, request, { quiet: true });
  if (data === undefined) return <NoTotals text={isError ? 'could not be read' : '\u00a0'} />;
  if (data.totals.length === 0) return <NoTotals text="none" />;
  return data.totals.map((one) => (
    <TotalsStrip key={one.currency} currency={one.currency} totals={stripOf(one)} />
  ));
}

interface BatchActionsProps {
  area: AccountType;
  search: SearchList<Row>;
  detailed: boolean;
}

/** Detailed columns, kept in the address like any choice of columns, and the file. */
function BatchActions({ area, search, detailed }: BatchActionsProps) {
  const { filters, sort } = search.state;
  const save = useSave(batches_file, {
    stales: [],
    tell: (blob) => {
      saveFile(blob, batchesFileName(businessNow()));
      toast('Success!');
    },
  });
  const all = () => batchColumns(area, [], true).map(({ key }) => key);
  const toggle = () => search.apply({ filters, sort, columns: detailed ? [] : all() });
  const input = { ...search.input, ...(sort && { sort }), detailed, csv: true };
  return (
    <div className={styles.actionLine}>
      <PlainButton aria-pressed={detailed} onClick={toggle}>
        <IconListDetails {...icon_16} />
        Detailed
      </PlainButton>
      <PlainButton
        aria-disabled={save.isPending}
        onClick={() => !save.isPending && save.mutate({ input })}
      >
        <IconDownload {...icon_16} />
        Download CSV
      </PlainButton>
    </div>
  );
}

/** A partner's search keeps one filter at least, and begins with one (spec 3 §2, G52). */
const last_filter = {
  defaults: () => [{ name: 'batch_date', last_days: 30 }],
  keep_last: keepLast('Settlement'),
};

export function BatchList({ area }: { area: AccountType }) {
  const [address] = useSearchParams();
  const detailed = isDetailed(address.get('columns'));
  const search = useSearch(batches, {
    fields: batch_fields,
    default_sort: { field: 'batch_date', direction: 'desc' },
    date_field: 'batch_date',
    ...(area === 'partner' && last_filter),
    ...(detailed && { beside: { detailed } }),
  });
  return (
    <ListScreen
      title="Settlements"
      noun="batch"
      search={search}
      columns={batchColumns(area, search.rows, detailed)}
      view={viewOf(area)}
      actions={<BatchActions {...{ area, search, detailed }} />}
      totals={<BatchTotals input={search.input} />}
      nothing={{
        title: 'No settlements yet',
        text: 'Captured payments appear here in daily batches of each processor.',
      }}
    />
  );
}
