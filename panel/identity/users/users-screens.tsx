// The users of an area, or of a partner or merchant below it: people and permissions as tabs.
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { subjectOf, whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { merchants } from '../../../contract/accounts/merchants.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useRecord } from '../../hooks.ts';
import { Page } from '../../kit/page/page-parts.tsx';
import { PageTabs } from '../../kit/page/page-tabs.tsx';
import { PageTitle } from '../../kit/page/page-title.tsx';
import { Banner } from '../../kit/parts/banner.tsx';
import { permissionsPath, rolesPath, type UsersOf, usersBelowPath, usersPath } from '../paths.ts';
import { People } from './people.tsx';
import { Permissions } from './permissions.tsx';
import { Roles } from './roles-list.tsx';

export function useViewer(): CallerRecord | undefined {
  return useRecord(sessions.get, {}, { stale_ms: 60_000 }).data;
}

/** The screen for users with the permission; others read who can give it. */
export function WithRight({ title, children }: { title: string; children: ReactNode }) {
  const viewer = useViewer();
  if (!viewer) return null;
  const reason = whyNotAllowed(may.see_users, subjectOf(viewer));
  if (reason === '') return children;
  return (
    <Page>
      <PageTitle title={title} />
      <Banner tone="info">{reason}</Banner>
    </Page>
  );
}

interface ScreenProps {
  title: string;
  area: AccountType;
  of: UsersOf;
  tab: 'people' | 'permissions' | 'roles';
}

function Screen({ title, area, of, tab }: ScreenProps) {
  const viewer = useViewer();
  if (!viewer) return null;
  const own = { type: viewer.account_type, id: viewer.account_type_id };
  const tabs = [
    { label: 'People', to: of.list },
    { label: 'Permissions', to: of.permissions },
    // Roles are defined by the account whose users hold them.
    ...(of.account === null && area !== 'admin' ? [{ label: 'Roles', to: rolesPath(area) }] : []),
  ];
  const body = { title, area, viewer };
  return (
    <WithRight title={title}>
      <PageTabs label="Users" tabs={tabs}>
        {tab === 'people' && (
          <People {...body} account={of.account ?? (area === 'admin' ? null : own)} />
        )}
        {tab === 'permissions' && <Permissions {...body} account={of.account ?? own} />}
        {tab === 'roles' && <Roles {...body} />}
      </PageTabs>
    </WithRight>
  );
}

type Tab = ScreenProps['tab'];

export function AreaUsers({ area, tab }: { area: AccountType; tab: Tab }) {
  const of = { list: usersPath(area), permissions: permissionsPath(area), account: null };
  return <Screen title="Users" area={area} of={of} tab={tab} />;
}

/** The roles of one's own account. */
export function AreaRoles({ area }: { area: AccountType }) {
  return <AreaUsers area={area} tab="roles" />;
}

interface BelowProps {
  area: AccountType;
  type: 'partner' | 'merchant';
  tab: Tab;
}

/** The users tab of a partner or merchant, with its login-as list. */
export function UsersBelow({ area, type, tab }: BelowProps) {
  const { merchantID, partner_id } = useParams();
  const id = (type === 'merchant' ? merchantID : partner_id) ?? '';
  const enabled = type === 'merchant';
  const { data } = useRecord(merchants.get, { params: { id } }, { enabled, stale_ms: 60_000 });
  const list = usersBelowPath(area, type, id);
  const of = { list, permissions: `${list}/permissions`, account: { type, id } };
  const title = data ? `Users of ${data.name}` : `Users of the ${type}`;
  return <Screen title={title} area={area} of={of} tab={tab} />;
}
