// Screens of merchants (spec 1 §2).
import { identityMenu, identityRoutes } from '../identity/routes.tsx';
import { ledgerMenu, ledgerRoutes } from '../ledger/routes.tsx';
import { paymentMenu, paymentRoutes } from '../payments/routes.tsx';
import { areaRoutes } from './area.tsx';

export const merchantRoutes = areaRoutes({
  area: 'merchant',
  start: 'transaction/search',
  menu: [...paymentMenu('merchant'), ...ledgerMenu('merchant'), ...identityMenu('merchant')],
  screens: [
    ...paymentRoutes('merchant'),
    ...ledgerRoutes('merchant'),
    ...identityRoutes('merchant'),
  ],
});
