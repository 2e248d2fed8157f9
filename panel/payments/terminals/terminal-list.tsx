// The terminals of a merchant: its own, or those of a merchant below to set up.

import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type TerminalRecord, terminals } from '../../../contract/payments/terminals.ts';
import { supportName } from '../../brand.ts';
import { useSearch } from '../../hooks.ts';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { enableAction, momentColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowAction, RowView } from '../../kit/list/list-types.ts';
import basics from '../../style/basics.module.css';
import { modelText, settlesText, status_badges, terminalName } from './labels.ts';
import { newTerminalPath, type Place, terminalPath } from './paths.ts';
import { type TerminalChange, TerminalDialog } from './terminal-dialog.tsx';

const badge = (one: TerminalRecord) => <StatusBadge badge={status_badges[one.status]} />;

const columns: readonly Column<TerminalRecord>[] = [
  { key: 'description', label: 'Terminal', name: true, cell: terminalName },
  {
    key: 'tpn',
    label: 'TPN',
    cell: (one) => <span className={basics.mono}>{one.tpn}</span>,
  },
  { key: 'status', label: 'Status', cell: badge },
  { key: 'model', label: 'Model', cell: modelText },
  { key: 'settle_at', label: 'Settles', cell: settlesText },
  momentColumn('created_at', 'Created'),
];

function actionsOf(
  terminal: TerminalRecord,
  open: (change: TerminalChange) => void,
): RowAction[][] {
  const remove: RowAction = {
    label: 'Remove',
    icon: IconTrash,
    destructive: true,
    run: () => open({ terminal, action: 'remove' }),
  };
  return [[enableAction(terminal.status, (action) => open({ terminal, action }))], [remove]];
}

export function TerminalList(place: Place) {
  const [change, setChange] = useState<TerminalChange | null>(null);
  const search = useSearch(terminals.search, { fields: {}, params: { mid: place.merchant_id } });
  const view: RowView<TerminalRecord> = {
    key: (one) => one.id,
    name: terminalName,
    to: (one) => terminalPath(place, one.id),
    ...(place.sets_up && { actions: (one: TerminalRecord) => actionsOf(one, setChange) }),
    phone: (one) => ({
      title: terminalName(one),
      badge: badge(one),
      note: `${one.tpn} · settles ${settlesText(one)}`,
    }),
  };
  return (
    <>
      <ListScreen
        title="Terminals"
        noun="terminal"
        {...{ search, columns, view }}
        nothing={{
          title: 'No terminals yet',
          text: place.sets_up
            ? 'Set up a terminal to take cards at the counter.'
            : `Terminals take cards at the counter. ${supportName('merchant')} sets them up.`,
          create: place.sets_up && newTerminalPath(place),
        }}
      />
      {change && <TerminalDialog change={change} onClose={() => setChange(null)} />}
    </>
  );
}
