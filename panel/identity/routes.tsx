// Screens about people and keys in each of the three areas (spec 1 §2).
import { IconUsers } from '@tabler/icons-react';
import { Navigate, type RouteObject, redirect } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { belowArea, screenRoute } from '../kit/page/screen-route.tsx';
import { shownFor } from '../session/session.ts';
import { keysPath, permissionsPath, rolesPath, usersPath } from './paths.ts';

const keyList = async () => (await import('./own/api-keys.tsx')).ApiKeys;
const newKey = async () => (await import('./own/api-key.tsx')).NewApiKey;
const oneKey = async () => (await import('./own/api-key.tsx')).ApiKey;

/** One's own API keys; among the settings of merchants and partners. */
export function keyRoutes(area: AccountType): RouteObject[] {
  const path = belowArea(area, keysPath(area));
  const old = path === 'manage_api_keys' ? [] : ['manage_api_keys'];
  // The office has no settings, which are the way back elsewhere.
  const above = old.length === 0 ? { to: keysPath(area), label: 'API keys' } : undefined;
  return [
    ...[path, `${path}/list`].map((at) => screenRoute(at, keyList, { area })),
    screenRoute(`${path}/create`, newKey, { area }, undefined, above),
    screenRoute(`${path}/update/:keyID`, oneKey, { area }, undefined, above),
    ...old.map((from) => ({ path: from, element: <Navigate to={keysPath(area)} replace /> })),
  ];
}

const userList = async () => (await import('./users/users-screens.tsx')).AreaUsers;
const usersBelow = async () => (await import('./users/users-screens.tsx')).UsersBelow;
const newUser = async () => (await import('./users/user-screens.tsx')).NewUserScreen;
const oneUser = async () => (await import('./users/user-screens.tsx')).UserScreen;
const roleList = async () => (await import('./users/users-screens.tsx')).AreaRoles;
const oneRole = async () => (await import('./users/role-form.tsx')).RoleScreen;

/** Users of a merchant are its admin role's business (spec 1 §2, §6). */
function userLoader(area: AccountType) {
  const shut = area === 'merchant' && shownFor()?.role !== may.see_users.merchant_role;
  return shut ? redirect(`/${area}`) : null;
}

/** Partners and merchants define roles of their own; an office has the two of the product. */
function roleRoutes(area: AccountType, loader: () => Response | null): RouteObject[] {
  if (area === 'admin') return [];
  const path = belowArea(area, rolesPath(area));
  return [
    screenRoute(path, roleList, { area }, loader),
    screenRoute(`${path}/create`, oneRole, { area }, loader),
    screenRoute(`${path}/update/:roleID`, oneRole, { area }, loader),
  ];
}

const tabs = ['people', 'permissions'] as const;

function userRoutes(area: AccountType): RouteObject[] {
  const loader = () => userLoader(area);
  const lists = { people: usersPath(area), permissions: permissionsPath(area) };
  return [
    ...tabs.map((tab) => screenRoute(belowArea(area, lists[tab]), userList, { area, tab }, loader)),
    ...roleRoutes(area, loader),
    screenRoute('users/create', newUser, { area }, loader),
    screenRoute('users/update/:userID', oneUser, { area }, loader),
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
  return tabs.map((tab) =>
    screenRoute(tab === 'people' ? path : `${path}/${tab}`, usersBelow, { area, type, tab }),
  );
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

const account = async () => (await import('./own/account.tsx')).OwnAccount;
const changePassword = async () => (await import('./own/change-password.tsx')).ChangePassword;
const twoFactorAuth = async () => (await import('./own/two-factor-auth.tsx')).TwoFactorAuth;

/** Routes below the area's own. */
export function identityRoutes(area: AccountType): RouteObject[] {
  const above = { to: `/${area}/manage_account`, label: 'Account' };
  return [
    screenRoute('manage_account', account, {}),
    screenRoute('change_password', changePassword, {}, undefined, above),
    screenRoute('two_factor_auth', twoFactorAuth, {}, undefined, above),
    ...userRoutes(area),
  ];
}
