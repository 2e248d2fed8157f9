// Screens of card readers: a merchant's own, and the tab of a merchant below.
import { Navigate, type RouteObject } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { placed } from '../placed.tsx';
import { terminalRights } from '../terminals/rights.ts';
import { devicesPath } from './paths.ts';

const listAt = (area: AccountType) =>
  placed(area, terminalRights, async () => {
    const { DeviceList } = await import('./device-list.tsx');
    return (place) => <DeviceList {...place} />;
  });
const formAt = (area: AccountType) =>
  placed(area, terminalRights, async () => {
    const { DeviceForm } = await import('./device-form.tsx');
    return (place) =>
      place.may_manage ? <DeviceForm {...place} /> : <Navigate to={devicesPath(place)} replace />;
  });

const screensAt = (area: AccountType, list: string, base: string): RouteObject[] => [
  { path: list, lazy: listAt(area) },
  { path: `${base}/create`, lazy: formAt(area) },
  { path: `${base}/update/:deviceID`, lazy: formAt(area) },
];

/** `/merchant/manage_devices`. */
export const ownDeviceRoutes = screensAt('merchant', 'manage_devices', 'manage_devices');

/** The card readers tab of a merchant below, for administrators and partners. */
export function devicesBelowRoutes(area: 'admin' | 'partner'): RouteObject[] {
  const base = 'merchants/update/:merchantID/devices';
  return [
    { path: base, element: <Navigate to="search" replace /> },
    ...screensAt(area, `${base}/search`, base),
  ];
}
