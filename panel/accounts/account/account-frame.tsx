// What stands around every tab of a partner or merchant: the row of tabs below its title.
import { Outlet, useParams } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { PartOf } from '../../kit/page/crumbs.tsx';
import { PageTabs } from '../../kit/page/page-tabs.tsx';
import { accountPath, type Kind } from '../paths.ts';
import { useAccount } from '../use-account.ts';

const tabs: Readonly<Record<Kind, readonly (readonly [string, string])[]>> = {
  partner: [
    ['info', 'Info'],
    ['users', 'Users'],
    ['parent_structure', 'Parent structure'],
    ['branding', 'Branding'],
    ['stats', 'Statistics'],
  ],
  merchant: [
    ['info', 'Info'],
    ['users', 'Users'],
    ['parent_structure', 'Parent structure'],
    ['processors', 'Processors'],
    ['terminals', 'Terminals'],
    ['devices', 'Card readers'],
    ['transaction', 'Transactions'],
    ['stats', 'Statistics'],
  ],
};

/** Tabs of a partner that are for administrators alone. */
const offices: ReadonlySet<string> = new Set(['branding', 'stats']);

/** The id of the account whose tab is open. */
export function useAccountId(kind: Kind): string {
  const { merchantID = '', partner_id = '' } = useParams();
  return kind === 'merchant' ? merchantID : partner_id;
}

export function AccountFrame({ area, kind }: { area: AccountType; kind: Kind }) {
  const id = useAccountId(kind);
  const shown = tabs[kind].filter(
    ([tab]) => kind === 'merchant' || !offices.has(tab) || area === 'admin',
  );
  const row = shown.map(([tab, label]) => ({
    label,
    to: accountPath(area, kind, id, tab === 'branding' ? 'branding/search' : tab),
    here: accountPath(area, kind, id, tab),
  }));
  const name = useAccount(kind, id).data?.name;
  const part_of =
    name === undefined ? null : { to: accountPath(area, kind, id, 'info'), label: name };
  return (
    <PartOf value={part_of}>
      <PageTabs label={kind === 'partner' ? 'Partner' : 'Merchant'} tabs={row}>
        <Outlet />
      </PageTabs>
    </PartOf>
  );
}
