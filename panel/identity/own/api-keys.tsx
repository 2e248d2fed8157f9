// One's own API keys as a list (spec 1 §2, gateway-api 2.3).

import type { AccountType } from '../../../contract/access/access.ts';
import { type ApiKeyRecord, api_keys } from '../../../contract/identity/api-keys.ts';
import { useSearch } from '../../hooks.ts';
import { Moment } from '../../kit/format/moment.tsx';
import { momentColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowView } from '../../kit/list/list-types.ts';
import basics from '../../style/basics.module.css';
import { keysPath } from '../paths.ts';
import { key_kinds, useKeyRemoval } from './api-key-parts.tsx';

const columns: readonly Column<ApiKeyRecord>[] = [
  { key: 'name', label: 'Name', name: true, cell: (key) => key.name || 'Unnamed' },
  { key: 'type', label: 'Type', cell: (key) => key_kinds[key.type] },
  { key: 'hint', label: 'Key', cell: (key) => <span className={basics.mono}>{key.hint}</span> },
  momentColumn('last_used_at', 'Last used', { none: 'never' }),
  {
    key: 'scopes',
    label: 'Permissions',
    cell: ({ type, scopes }) =>
      type === 'pub'
        ? 'none'
        : scopes.length === 0
          ? 'all of my permissions'
          : `${scopes.length} chosen`,
  },
  momentColumn('expires_at', 'Expires', { none: 'never' }),
  momentColumn('created_at', 'Created'),
];

export function ApiKeys({ area }: { area: AccountType }) {
  const search = useSearch(api_keys.search, { fields: {} });
  const removal = useKeyRemoval();
  const path = keysPath(area);
  const view: RowView<ApiKeyRecord> = {
    key: (key) => key.id,
    name: (key) => key.name || key.hint,
    to: (key) => `${path}/update/${key.id}`,
    actions: (key) => [[removal.action(key)]],
    phone: (key) => ({
      title: key.name || 'Unnamed',
      note: `${key_kinds[key.type]} · ${key.hint}`,
      time: <Moment at={key.created_at} />,
    }),
  };
  return (
    <>
      <ListScreen
        title="Api Keys"
        noun="API key"
        {...{ search, columns, view }}
        nothing={{
          title: 'No API keys yet',
          text: 'An API key lets a program act as you.',
          create: `${path}/create`,
        }}
      />
      {removal.dialog}
    </>
  );
}
