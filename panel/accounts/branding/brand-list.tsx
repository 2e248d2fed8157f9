// The brands of a partner, one a domain (spec 1 §2).

import type { AccountType } from '../../../contract/access/access.ts';
import { branding, type PartnerBrandingRecord } from '../../../contract/accounts/branding.ts';
import { useSearch } from '../../hooks.ts';
import { useRemoval } from '../../kit/dialog/use-removal.tsx';
import { Moment } from '../../kit/format/moment.tsx';
import { momentColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowView } from '../../kit/list/list-types.ts';
import basics from '../../style/basics.module.css';
import { useAccountId } from '../account/account-frame.tsx';
import { accountPath } from '../paths.ts';
import { useAccount } from '../use-account.ts';
import styles from './branding.module.css';
import { defaultOf } from './style-defaults.ts';

type Row = PartnerBrandingRecord;

function Colour({ of }: { of: Row }) {
  const own = of.styles['color-primary'];
  const color = own ?? defaultOf('color-primary', of.styles);
  return (
    <span className={styles.colour}>
      <i style={{ background: color }} />
      <span className={basics.mono}>{own === undefined ? `Default: ${color}` : color}</span>
    </span>
  );
}

const columns: readonly Column<Row>[] = [
  { key: 'domain', label: 'Domain', name: true, cell: (row) => row.domain },
  { key: 'brand_name', label: 'Brand name', cell: (row) => row.brand_name },
  { key: 'title', label: 'Title', cell: (row) => row.title },
  { key: 'color', label: 'Color', cell: (row) => <Colour of={row} /> },
  momentColumn('updated_at', 'Last change'),
];

export function BrandList({ area }: { area: AccountType }) {
  const partner_id = useAccountId('partner');
  const { data: partner, error } = useAccount('partner', partner_id);
  const search = useSearch(branding.search, { params: { partnerId: partner_id }, fields: {} });
  const removal = useRemoval<Row>({
    endpoint: branding.remove,
    stales: [branding.search],
    noun: 'branding',
    effect: ({ domain }) => `${domain} will show the brand of the installation again.`,
  });
  const at = (tab: string) => accountPath(area, 'partner', partner_id, `branding/${tab}`);
  const view: RowView<Row> = {
    key: (row) => row.id,
    name: (row) => row.domain,
    to: (row) => at(`update/${row.domain}`),
    actions: (row) => [[removal.action(row)]],
    phone: (row) => ({
      title: row.domain,
      note: row.brand_name,
      time: <Moment at={row.updated_at} />,
    }),
  };
  // A title that grows would push the list down.
  if (!partner && !error) return null;
  return (
    <>
      <ListScreen
        title={partner ? `Branding of ${partner.name}` : 'Branding'}
        noun="branding"
        {...{ search, columns, view }}
        nothing={{
          title: 'No branding yet',
          text: 'Set a name, texts and colors for a domain of the partner.',
          create: at('create'),
        }}
      />
      {removal.dialog}
    </>
  );
}
