// Screens of partners (spec 1 §2).
import { identityMenu, identityRoutes } from '../identity/routes.tsx';
import { ledgerMenu, ledgerRoutes } from '../ledger/routes.tsx';
import { paymentMenu, paymentRoutes } from '../payments/routes.tsx';
import { areaRoutes } from './area.tsx';

export const partnerRoutes = areaRoutes({
  area: 'partner',
  start: 'transactions',
  menu: [...paymentMenu('partner'), ...ledgerMenu('partner'), ...identityMenu('partner')],
  screens: [...paymentRoutes('partner'), ...ledgerRoutes('partner'), ...identityRoutes('partner')],
});
