// Screens of partners (spec 1 §2).
import { accountMenu, settingsMenu, settingsRoutes } from '../accounts/routes.tsx';
import { identityMenu, keyRoutes } from '../identity/routes.tsx';
import { availableRoutes } from '../payments/processors/routes.tsx';
import { auditMenu } from '../platform/routes.tsx';
import { outputRoutes } from '../reports/routes.tsx';
import { areaRoutes } from './area.tsx';
import { accountsBelowRoutes, firstMenu, sharedRoutes } from './shared.tsx';

const area = 'partner';
const settings = [...keyRoutes(area), ...outputRoutes(area), ...availableRoutes];

export const partnerRoutes = areaRoutes({
  area,
  start: 'dashboard',
  menu: [
    ...firstMenu(area),
    ...accountMenu(area),
    ...identityMenu(area),
    ...auditMenu(area),
    ...settingsMenu(area),
  ],
  screens: [...sharedRoutes(area), ...accountsBelowRoutes(area), ...settingsRoutes(area, settings)],
});
