// Screens of merchants (spec 1 §2).
import { customFieldMenu, customFieldRoutes } from '../accounts/custom-fields/routes.tsx';
import { settingsMenu, settingsRoutes } from '../accounts/routes.tsx';
import { identityMenu, identityRoutes, keyRoutes } from '../identity/routes.tsx';
import { ledgerMenu, ledgerRoutes } from '../ledger/routes.tsx';
import { paymentMenu, paymentRoutes } from '../payments/routes.tsx';
import { auditMenu, auditRoutes } from '../platform/routes.tsx';
import { outputRoutes } from '../reports/routes.tsx';
import { areaRoutes } from './area.tsx';

export const merchantRoutes = areaRoutes({
  area: 'merchant',
  start: 'transaction/search',
  menu: [
    ...paymentMenu('merchant'),
    ...ledgerMenu('merchant'),
    ...identityMenu('merchant'),
    ...auditMenu('merchant'),
    ...customFieldMenu,
    ...settingsMenu('merchant'),
  ],
  screens: [
    ...paymentRoutes('merchant'),
    ...ledgerRoutes('merchant'),
    ...identityRoutes('merchant'),
    ...auditRoutes('merchant'),
    ...customFieldRoutes,
    ...settingsRoutes('merchant', [...keyRoutes('merchant'), ...outputRoutes('merchant')]),
  ],
});
