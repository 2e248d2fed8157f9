// Screens about partners, merchants and settings in each of the three areas (spec 1 §2).
import { IconAdjustments, IconBuilding, IconBuildingStore, IconPalette } from '@tabler/icons-react';
import { Navigate, type RouteObject, redirect } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { shownFor } from '../session/session.ts';
import { type Kind, listPath, type SettingsArea, settingsPath } from './paths.ts';

/** Areas that have accounts below them. */
type AreaAbove = Exclude<AccountType, 'merchant'>;

const lists = () => import('./lists/account-list.tsx');
const makers = () => import('./account/new-screens.tsx');
const brands = () => import('./branding/brand-form.tsx');

function listsAndMakers(area: AreaAbove): RouteObject[] {
  return [
    {
      path: 'partners/search',
      lazy: async () => {
        const { PartnerList } = await lists();
        return { Component: () => <PartnerList area={area} /> };
      },
    },
    {
      path: 'merchants/search',
      lazy: async () => {
        const { MerchantList } = await lists();
        return { Component: () => <MerchantList area={area} /> };
      },
    },
    {
      path: 'partners/create',
      lazy: async () => {
        const { NewPartner } = await makers();
        return { Component: () => <NewPartner area={area} /> };
      },
    },
    {
      path: 'merchants/create',
      lazy: async () => {
        const { NewMerchant } = await makers();
        return { Component: () => <NewMerchant area={area} /> };
      },
    },
  ];
}

const bases: Readonly<Record<Kind, string>> = {
  partner: 'partners/update/:partner_id',
  merchant: 'merchants/update/:merchantID',
};

function tabs(area: AreaAbove, kind: Kind): RouteObject[] {
  return [
    { path: bases[kind], element: <Navigate to="info" replace /> },
    {
      path: `${bases[kind]}/info`,
      lazy: async () => {
        const { AccountInfo } = await import('./account/account-info.tsx');
        return { Component: () => <AccountInfo area={area} kind={kind} /> };
      },
    },
    {
      path: `${bases[kind]}/parent_structure`,
      lazy: async () => {
        const { ParentStructure } = await import('./account/parent-structure.tsx');
        return { Component: () => <ParentStructure area={area} kind={kind} /> };
      },
    },
  ];
}

function brandTabs(area: AreaAbove): RouteObject[] {
  if (area !== 'admin') return [];
  const base = `${bases.partner}/branding`;
  return [
    { path: base, element: <Navigate to="search" replace /> },
    {
      path: `${base}/search`,
      lazy: async () => {
        const { BrandList } = await import('./branding/brand-list.tsx');
        return { Component: () => <BrandList area={area} /> };
      },
    },
    {
      path: `${base}/create`,
      lazy: async () => {
        const { NewBranding } = await brands();
        return { Component: () => <NewBranding area={area} /> };
      },
    },
    {
      path: `${base}/update/:domain`,
      lazy: async () => {
        const { EditBranding } = await brands();
        return { Component: () => <EditBranding area={area} /> };
      },
    },
  ];
}

/** Tabs of one kind of account in their frame. */
function framed(area: AreaAbove, kind: Kind, children: RouteObject[]): RouteObject {
  return {
    lazy: async () => {
      const { AccountFrame } = await import('./account/account-frame.tsx');
      return { Component: () => <AccountFrame area={area} kind={kind} /> };
    },
    children,
  };
}

/** Partners and merchants below; `more` are tabs that other rooms bring, with their whole paths. */
export function accountRoutes(
  area: AreaAbove,
  more: Readonly<Record<Kind, RouteObject[]>>,
): RouteObject[] {
  const root = (kind: Kind) => <Navigate to={listPath(area, kind)} replace />;
  return [
    { path: 'partners', element: root('partner') },
    { path: 'merchants', element: root('merchant') },
    ...listsAndMakers(area),
    framed(area, 'partner', [...tabs(area, 'partner'), ...brandTabs(area), ...more.partner]),
    framed(area, 'merchant', [...tabs(area, 'merchant'), ...more.merchant]),
  ];
}

const merchant_settings: RouteObject[] = [
  {
    path: 'settings/defaults',
    lazy: async () => ({ Component: (await import('./settings/defaults.tsx')).Defaults }),
  },
  {
    path: 'settings/required-fields',
    lazy: async () => {
      const { RequiredFields } = await import('./settings/required-fields.tsx');
      return { Component: RequiredFields };
    },
  },
  {
    path: 'settings/branding',
    lazy: async () => {
      const { MerchantBranding } = await import('./settings/merchant-branding.tsx');
      return { Component: MerchantBranding };
    },
  },
];

const start: Readonly<Record<SettingsArea, string>> = {
  merchant: 'defaults',
  partner: 'user-defaults',
};

/** Settings of a merchant are its admin role's (spec 1 §2); the others land at the root (G44). */
function settingsLoader(area: SettingsArea) {
  const shut = area === 'merchant' && shownFor()?.role !== may.change_settings.merchant_role;
  return shut ? redirect(`/${area}`) : null;
}

/** Settings of one's own account; `more` are screens that other rooms bring. */
export function settingsRoutes(area: SettingsArea, more: RouteObject[]): RouteObject[] {
  const user_defaults: RouteObject = {
    path: 'settings/user-defaults',
    lazy: async () => {
      const { UserDefaults } = await import('./settings/user-defaults.tsx');
      return { Component: () => <UserDefaults area={area} /> };
    },
  };
  const own = area === 'merchant' ? merchant_settings : [];
  const first = <Navigate to={settingsPath(area, start[area])} replace />;
  return [
    {
      loader: () => settingsLoader(area),
      lazy: async () => {
        const { SettingsFrame } = await import('./settings/settings-frame.tsx');
        return { Component: () => <SettingsFrame area={area} /> };
      },
      children: [{ path: 'settings', element: first }, ...own, user_defaults, ...more],
    },
  ];
}

const below = [
  { kind: 'merchant', label: 'Merchants', icon: IconBuildingStore },
  { kind: 'partner', label: 'Partners', icon: IconBuilding },
] as const;

/** The brand of the installation, of the office's role admin; others land at the root (G44). */
export const installationRoutes: RouteObject[] = [
  {
    path: 'branding',
    loader: () => (shownFor()?.role === may.brand_installation.role ? null : redirect('/admin')),
    lazy: async () => ({
      Component: (await import('./branding/installation-brand.tsx')).InstallationBranding,
    }),
  },
];

export const installationMenu: MenuEntry[] = [
  {
    label: 'Branding',
    group: 'Set up',
    icon: IconPalette,
    to: '/admin/branding',
    needs: may.brand_installation,
  },
];

/** Merchants and partners below, of administrators and partners. */
export function accountMenu(area: AreaAbove): MenuEntry[] {
  return below.map(({ kind, label, icon }) => ({
    label,
    group: 'Accounts',
    icon,
    to: listPath(area, kind),
    covers: new RegExp(`^/${area}/${kind}s/`),
  }));
}

export function settingsMenu(area: SettingsArea): MenuEntry[] {
  return [
    {
      label: 'Settings',
      group: 'Set up',
      icon: IconAdjustments,
      to: settingsPath(area, start[area]),
      covers: new RegExp(`^/${area}/settings(/|$)`),
      needs: may.change_settings,
    },
  ];
}
