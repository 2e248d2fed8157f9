// The processors of a merchant: its own to look at, or those of a merchant below to set up.

import { IconPlugOff } from '@tabler/icons-react';
import { useState } from 'react';
import { type ProcessorRecord, processors } from '../../../contract/payments/processors.ts';
import { supportName } from '../../brand.ts';
import { useSearch } from '../../hooks.ts';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { enableAction, momentColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowAction, RowView } from '../../kit/list/list-types.ts';
import { defaultsOf, railText, rateText, status_badges } from './labels.ts';
import { type Place, processorPath, processorsPath } from './paths.ts';
import { type StatusChange, StatusDialog } from './status-dialog.tsx';

const columns: readonly Column<ProcessorRecord>[] = [
  { key: 'name', label: 'Name', name: true, cell: (one) => one.name },
  { key: 'type', label: 'Type', cell: (one) => one.type_label },
  {
    key: 'status',
    label: 'Status',
    cell: (one) => <StatusBadge badge={status_badges[one.status]} />,
  },
  {
    key: 'methods',
    label: 'Methods',
    cell: (one) => railText(one.supported_payment_methods),
  },
  { key: 'default', label: 'Default for', cell: defaultsOf },
  { key: 'fee', label: 'Payer fee', numeric: true, cell: rateText },
  {
    key: 'takes_payments',
    label: 'Payments',
    cell: (one) => (one.takes_payments ? 'accepted' : <span title={one.refusal}>refused</span>),
  },
  momentColumn('created_at', 'Created'),
];

function actionsOf(one: ProcessorRecord, setChange: (change: StatusChange) => void): RowAction[][] {
  const released = one.status === 'released' ? 'A released processor cannot be used again.' : null;
  const turn = enableAction(
    one.status,
    (action) => setChange({ processor: one, action }),
    released,
  );
  const release: RowAction = {
    label: 'Release',
    icon: IconPlugOff,
    destructive: true,
    reason: released,
    run: () => setChange({ processor: one, action: 'release' }),
  };
  return [[turn], [release]];
}

export function ProcessorList(place: Place) {
  const own = place.area === 'merchant';
  const [change, setChange] = useState<StatusChange | null>(null);
  const search = useSearch(processors.search, {
    fields: {},
    params: { mid: place.merchant_id },
  });
  const view: RowView<ProcessorRecord> = {
    key: (one) => one.id,
    name: (one) => one.name,
    to: (one) => processorPath(place, one.id),
    ...(place.may_manage && { actions: (one: ProcessorRecord) => actionsOf(one, setChange) }),
    phone: (one) => ({
      title: one.name,
      badge: <StatusBadge badge={status_badges[one.status]} />,
      note: `${one.type_label} · ${railText(one.supported_payment_methods)}`,
    }),
  };
  return (
    <>
      <ListScreen
        title="Processors"
        noun="processor"
        {...{ search, columns, view }}
        nothing={{
          title: 'No processors yet',
          text: own
            ? `Processors handle your payments. ${supportName('merchant')} sets them up.`
            : 'Without a processor, the merchant cannot take payments.',
          create: place.may_manage && `${processorsPath(place)}/create`,
        }}
      />
      {change && <StatusDialog change={change} onClose={() => setChange(null)} />}
    </>
  );
}
