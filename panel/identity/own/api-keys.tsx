// One's own API keys as a list (spec 1 §2, gateway-api 2.3).
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { type ApiKeyRecord, api_keys } from '../../../contract/identity/api-keys.ts';
import { useSearch } from '../../hooks.ts';
import { Moment } from '../../kit/format/moment.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowView } from '../../kit/list/list-types.ts';
import { keysPath } from '../paths.ts';
import { DeleteKey, key_kinds } from './api-key-parts.tsx';

const columns: readonly Column<ApiKeyRecord>[] = [
  { key: 'name', label: 'Name', name: true, cell: (key) => key.name || 'Unnamed' },
  { key: 'type', label: 'Type', cell: (key) => key_kinds[key.type] },
  { key: 'hint', label: 'Key', cell: (key) => <span className="mono">{key.hint}</span> },
  {
    key: 'last_used_at',
    label: 'Last used',
    cell: (key) => (key.last_used_at ? <Moment at={key.last_used_at} /> : 'never'),
  },
  {
    key: 'scopes',
    label: 'Permissions',
    cell: ({ type, scopes }) =>
      type === 'pub' ? 'none' : scopes.length === 0 ? 'all of mine' : `${scopes.length} chosen`,
  },
  {
    key: 'expires_at',
    label: 'Expires',
    cell: (key) => (key.expires_at ? <Moment at={key.expires_at} /> : 'never'),
  },
  { key: 'created_at', label: 'Created', cell: (key) => <Moment at={key.created_at} /> },
];

export function ApiKeys({ area }: { area: AccountType }) {
  const search = useSearch(api_keys.search, { fields: {} });
  const [leaving, setLeaving] = useState<ApiKeyRecord | null>(null);
  const path = keysPath(area);
  const view: RowView<ApiKeyRecord> = {
    key: (key) => key.id,
    name: (key) => key.name || key.hint,
    to: (key) => `${path}/update/${key.id}`,
    actions: (key) => [
      [{ label: 'Delete', icon: IconTrash, destructive: true, run: () => setLeaving(key) }],
    ],
    phone: (key) => ({
      title: key.name || 'Unnamed',
      note: `${key_kinds[key.type]} · ${key.hint}`,
      time: <Moment at={key.created_at} />,
    }),
  };
  const create = (
    <Link to={`${path}/create`} className="plain-button" data-primary>
      <IconPlus {...icon_16} />
      New API key
    </Link>
  );
  return (
    <>
      <ListScreen
        title="Api Keys"
        noun="API key"
        search={search}
        columns={columns}
        view={view}
        actions={create}
        nothing={{
          title: 'No API keys yet',
          text: 'A key lets a program act in your name.',
          action: create,
        }}
      />
      {leaving && <DeleteKey one={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}
