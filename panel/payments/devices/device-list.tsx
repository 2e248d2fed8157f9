// The card readers of a merchant: registered ones, and those that this browser is connected to.

import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type DeviceRecord, devices } from '../../../contract/payments/devices.ts';
import { useSearch } from '../../hooks.ts';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { enableAction, momentColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowAction, RowView } from '../../kit/list/list-types.ts';
import { status_badges } from '../terminals/labels.ts';
import { ConnectedReaders } from './connected-readers.tsx';
import { type DeviceChange, DeviceDialog } from './device-dialog.tsx';
import { devicePath, newDevicePath, type Place } from './paths.ts';

const badge = (one: DeviceRecord) => <StatusBadge badge={status_badges[one.status]} />;

const columns: readonly Column<DeviceRecord>[] = [
  { key: 'friendly_name', label: 'Name', name: true, cell: (one) => one.friendly_name },
  { key: 'status', label: 'Status', cell: badge },
  { key: 'manufacturer', label: 'Manufacturer', cell: (one) => one.manufacturer },
  { key: 'part_number', label: 'Part number', cell: (one) => one.part_number },
  { key: 'serial_number', label: 'Serial number', cell: (one) => one.serial_number },
  momentColumn('created_at', 'Created'),
];

function actionsOf(device: DeviceRecord, open: (change: DeviceChange) => void): RowAction[][] {
  const remove: RowAction = {
    label: 'Remove',
    icon: IconTrash,
    destructive: true,
    run: () => open({ device, action: 'remove' }),
  };
  return [[enableAction(device.status, (action) => open({ device, action }))], [remove]];
}

export function DeviceList(place: Place) {
  const [change, setChange] = useState<DeviceChange | null>(null);
  const search = useSearch(devices.search, { fields: {}, params: { mid: place.merchant_id } });
  const view: RowView<DeviceRecord> = {
    key: (one) => one.id,
    name: (one) => one.friendly_name,
    to: (one) => devicePath(place, one.id),
    ...(place.may_manage && { actions: (one: DeviceRecord) => actionsOf(one, setChange) }),
    phone: (one) => ({
      title: one.friendly_name,
      badge: badge(one),
      note: [one.manufacturer, one.serial_number].filter(Boolean).join(' · '),
    }),
  };
  return (
    <>
      <ListScreen
        title="Card readers"
        noun="card reader"
        {...{ search, columns, view }}
        nothing={{
          title: 'No card readers yet',
          text: 'Card readers read cards at a computer, for the virtual terminal.',
          create: place.may_manage && newDevicePath(place),
        }}
      />
      {/* Not before the list has its height: what stands below it would move. */}
      {place.area === 'merchant' && !search.loading && <ConnectedReaders />}
      {change && <DeviceDialog change={change} onClose={() => setChange(null)} />}
    </>
  );
}
