// The custom outputs of the account, among its settings.

import type { AccountType } from '../../contract/access/access.ts';
import { type CustomOutput, custom_outputs } from '../../contract/reports/custom-outputs.ts';
import { useSearch } from '../hooks.ts';
import { useRemoval } from '../kit/dialog/use-removal.tsx';
import { Moment } from '../kit/format/moment.tsx';
import { momentColumn } from '../kit/list/columns.tsx';
import { ListScreen } from '../kit/list/list-screen.tsx';
import type { Column, RowView } from '../kit/list/list-types.ts';
import { outputPath } from '../payments/paths.ts';
import { session } from '../session/session.ts';
import { useStore } from '../store.ts';
import { mayChange } from './output-draft.ts';
import { fieldText, type_labels } from './outputs.ts';

function defaultText({ default_for_user, default_for_account }: CustomOutput): string {
  if (default_for_account) return default_for_user ? 'Account and personal' : 'Account';
  return default_for_user ? 'Mine' : '';
}

/** `ID, Amount, Status and 4 more`. */
export function fieldsSummary({ type, field_list }: Pick<CustomOutput, 'type' | 'field_list'>) {
  const shown = field_list.slice(0, 3).map((name) => fieldText(type, name));
  const more = field_list.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const columns: readonly Column<CustomOutput>[] = [
  { key: 'name', label: 'Name', name: true, cell: ({ name }) => name },
  { key: 'type', label: 'Type', cell: ({ type }) => type_labels[type] },
  { key: 'field_list', label: 'Fields', cell: fieldsSummary },
  { key: 'default', label: 'Default', cell: defaultText },
  { key: 'shared', label: 'Visible to', cell: ({ shared }) => (shared ? 'Everyone' : 'Me') },
  momentColumn('updated_at', 'Last change'),
];

export function OutputList({ area }: { area: AccountType }) {
  const search = useSearch(custom_outputs.search, { fields: {} });
  const role = useStore(session)?.role;
  const removal = useRemoval<CustomOutput>({
    endpoint: custom_outputs.remove,
    stales: [custom_outputs.search],
    noun: 'format',
    whyNot: (one) =>
      mayChange(one, role) ? null : 'Only users with the admin role can change shared formats.',
    effect: ({ name }) =>
      `${name} will be deleted. Users who have it as their default see the standard format.`,
  });
  const view: RowView<CustomOutput> = {
    key: ({ id }) => id,
    name: ({ name }) => name,
    to: ({ id }) => outputPath(area, `/update/${id}`),
    actions: (one) => [[removal.action(one)]],
    phone: (one) => ({
      title: one.name,
      badge: type_labels[one.type],
      note: fieldsSummary(one),
      time: <Moment at={one.updated_at} />,
    }),
  };
  const nothing = {
    title: 'No output formats yet',
    text: 'Choose which fields exports, tables and totals show, in your order.',
    create: outputPath(area, '/create/transaction'),
  };
  const list = { title: 'Output formats', noun: 'format', search, columns, view, nothing };
  return (
    <>
      <ListScreen {...list} />
      {removal.dialog}
    </>
  );
}
