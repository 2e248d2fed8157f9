// Screens of terminals: a merchant's own, and the tab of a merchant below.
import { Navigate, type RouteObject } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { placed } from '../placed.tsx';
import { terminalsPath } from './paths.ts';
import { terminalRights } from './rights.ts';

const listAt = (area: AccountType) =>
  placed(area, terminalRights, async () => {
    const { TerminalList } = await import('./terminal-list.tsx');
    return (place) => <TerminalList {...place} />;
  });
const screens = () => import('./terminal-screens.tsx');
const oneAt = (area: AccountType) =>
  placed(area, terminalRights, async () => {
    const { OneTerminal } = await screens();
    return (place) => <OneTerminal {...place} />;
  });
const newAt = (area: AccountType) =>
  placed(area, terminalRights, async () => {
    const { NewTerminal } = await screens();
    return (place) =>
      place.sets_up ? <NewTerminal {...place} /> : <Navigate to={terminalsPath(place)} replace />;
  });

/** `/merchant/manage-terminals`. */
export const ownTerminalRoutes: RouteObject[] = [
  { path: 'manage-terminals', element: <Navigate to="list" replace /> },
  { path: 'manage-terminals/list', lazy: listAt('merchant') },
  { path: 'manage-terminals/update/:terminalID', lazy: oneAt('merchant') },
];

/** The terminals tab of a merchant below, for administrators and partners. */
export function terminalsBelowRoutes(area: 'admin' | 'partner'): RouteObject[] {
  const base = 'merchants/update/:merchantID/terminals';
  return [
    { path: base, element: <Navigate to="search" replace /> },
    { path: `${base}/search`, lazy: listAt(area) },
    { path: `${base}/create`, lazy: newAt(area) },
    { path: `${base}/update/:terminalID`, lazy: oneAt(area) },
  ];
}
