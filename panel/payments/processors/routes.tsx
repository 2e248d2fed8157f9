// Screens of processors: a merchant's own, the tab of a merchant below, what a partner offers.
import type { ReactNode } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { screenRoute } from '../../kit/page/screen-route.tsx';
import { type Place, processorsPath } from './paths.ts';

/** A screen of a place; loaded whole on demand, so that the sign-in stays light. */
function placed(area: AccountType, load: () => Promise<(place: Place) => ReactNode>) {
  return async () => {
    const [{ ProcessorPlace: At }, show] = await Promise.all([
      import('./processor-place.tsx'),
      load(),
    ]);
    return { Component: () => <At area={area} show={show} /> };
  };
}

const listAt = (area: AccountType) =>
  placed(area, async () => {
    const { ProcessorList } = await import('./processor-list.tsx');
    return (place) => <ProcessorList {...place} />;
  });
const screens = () => import('./processor-screens.tsx');
const oneAt = (area: AccountType) =>
  placed(area, async () => {
    const { OneProcessor } = await screens();
    return (place) => <OneProcessor {...place} />;
  });
const newAt = (area: AccountType) =>
  placed(area, async () => {
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
