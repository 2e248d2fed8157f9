// Screens about people and keys in each of the three areas (spec 1 §2).
import { IconUsers } from '@tabler/icons-react';
import { Navigate, type RouteObject, redirect } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { shownFor } from '../session/session.ts';
import { keysPath, permissionsPath, rolesPath, usersPath } from './paths.ts';

const keyList = () => import('./own/api-keys.tsx');
const oneKey = () => import('./own/api-key.tsx');

/** A path below its area: routes are told without the area in front. */
function below(area: AccountType, path: string): string {
  return path.slice(`/${area}/`.length);
}

/** One's own API keys; among the settings of merchants and partners. */
export function keyRoutes(area: AccountType): RouteObject[] {
  const path = below(area, keysPath(area));
  const old = path === 'manage_api_keys' ? [] : ['manage_api_keys'];
  return [
    ...[path, `${path}/list`].map((at) => ({
      path: at,
      lazy: async () => {
        const { ApiKeys } = await keyList();
        return { Component: () => <ApiKeys area={area} /> };
      },
    })),
    {
      path: `${path}/create`,
      lazy: async () => {
        const { NewApiKey } = await oneKey();
        return { Component: () => <NewApiKey area={area} /> };
      },
    },
    {
      path: `${path}/update/:keyID`,
      lazy: async () => {
        const { ApiKey } = await oneKey();
        return { Component: () => <ApiKey area={area} /> };
      },
    },
    ...old.map((from) => ({ path: from, element: <Navigate to={keysPath(area)} replace /> })),
  ];
}

const userLists = () => import('./users/users-screens.tsx');
const oneUser = () => import('./users/user-screens.tsx');

/** Users of a merchant are its admin role's business (spec 1 §2, §6). */
function userLoader(area: AccountType) {
  const shut = area === 'merchant' && shownFor()?.role !== may.see_users.merchant_role;
  return shut ? redirect(`/${area}`) : null;
}

const roleScreens = () => import('./users/roles.tsx');

/** Partners and merchants define roles of their own; an office has the two of the product. */
function roleRoutes(area: AccountType, loader: () => Response | null): RouteObject[] {
  if (area === 'admin') return [];
  const path = below(area, rolesPath(area));
  return [
    {
      path,
      loader,
      lazy: async () => {
        const { AreaRoles } = await userLists();
        return { Component: () => <AreaRoles area={area} /> };
      },
    },
    ...['create', 'update/:roleID'].map((form) => ({
      path: `${path}/${form}`,
      loader,
      lazy: async () => {
        const { RoleScreen } = await roleScreens();
        return { Component: () => <RoleScreen area={area} /> };
      },
    })),
  ];
}

const tabs = ['people', 'permissions'] as const;

function userRoutes(area: AccountType): RouteObject[] {
  const loader = () => userLoader(area);
  const lists = { people: usersPath(area), permissions: permissionsPath(area) };
  return [
    ...tabs.map((tab) => ({
      path: below(area, lists[tab]),
      loader,
      lazy: async () => {
        const { AreaUsers } = await userLists();
        return { Component: () => <AreaUsers area={area} tab={tab} /> };
      },
    })),
    ...roleRoutes(area, loader),
    {
      path: 'users/create',
      loader,
      lazy: async () => {
        const { NewUserScreen } = await oneUser();
        return { Component: () => <NewUserScreen area={area} /> };
      },
    },
    {
      path: 'users/update/:userID',
      loader,
      lazy: async () => {
        const { UserScreen } = await oneUser();
        return { Component: () => <UserScreen area={area} /> };
      },
    },
    ...(area === 'admin'
      ? [{ path: 'users', element: <Navigate to={usersPath(area)} replace /> }]
      : []),
  ];
}

/** The users tab of the partners and merchants below, for administrators and partners. */
export function usersBelowRoutes(area: AccountType, type: 'partner' | 'merchant'): RouteObject[] {
  const path = {
    merchant: 'merchants/update/:merchantID/users',
    partner: 'partners/update/:partner_id/users',
  }[type];
  return tabs.map((tab) => ({
    path: tab === 'people' ? path : `${path}/${tab}`,
    lazy: async () => {
      const { UsersBelow } = await userLists();
      return { Component: () => <UsersBelow area={area} type={type} tab={tab} /> };
    },
  }));
}

export function identityMenu(area: AccountType): MenuEntry[] {
  return [
    {
      label: 'Users',
      group: 'Set up',
      to: usersPath(area),
      icon: IconUsers,
      covers: new RegExp(`^/${area}/users(/|$)`),
      needs: may.see_users,
    },
  ];
}

/** Routes below the area's own. */
export function identityRoutes(area: AccountType): RouteObject[] {
  return [
    {
      path: 'manage_account',
      lazy: async () => ({ Component: (await import('./own/account.tsx')).OwnAccount }),
    },
    {
      path: 'change_password',
      lazy: async () => ({ Component: (await import('./own/change-password.tsx')).ChangePassword }),
    },
    {
      path: 'two_factor_auth',
      lazy: async () => ({ Component: (await import('./own/two-factor-auth.tsx')).TwoFactorAuth }),
    },
    ...userRoutes(area),
  ];
}
