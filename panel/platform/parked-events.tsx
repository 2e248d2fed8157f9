// The list of parked events, with retry and discard.

import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type ParkedEvent,
  parked_event_fields,
  parked_events,
  whyNotDiscarded,
} from '../../contract/platform/parked-events.ts';
import { useSearch } from '../hooks.ts';
import { Moment } from '../kit/format/moment.tsx';
import { icon_16 } from '../kit/icon.ts';
import { momentColumn, oneLineColumn } from '../kit/list/columns.tsx';
import { ListScreen } from '../kit/list/list-screen.tsx';
import type { Column, RowView } from '../kit/list/list-types.ts';
import { PlainButton } from '../kit/plain-button.tsx';
import { consumerText, sentenceCase } from './labels.ts';
import { ParkedDialog, type ParkedStep, RetryAllDialog } from './parked-dialogs.tsx';
import { parkedEventPath } from './paths.ts';

const columns: readonly Column<ParkedEvent>[] = [
  { key: 'merchant', label: 'Merchant', name: true, cell: (one) => one.merchant_name },
  { key: 'consumer', label: 'Consumer', cell: (one) => consumerText(one.consumer) },
  { key: 'kind', label: 'Event', cell: (one) => sentenceCase(one.kind) },
  { key: 'attempt_count', label: 'Attempts', numeric: true, cell: (one) => one.attempt_count },
  momentColumn('parked_at', 'Failed', { sortable: true }),
  oneLineColumn('error', 'Error'),
];

const { consumer } = parked_event_fields;
const choices = consumer.choices ?? [];
const choice_labels = Object.fromEntries(choices.map((name) => [name, consumerText(name)]));
/** A filter calls a consumer what its column does. */
const fields = { ...parked_event_fields, consumer: { ...consumer, choice_labels } };

export function ParkedEvents() {
  const search = useSearch(parked_events.search, {
    fields,
    default_sort: { field: 'parked_at', direction: 'desc' },
  });
  const [chosen, choose] = useState<{ step: ParkedStep; one: ParkedEvent } | null>(null);
  const [all, setAll] = useState(false);
  const view: RowView<ParkedEvent> = {
    key: ({ id }) => id,
    name: (one) => `${consumerText(one.consumer)}, ${one.merchant_name}`,
    to: parkedEventPath,
    actions: (one) => [
      [{ label: 'Retry', icon: IconRefresh, run: () => choose({ step: 'retry', one }) }],
      [
        {
          label: 'Discard',
          icon: IconTrash,
          destructive: true,
          reason: whyNotDiscarded(one.consumer),
          run: () => choose({ step: 'discard', one }),
        },
      ],
    ],
    phone: (one) => ({
      title: one.merchant_name,
      note: `${consumerText(one.consumer)}: ${one.error}`,
      time: <Moment at={one.parked_at} />,
    }),
  };
  const retry = (
    <PlainButton onClick={() => setAll(true)}>
      <IconRefresh {...icon_16} />
      Retry all
    </PlainButton>
  );
  return (
    <>
      <ListScreen
        title="Failed events"
        noun="event"
        search={search}
        columns={columns}
        view={view}
        actions={search.rows.length > 0 && retry}
        nothing={{
          title: 'No failed events',
          text: 'Events appear here after a consumer has repeatedly failed to process them.',
        }}
      />
      {chosen && <ParkedDialog {...chosen} onClose={() => choose(null)} />}
      {all && <RetryAllDialog rows={search.rows} onClose={() => setAll(false)} />}
    </>
  );
}
