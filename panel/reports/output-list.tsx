// The custom outputs of the account, among its settings.
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { type CustomOutput, custom_outputs } from '../../contract/reports/custom-outputs.ts';
import { useSearch } from '../hooks.ts';
import { RemoveDialog } from '../kit/dialog/remove-dialog.tsx';
import { Moment } from '../kit/format/moment.tsx';
import { icon_16 } from '../kit/icon.ts';
import { ListScreen } from '../kit/list/list-screen.tsx';
import type { Column, RowView } from '../kit/list/list-types.ts';
import { outputPath } from '../payments/paths.ts';
import { session } from '../session/session.ts';
import { useStore } from '../store.ts';
import { mayChange } from './output-draft.ts';
import { fieldText, type_labels } from './outputs.ts';

function defaultWords({ default_for_user, default_for_account }: CustomOutput): string {
  if (default_for_account) return default_for_user ? 'Account and mine' : 'Account';
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
  { key: 'default', label: 'Default', cell: defaultWords },
  { key: 'shared', label: 'Seen by', cell: ({ shared }) => (shared ? 'Everyone' : 'Me') },
  { key: 'updated_at', label: 'Changed', cell: (one) => <Moment at={one.updated_at} /> },
];

export function OutputList({ area }: { area: AccountType }) {
  const search = useSearch(custom_outputs.search, { fields: {} });
  const role = useStore(session)?.role;
  const [leaving, setLeaving] = useState<CustomOutput | null>(null);
  const view: RowView<CustomOutput> = {
    key: ({ id }) => id,
    name: ({ name }) => name,
    to: ({ id }) => outputPath(area, `/update/${id}`),
    actions: (one) => [
      [
        {
          label: 'Delete',
          icon: IconTrash,
          destructive: true,
          reason: mayChange(one, role) ? null : 'Shared formats need the admin role.',
          run: () => setLeaving(one),
        },
      ],
    ],
    phone: (one) => ({
      title: one.name,
      badge: type_labels[one.type],
      note: fieldsSummary(one),
      time: <Moment at={one.updated_at} />,
    }),
  };
  const create = (
    <Link to={outputPath(area, '/create/transaction')} className="plain-button" data-primary>
      <IconPlus {...icon_16} />
      New format
    </Link>
  );
  const nothing = {
    title: 'No output formats yet',
    text: 'A format names the fields of exports, of the table or of its totals, in your order.',
    action: create,
  };
  const list = { title: 'Output formats', noun: 'format', search, columns, view, nothing };
  return (
    <>
      <ListScreen {...list} actions={create} />
      {leaving && (
        <RemoveDialog
          endpoint={custom_outputs.remove}
          id={leaving.id}
          stales={[custom_outputs.search]}
          noun="format"
          done="Format deleted"
          onClose={() => setLeaving(null)}
        >
          {leaving.name} will be deleted. Users who have it as their default see the standard
          format.
        </RemoveDialog>
      )}
    </>
  );
}
