// Partners and merchants below the viewer as lists, with what may be done to each (spec 1 §2).

import { IconPlayerPause, IconPlayerPlay, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { subjectOf, whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import {
  type MerchantRow,
  merchant_search_fields,
  merchants,
} from '../../../contract/accounts/merchants.ts';
import {
  type PartnerRow,
  partner_search_fields,
  partners,
} from '../../../contract/accounts/partners.ts';
import { movesFrom } from '../../../contract/accounts/statuses.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useSearch } from '../../hooks.ts';
import type { SearchList } from '../../kit/filter/search-list.ts';
import { keepLast } from '../../kit/filter/search-state.ts';
import { Moment } from '../../kit/format/moment.tsx';
import { RecordId } from '../../kit/format/record-id.tsx';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { momentColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowAction, RowView } from '../../kit/list/list-types.ts';
import { status_badges } from '../account/account-status.ts';
import { type StatusChange, StatusDialog } from '../account/status-dialog.tsx';
import { accountPath, createPath, type Kind } from '../paths.ts';
import { useViewer } from '../use-account.ts';

type Row = PartnerRow | MerchantRow;

const parentName = (row: Row) => ('partner_name' in row ? row.partner_name : row.parent_name);
const emailOf = (row: Row) => ('receipt_email' in row ? row.receipt_email : row.email);

function columnsOf(kind: Kind): readonly Column<Row>[] {
  return [
    { key: 'name', label: 'Name', name: true, sortable: true, cell: (row) => row.name },
    {
      key: 'status',
      label: 'Status',
      sortable: true,
      cell: (row) => <StatusBadge badge={status_badges[row.status]} />,
    },
    { key: 'id', label: 'ID', cell: (row) => <RecordId id={row.id} label="ID" plain /> },
    { key: 'parent', label: kind === 'merchant' ? 'Partner' : 'Parent', cell: parentName },
    { key: 'email', label: kind === 'merchant' ? 'Receipt email' : 'Email', cell: emailOf },
    momentColumn('created_at', 'Created', { sortable: true }),
  ];
}

const words: Readonly<Record<Kind, { title: string; noun: string; text: string }>> = {
  partner: {
    title: 'Partners',
    noun: 'partner',
    text: 'A partner has merchants and further partners below it.',
  },
  merchant: {
    title: 'Merchants',
    noun: 'merchant',
    text: 'A merchant takes payments and belongs to a partner.',
  },
};

interface ListProps {
  area: AccountType;
  kind: Kind;
  viewer: CallerRecord;
  search: SearchList<Row>;
}

function useRowActions(
  { area, kind, viewer }: ListProps,
  setChange: (change: StatusChange) => void,
) {
  const navigate = useNavigate();
  return (row: Row): RowAction[][] => {
    const users: RowAction = {
      label: 'Users',
      icon: IconUsers,
      run: () => void navigate(accountPath(area, kind, row.id, 'users')),
    };
    const moves = movesFrom(row.status, area).map(
      ({ to, label }): RowAction => ({
        label,
        icon: to === 'active' ? IconPlayerPlay : IconPlayerPause,
        destructive: to === 'closed',
        reason: whyNotAllowed(may.manage_accounts, subjectOf(viewer)) || null,
        run: () => setChange({ kind, account: row, to, label }),
      }),
    );
    return [[users], moves];
  };
}

function List(props: ListProps) {
  const { area, kind, viewer, search } = props;
  const [change, setChange] = useState<StatusChange | null>(null);
  const actions = useRowActions(props, setChange);
  const { title, noun, text } = words[kind];
  const view: RowView<Row> = {
    key: (row) => row.id,
    name: (row) => row.name,
    to: (row) => accountPath(area, kind, row.id),
    actions,
    phone: (row) => ({
      title: row.name,
      badge: <StatusBadge badge={status_badges[row.status]} />,
      note: parentName(row),
      time: <Moment at={row.created_at} />,
    }),
  };
  const manages = whyNotAllowed(may.manage_accounts, subjectOf(viewer)) === '';
  return (
    <>
      <ListScreen
        title={title}
        noun={noun}
        search={search}
        columns={columnsOf(kind)}
        view={view}
        nothing={{ title: `No ${noun}s yet`, text, create: manages && createPath(area, kind) }}
      />
      {change && <StatusDialog change={change} onClose={() => setChange(null)} />}
    </>
  );
}

/** On partner pages one filter stays (spec 3 §2): those that are active, until another is put. */
function optionsOf(area: AccountType, kind: Kind) {
  return {
    default_sort: { field: 'created_at', direction: 'desc' } as const,
    global_field: 'name',
    offers_direct: true,
    ...(area === 'partner' && {
      defaults: () => [{ name: 'status', operator: '=' as const, value: 'active' }],
      keep_last: keepLast(words[kind].title),
    }),
  };
}

interface ScreenProps {
  area: AccountType;
}

export function PartnerList({ area }: ScreenProps) {
  const viewer = useViewer();
  const options = { fields: partner_search_fields, ...optionsOf(area, 'partner') };
  const search = useSearch(partners.search, options) as unknown as SearchList<Row>;
  return viewer ? <List {...{ area, viewer, search }} kind="partner" /> : null;
}

export function MerchantList({ area }: ScreenProps) {
  const viewer = useViewer();
  const options = { fields: merchant_search_fields, ...optionsOf(area, 'merchant') };
  const search = useSearch(merchants.search, options) as unknown as SearchList<Row>;
  return viewer ? <List {...{ area, viewer, search }} kind="merchant" /> : null;
}
