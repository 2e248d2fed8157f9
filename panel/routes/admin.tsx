// Screens of administrators (spec 1 §2).
import { accountMenu, installationMenu, installationRoutes } from '../accounts/routes.tsx';
import { identityMenu, keyRoutes } from '../identity/routes.tsx';
import { auditMenu } from '../platform/routes.tsx';
import { outputRoutes } from '../reports/routes.tsx';
import { areaRoutes } from './area.tsx';
import { accountsBelowRoutes, firstMenu, sharedRoutes } from './shared.tsx';

const area = 'admin';

export const adminRoutes = areaRoutes({
  area,
  start: 'dashboard',
  menu: [
    ...firstMenu(area),
    ...accountMenu(area),
    ...identityMenu(area),
    ...installationMenu,
    ...auditMenu(area),
  ],
  screens: [
    ...sharedRoutes(area),
    ...accountsBelowRoutes(area),
    ...installationRoutes,
    ...keyRoutes(area),
    ...outputRoutes(area),
  ],
});
