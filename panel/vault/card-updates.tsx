// The account updater: when saved cards are submitted, and what it changed (spec 1 §2).
import { IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  type CardUpdateRecord,
  card_update_fields,
  card_updates,
} from '../../contract/vault/card-updates.ts';
import { defaultsPath } from '../accounts/paths.ts';
import type { DataOf } from '../api.ts';
import { useRecord, useSearch } from '../hooks.ts';
import { type Display, useDisplay } from '../kit/format/display.ts';
import { formatDay } from '../kit/format/moments.ts';
import { RecordId } from '../kit/format/record-id.tsx';
import { StatusBadge } from '../kit/format/status-badge.tsx';
import { momentColumn } from '../kit/list/columns.tsx';
import { ListScreen } from '../kit/list/list-screen.tsx';
import type { Column, RowView } from '../kit/list/list-types.ts';
import { Hint, SectionBody } from '../kit/page/page-parts.tsx';
import basics from '../style/basics.module.css';
import { customerPath } from './paths.ts';

const result_badges = {
  new_number: { word: 'New number', tone: 'ok', icon: IconRefresh },
  new_expiration: { word: 'New expiration date', tone: 'ok', icon: IconRefresh },
  closed: { word: 'Account closed', tone: 'bad', icon: IconAlertTriangle },
  contact: { word: 'Contact the cardholder', tone: 'warn', icon: IconAlertTriangle },
  valid: { word: 'Valid again', tone: 'ok', icon: IconCheck },
} as const;

const cardText = (masked: string, expiration: string) => (
  <>
    <span className={basics.mono}>{masked}</span> <small>{expiration}</small>
  </>
);

const columns: readonly Column<CardUpdateRecord>[] = [
  { key: 'customer_id', label: 'Customer', name: true, cell: ({ customer_id }) => customer_id },
  {
    key: 'result',
    label: 'Result',
    cell: ({ result }) => <StatusBadge badge={result_badges[result]} />,
  },
  {
    key: 'before',
    label: 'Previous card',
    cell: (one) => cardText(one.masked_before, one.expiration_before),
  },
  {
    key: 'after',
    label: 'Updated card',
    cell: (one) => cardText(one.masked_after, one.expiration_after),
  },
  {
    key: 'transaction_id',
    label: 'Source',
    cell: ({ transaction_id: id }) =>
      id === '' ? 'Scheduled update' : <RecordId id={id} label="Transaction ID" plain />,
  },
  momentColumn('created_at', 'Updated'),
];

const view: RowView<CardUpdateRecord> = {
  key: ({ id }) => id,
  name: ({ customer_id, result }) => `${customer_id}, ${result_badges[result].word}`,
  to: ({ customer_id }) => customerPath(customer_id, 'payment-list'),
  phone: (one) => ({
    title: one.customer_id,
    badge: <StatusBadge badge={result_badges[one.result]} />,
    note: `${one.masked_after} ${one.expiration_after}`,
  }),
};

type Status = DataOf<typeof card_updates.status>;

function standingText({ last_run, next_on, is_supported }: Status, display: Display): string {
  if (!is_supported) return 'None of your active processors supports the account updater.';
  const next = `Saved cards are submitted next on ${formatDay(next_on, display)}.`;
  if (last_run === null) return next;
  const day = formatDay(last_run.due_on, display);
  if (last_run.finished_at === null) {
    return `The submission of ${day} is not complete yet. It continues tomorrow.`;
  }
  const { card_count: cards, updated_count: updated, flagged_count: closed } = last_run;
  return `${day}: ${cards} cards checked, ${updated} updated, ${closed} closed. ${next}`;
}

function Standing() {
  const { data } = useRecord(card_updates.status);
  const display = useDisplay();
  if (!data) return null;
  return (
    <SectionBody>
      <Hint>{standingText(data, display)}</Hint>
    </SectionBody>
  );
}

export function CardUpdates() {
  const search = useSearch(card_updates.search, { fields: card_update_fields });
  const actions = (
    <Link to={defaultsPath('vault')} className={basics.plainButton}>
      Schedule
    </Link>
  );
  return (
    <ListScreen
      title="Account updater"
      noun="card update"
      {...{ search, columns, view, actions }}
      totals={<Standing />}
      nothing={{
        title: 'No card updates yet',
        text: 'New card numbers, new expiration dates and closed cards are listed here.',
      }}
    />
  );
}
