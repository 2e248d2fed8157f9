// Screens about partners, merchants and settings in each of the three areas (spec 1 §2).
import { IconAdjustments, IconBuilding, IconBuildingStore, IconPalette } from '@tabler/icons-react';
import { Navigate, type RouteObject, redirect } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { lazyScreen, screenRoute } from '../kit/page/screen-route.tsx';
import { shownFor } from '../session/session.ts';
import { type Kind, listPath, type SettingsArea, settingsPath } from './paths.ts';

/** Areas that have accounts below them. */
type AreaAbove = Exclude<AccountType, 'merchant'>;

const partnerList = async () => (await import('./lists/account-list.tsx')).PartnerList;
const merchantList = async () => (await import('./lists/account-list.tsx')).MerchantList;
const newPartner = async () => (await import('./account/new-screens.tsx')).NewPartner;
const newMerchant = async () => (await import('./account/new-screens.tsx')).NewMerchant;

function listsAndForms(area: AreaAbove): RouteObject[] {
  return [
    screenRoute('partners/search', partnerList, { area }),
    screenRoute('merchants/search', merchantList, { area }),
    screenRoute('partners/create', newPartner, { area }),
    screenRoute('merchants/create', newMerchant, { area }),
  ];
}

const bases: Readonly<Record<Kind, string>> = {
  partner: 'partners/update/:partner_id',
  merchant: 'merchants/update/:merchantID',
};

const accountInfo = async () => (await import('./account/account-info.tsx')).AccountInfo;
const parents = async () => (await import('./account/parent-structure.tsx')).ParentStructure;

function tabs(area: AreaAbove, kind: Kind): RouteObject[] {
  return [
    { path: bases[kind], element: <Navigate to="info" replace /> },
    screenRoute(`${bases[kind]}/info`, accountInfo, { area, kind }),
    screenRoute(`${bases[kind]}/parent_structure`, parents, { area, kind }),
  ];
}

const brandList = async () => (await import('./branding/brand-list.tsx')).BrandList;
const newBrand = async () => (await import('./branding/brand-form.tsx')).NewBranding;
const oneBrand = async () => (await import('./branding/brand-form.tsx')).EditBranding;

function brandTabs(area: AreaAbove): RouteObject[] {
  if (area !== 'admin') return [];
  const base = `${bases.partner}/branding`;
  return [
    { path: base, element: <Navigate to="search" replace /> },
    screenRoute(`${base}/search`, brandList, { area }),
    screenRoute(`${base}/create`, newBrand, { area }),
    screenRoute(`${base}/update/:domain`, oneBrand, { area }),
  ];
}

const accountFrame = async () => (await import('./account/account-frame.tsx')).AccountFrame;

/** Tabs of one kind of account in their frame. */
function framed(area: AreaAbove, kind: Kind, children: RouteObject[]): RouteObject {
  return { lazy: lazyScreen(accountFrame, { area, kind }), children };
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
    ...listsAndForms(area),
    framed(area, 'partner', [...tabs(area, 'partner'), ...brandTabs(area), ...more.partner]),
    framed(area, 'merchant', [...tabs(area, 'merchant'), ...more.merchant]),
  ];
}

const defaults = async () => (await import('./settings/defaults.tsx')).Defaults;
const required = async () => (await import('./settings/required-fields.tsx')).RequiredFields;
const ownBrand = async () => (await import('./settings/merchant-branding.tsx')).MerchantBranding;
const userDefaults = async () => (await import('./settings/user-defaults.tsx')).UserDefaults;
const settingsFrame = async () => (await import('./settings/settings-frame.tsx')).SettingsFrame;

const merchant_settings: RouteObject[] = [
  screenRoute('settings/defaults', defaults, {}),
  screenRoute('settings/required-fields', required, {}),
  screenRoute('settings/branding', ownBrand, {}),
];

const start: Readonly<Record<SettingsArea, string>> = {
  merchant: 'defaults',
  partner: 'user-defaults',
};

/** Settings of a merchant are its admin role's (spec 1 §2); the others land at the root (G44). */
function settingsLoader(area: SettingsArea) {
  const shut = area === 'merchant' && shownFor()?.role !== may.see_settings.merchant_role;
  return shut ? redirect(`/${area}`) : null;
}

/** Settings of one's own account; `more` are screens that other rooms bring. */
export function settingsRoutes(area: SettingsArea, more: RouteObject[]): RouteObject[] {
  const own = area === 'merchant' ? merchant_settings : [];
  const first = <Navigate to={settingsPath(area, start[area])} replace />;
  return [
    {
      loader: () => settingsLoader(area),
      lazy: lazyScreen(settingsFrame, { area }),
      children: [
        { path: 'settings', element: first },
        ...own,
        screenRoute('settings/user-defaults', userDefaults, { area }),
        ...more,
      ],
    },
  ];
}

const below = [
  { kind: 'merchant', label: 'Merchants', icon: IconBuildingStore },
  { kind: 'partner', label: 'Partners', icon: IconBuilding },
] as const;

const officeBrand = async () =>
  (await import('./branding/installation-brand.tsx')).InstallationBranding;

/** The brand of the installation, of the office's role admin; others land at the root (G44). */
export const installationRoutes: RouteObject[] = [
  screenRoute('branding', officeBrand, {}, () =>
    shownFor()?.role === may.brand_installation.role ? null : redirect('/admin'),
  ),
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
      needs: may.see_settings,
    },
  ];
}
