// The dashboard of each area: the first screen after the sign-in (spec 1 §2, spec 3 §1).
import { IconLayoutDashboard } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import type { Kind } from '../accounts/paths.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { screenRoute } from '../kit/page/screen-route.tsx';

const dashboard = async () => (await import('./dashboard.tsx')).Dashboard;

export function dashboardRoutes(area: AccountType): RouteObject[] {
  return [screenRoute('dashboard', dashboard, { area })];
}

const stats = async () => (await import('./account-stats.tsx')).AccountStats;

/** The statistics tab of a merchant; that of a partner is for administrators (spec 1 §2). */
export function statsBelowRoutes(area: AccountType, kind: Kind): RouteObject[] {
  if (kind === 'merchant') {
    return [screenRoute('merchants/update/:merchantID/stats', stats, { area, kind })];
  }
  if (area !== 'admin') return [];
  return [screenRoute('partners/update/:partner_id/stats', stats, { area, kind })];
}

export function dashboardMenu(area: AccountType): MenuEntry[] {
  return [{ label: 'Dashboard', to: `/${area}/dashboard`, icon: IconLayoutDashboard }];
}
