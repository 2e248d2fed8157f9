// Screens of administrators (spec 1 §2).
import { identityMenu, identityRoutes } from '../identity/routes.tsx';
import { ledgerMenu, ledgerRoutes } from '../ledger/routes.tsx';
import { paymentMenu, paymentRoutes } from '../payments/routes.tsx';
import { areaRoutes } from './area.tsx';

export const adminRoutes = areaRoutes({
  area: 'admin',
  start: 'transaction',
  menu: [...paymentMenu('admin'), ...ledgerMenu('admin'), ...identityMenu('admin')],
  screens: [...paymentRoutes('admin'), ...ledgerRoutes('admin'), ...identityRoutes('admin')],
});
