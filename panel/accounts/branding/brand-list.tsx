// The brands of a partner, one a domain (spec 1 §2).
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { branding, type PartnerBrandingRecord } from '../../../contract/accounts/branding.ts';
import { useSearch } from '../../hooks.ts';
import { RemoveDialog } from '../../kit/dialog/remove-dialog.tsx';
import { Moment } from '../../kit/format/moment.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowView } from '../../kit/list/list-types.ts';
import { useAccountId } from '../account/account-frame.tsx';
import { accountPath } from '../paths.ts';
import { useAccount } from '../use-account.ts';
import '../accounts.css';
import './branding.css';

type Row = PartnerBrandingRecord;

function Colour({ of }: { of: Row }) {
  const color = of.styles['color-primary'];
  if (color === undefined) return 'as it is';
  return (
    <span className="colour">
      <i style={{ background: color }} />
      <span className="mono">{color}</span>
    </span>
  );
}

const columns: readonly Column<Row>[] = [
  { key: 'domain', label: 'Domain', name: true, cell: (row) => row.domain },
  { key: 'brand_name', label: 'Brand name', cell: (row) => row.brand_name },
  { key: 'title', label: 'Title', cell: (row) => row.title },
  { key: 'color', label: 'Colour', cell: (row) => <Colour of={row} /> },
  { key: 'updated_at', label: 'Last change', cell: (row) => <Moment at={row.updated_at} /> },
];

export function BrandList({ area }: { area: AccountType }) {
  const partner_id = useAccountId('partner');
  const { data: partner, isError } = useAccount('partner', partner_id);
  const search = useSearch(branding.search, { params: { partnerId: partner_id }, fields: {} });
  const [leaving, setLeaving] = useState<Row | null>(null);
  const at = (tab: string) => accountPath(area, 'partner', partner_id, `branding/${tab}`);
  const view: RowView<Row> = {
    key: (row) => row.id,
    name: (row) => row.domain,
    to: (row) => at(`update/${row.domain}`),
    actions: (row) => [
      [{ label: 'Delete', icon: IconTrash, destructive: true, run: () => setLeaving(row) }],
    ],
    phone: (row) => ({
      title: row.domain,
      note: row.brand_name,
      time: <Moment at={row.updated_at} />,
    }),
  };
  const create = (
    <Link to={at('create')} className="plain-button" data-primary>
      <IconPlus {...icon_16} />
      New branding
    </Link>
  );
  // A title that grows would push the list down.
  if (!partner && !isError) return null;
  return (
    <>
      <ListScreen
        title={partner ? `Branding of ${partner.name}` : 'Branding'}
        noun="branding"
        search={search}
        columns={columns}
        view={view}
        actions={create}
        nothing={{
          title: 'No branding yet',
          text: 'A domain of the partner shows its own name, texts and colours.',
          action: create,
        }}
      />
      {leaving && (
        <RemoveDialog
          endpoint={branding.remove}
          id={leaving.id}
          stales={[branding.search]}
          noun={`branding of ${leaving.domain}`}
          done="Branding deleted"
          onClose={() => setLeaving(null)}
        >
          The domain shows the brand of the installation again.
        </RemoveDialog>
      )}
    </>
  );
}
