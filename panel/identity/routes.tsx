// Screens about people and keys in each of the three areas (spec 1 §2).
import { IconUsers } from '@tabler/icons-react';
import { Navigate, type RouteObject, redirect } from 'react-router';
import type { AccountType } from '../../contract/access.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { session } from '../session.ts';
import { keysPath, permissionsPath, usersPath } from './paths.ts';

const keyList = () => import('./own/api-keys.tsx');
const oneKey = () => import('./own/api-key.tsx');

/** A path below its area: routes are told without the area in front. */
function below(area: AccountType, path: string): string {
  return path.slice(`/${area}/`.length);
}

function keyRoutes(area: AccountType): RouteObject[] {
  const path = below(area, keysPath(area));
  const old = path === 'manage_api_keys' ? [] : ['manage_api_keys'];
  return [
    {
      path,
      lazy: async () => {
        const { ApiKeys } = await keyList();
        return { Component: () => <ApiKeys area={area} /> };
      },
    },
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

/** Users of a merchant are its role admin's business (spec 1 §2, §6). */
function userLoader(area: AccountType) {
  const shut = area === 'merchant' && session.get()?.role !== 'admin';
  return shut ? redirect(`/${area}`) : null;
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
function usersBelowRoutes(area: AccountType): RouteObject[] {
  if (area === 'merchant') return [];
  const accounts = [
    { type: 'merchant', path: 'merchants/update/:merchantID/users' },
    { type: 'partner', path: 'partners/update/:partner_id/users' },
  ] as const;
  return accounts.flatMap(({ type, path }) =>
    tabs.map((tab) => ({
      path: tab === 'people' ? path : `${path}/${tab}`,
      lazy: async () => {
        const { UsersBelow } = await userLists();
        return { Component: () => <UsersBelow area={area} type={type} tab={tab} /> };
      },
    })),
  );
}

export function identityMenu(area: AccountType): MenuEntry[] {
  const users = {
    label: 'Users',
    to: usersPath(area),
    icon: IconUsers,
    covers: /\/users(\/|$)/,
    permission: 'manage_users',
  };
  return [area === 'merchant' ? { ...users, role: 'admin' } : users];
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
    ...keyRoutes(area),
    ...userRoutes(area),
    ...usersBelowRoutes(area),
  ];
}
