// The audit log as a list: who did what, as whom, when and from where, newest first.

import { IconRoute } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { type AuditRecord, audit_fields, audit_log } from '../../contract/platform/audit-log.ts';
import { useSearch } from '../hooks.ts';
import { Moment } from '../kit/format/moment.tsx';
import { RecordId } from '../kit/format/record-id.tsx';
import { StatusBadge } from '../kit/format/status-badge.tsx';
import { momentColumn } from '../kit/list/columns.tsx';
import { ListScreen } from '../kit/list/list-screen.tsx';
import type { Column, RowView } from '../kit/list/list-types.ts';
import { actionText } from './action-text.ts';
import { AuditDownload } from './audit-log-download.tsx';
import { actorText, outcomeBadge } from './labels.ts';
import { auditRowPath, tracePath } from './paths.ts';
import { TraceSearch } from './trace-search.tsx';

type Row = AuditRecord;

function columnsOf(area: AccountType): Column<Row>[] {
  const account = { key: 'account', label: 'Account', cell: (row: Row) => row.account_name };
  return [
    momentColumn('created_at', 'When', { sortable: true }),
    { key: 'action', label: 'Action', name: true, cell: actionText },
    { key: 'user_name', label: 'User', cell: actorText },
    ...(area === 'merchant' ? [] : [account]),
    {
      key: 'noun_id',
      label: 'Record',
      cell: (row) => row.noun_id && <RecordId id={row.noun_id} label="Record ID" plain />,
    },
    { key: 'ip_address', label: 'IP address', cell: (row) => row.ip_address },
    { key: 'outcome', label: 'Outcome', cell: (row) => <StatusBadge badge={outcomeBadge(row)} /> },
  ];
}

function viewOf(area: AccountType, open: (path: string) => void): RowView<Row> {
  return {
    key: (row) => row.id,
    name: (row) => `${actionText(row)}, ${actorText(row)}`,
    to: (row) => auditRowPath(area, row),
    actions: (row) => [
      [
        {
          label: 'Request trace',
          icon: IconRoute,
          run: () => open(tracePath(area, row.correlation_id)),
          reason: row.correlation_id === '' ? 'No request was recorded for this action.' : null,
        },
      ],
    ],
    phone: (row) => ({
      title: actionText(row),
      badge: <StatusBadge badge={outcomeBadge(row)} />,
      note: actorText(row),
      time: <Moment at={row.created_at} />,
    }),
  };
}

export function AuditList({ area }: { area: AccountType }) {
  const navigate = useNavigate();
  const search = useSearch(audit_log.search, {
    fields: audit_fields,
    default_sort: { field: 'created_at', direction: 'desc' },
    date_field: 'created_at',
  });
  return (
    <ListScreen
      title="Audit log"
      noun="action"
      search={search}
      columns={columnsOf(area)}
      view={viewOf(area, (path) => void navigate(path))}
      actions={
        <>
          <TraceSearch area={area} />
          <AuditDownload input={search.input} />
        </>
      }
      nothing={{
        title: 'No actions yet',
        text: 'Changes and refused requests appear here.',
      }}
    />
  );
}
