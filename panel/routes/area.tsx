// One area of the panel as a route: its guard, its shell, its screens, and where unknown paths go.
import { Navigate, type RouteObject, redirect } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { mayEnter } from '../session/session.ts';
import { RouteError } from '../shell/route-error.tsx';

/** What the shell reads off the matched area. */
export interface AreaHandle {
  area: AccountType;
  menu: MenuEntry[];
}

interface Area {
  area: AccountType;
  /** Path below the area that its root opens. */
  start: string;
  menu: MenuEntry[];
  screens: RouteObject[];
}

/** Guarded by the account type (spec 1 §2); unknown paths go to the area's root. */
export function areaRoutes({ area, start, menu, screens }: Area): RouteObject {
  const root = <Navigate to={`/${area}/${start}`} replace />;
  return {
    path: `/${area}`,
    handle: { area, menu } satisfies AreaHandle,
    loader: () => (mayEnter(area) ? null : redirect('/')),
    lazy: async () => ({ Component: (await import('../shell/area-shell.tsx')).AreaShell }),
    errorElement: <RouteError />,
    hydrateFallbackElement: <div />,
    children: [
      {
        errorElement: <RouteError inside />,
        children: [{ index: true, element: root }, ...screens, { path: '*', element: root }],
      },
    ],
  };
}
