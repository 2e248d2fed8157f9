// Screens of processors: a merchant's own, the tab of a merchant below, what a partner offers.
import { Navigate, type RouteObject } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { allowed, type Subject } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { screenRoute } from '../../kit/page/screen-route.tsx';
import { placed } from '../placed.tsx';
import { processorsPath } from './paths.ts';

const rightsOf = (viewer: Subject) => ({
  may_manage: allowed(may.manage_processors, viewer).ok,
});

const listAt = (area: AccountType) =>
  placed(area, rightsOf, async () => {
    const { ProcessorList } = await import('./processor-list.tsx');
    return (place) => <ProcessorList {...place} />;
  });
const screens = () => import('./processor-screens.tsx');
const oneAt = (area: AccountType) =>
  placed(area, rightsOf, async () => {
    const { OneProcessor } = await screens();
    return (place) => <OneProcessor {...place} />;
  });
const newAt = (area: AccountType) =>
  placed(area, rightsOf, async () => {
    const { NewProcessor } = await screens();
    return (place) =>
      place.may_manage ? (
        <NewProcessor {...place} />
      ) : (
        <Navigate to={processorsPath(place)} replace />
      );
  });

/** `/merchant/processors`: to look at. */
export const ownProcessorRoutes: RouteObject[] = [
  { path: 'processors', lazy: listAt('merchant') },
  { path: 'processors/update/:processorID', lazy: oneAt('merchant') },
];

/** The processors tab of a merchant below, for administrators and partners. */
export function processorsBelowRoutes(area: 'admin' | 'partner'): RouteObject[] {
  const base = 'merchants/update/:merchantID/processors';
  return [
    { path: base, element: <Navigate to="search" replace /> },
    { path: `${base}/search`, lazy: listAt(area) },
    { path: `${base}/create`, lazy: newAt(area) },
    { path: `${base}/update/:processorID`, lazy: oneAt(area) },
  ];
}

/** A tab of a partner's settings. */
export const availableRoutes: RouteObject[] = [
  screenRoute(
    'settings/available-processors',
    async () => (await import('./available-processors.tsx')).AvailableProcessors,
    {},
  ),
];
