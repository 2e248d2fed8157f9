// Screens of partners (spec 1 §2).
import { accountMenu, accountRoutes, settingsMenu, settingsRoutes } from '../accounts/routes.tsx';
import { identityMenu, identityRoutes, keyRoutes, usersBelowRoutes } from '../identity/routes.tsx';
import { ledgerMenu, ledgerRoutes } from '../ledger/routes.tsx';
import { availableRoutes, processorsBelowRoutes } from '../payments/processors/routes.tsx';
import { paymentMenu, paymentRoutes, transactionsBelowRoutes } from '../payments/routes.tsx';
import { auditMenu, auditRoutes } from '../platform/routes.tsx';
import { outputRoutes } from '../reports/routes.tsx';
import { areaRoutes } from './area.tsx';

export const partnerRoutes = areaRoutes({
  area: 'partner',
  start: 'transactions',
  menu: [
    ...paymentMenu('partner'),
    ...ledgerMenu('partner'),
    ...accountMenu('partner'),
    ...identityMenu('partner'),
    ...auditMenu('partner'),
    ...settingsMenu('partner'),
  ],
  screens: [
    ...paymentRoutes('partner'),
    ...ledgerRoutes('partner'),
    ...accountRoutes('partner', {
      partner: usersBelowRoutes('partner', 'partner'),
      merchant: [
        ...usersBelowRoutes('partner', 'merchant'),
        ...processorsBelowRoutes('partner'),
        ...transactionsBelowRoutes('partner'),
      ],
    }),
    ...identityRoutes('partner'),
    ...auditRoutes('partner'),
    ...settingsRoutes('partner', [
      ...keyRoutes('partner'),
      ...outputRoutes('partner'),
      ...availableRoutes,
    ]),
  ],
});
