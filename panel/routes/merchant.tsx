// Screens of merchants (spec 1 §2).
import { customFieldMenu, customFieldRoutes } from '../accounts/custom-fields/routes.tsx';
import { settingsMenu, settingsRoutes } from '../accounts/routes.tsx';
import { identityMenu, keyRoutes } from '../identity/routes.tsx';
import { applePayRoutes } from '../payments/apple-pay/routes.tsx';
import { customerTransactionsRoute } from '../payments/routes.tsx';
import { auditMenu } from '../platform/routes.tsx';
import { outputRoutes } from '../reports/routes.tsx';
import { cardUpdatesMenu, vaultMenu, vaultRoutes } from '../vault/routes.tsx';
import { areaRoutes } from './area.tsx';
import { firstMenu, sharedRoutes } from './shared.tsx';

const area = 'merchant';
const settings = [...keyRoutes(area), ...outputRoutes(area), ...applePayRoutes];

export const merchantRoutes = areaRoutes({
  area,
  start: 'dashboard',
  menu: [
    ...firstMenu(area, vaultMenu),
    ...cardUpdatesMenu,
    ...identityMenu(area),
    ...auditMenu(area),
    ...customFieldMenu,
    ...settingsMenu(area),
  ],
  screens: [
    ...sharedRoutes(area),
    ...vaultRoutes([customerTransactionsRoute]),
    ...customFieldRoutes,
    ...settingsRoutes(area, settings),
  ],
});
