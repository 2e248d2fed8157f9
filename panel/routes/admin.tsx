// Screens of administrators (spec 1 §2).
import {
  accountMenu,
  accountRoutes,
  installationMenu,
  installationRoutes,
} from '../accounts/routes.tsx';
import { identityMenu, identityRoutes, keyRoutes, usersBelowRoutes } from '../identity/routes.tsx';
import { ledgerMenu, ledgerRoutes } from '../ledger/routes.tsx';
import { processorsBelowRoutes } from '../payments/processors/routes.tsx';
import { paymentMenu, paymentRoutes, transactionsBelowRoutes } from '../payments/routes.tsx';
import { auditMenu, auditRoutes } from '../platform/routes.tsx';
import { outputRoutes } from '../reports/routes.tsx';
import { areaRoutes } from './area.tsx';

export const adminRoutes = areaRoutes({
  area: 'admin',
  start: 'transaction',
  menu: [
    ...paymentMenu('admin'),
    ...ledgerMenu('admin'),
    ...accountMenu('admin'),
    ...identityMenu('admin'),
    ...installationMenu,
    ...auditMenu('admin'),
  ],
  screens: [
    ...paymentRoutes('admin'),
    ...ledgerRoutes('admin'),
    ...accountRoutes('admin', {
      partner: usersBelowRoutes('admin', 'partner'),
      merchant: [
        ...usersBelowRoutes('admin', 'merchant'),
        ...processorsBelowRoutes('admin'),
        ...transactionsBelowRoutes('admin'),
      ],
    }),
    ...identityRoutes('admin'),
    ...installationRoutes,
    ...auditRoutes('admin'),
    ...keyRoutes('admin'),
    ...outputRoutes('admin'),
  ],
});
