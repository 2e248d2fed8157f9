// What several areas share: the first menu entries, screens, and the accounts below.
import type { RouteObject } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { accountRoutes } from '../accounts/routes.tsx';
import { dashboardMenu, dashboardRoutes, statsBelowRoutes } from '../dashboard/routes.tsx';
import { identityRoutes, usersBelowRoutes } from '../identity/routes.tsx';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { ledgerMenu, ledgerRoutes } from '../ledger/routes.tsx';
import { devicesBelowRoutes } from '../payments/devices/routes.tsx';
import { processorsBelowRoutes } from '../payments/processors/routes.tsx';
import { paymentMenu, paymentRoutes, transactionsBelowRoutes } from '../payments/routes.tsx';
import { terminalsBelowRoutes } from '../payments/terminals/routes.tsx';
import { auditRoutes } from '../platform/routes.tsx';

/** `more`: entries of the area alone, between payments and balances. */
export function firstMenu(area: AccountType, more: readonly MenuEntry[] = []): MenuEntry[] {
  return [...dashboardMenu(area), ...paymentMenu(area), ...more, ...ledgerMenu(area)];
}

export function sharedRoutes(area: AccountType): RouteObject[] {
  return [
    ...dashboardRoutes(area),
    ...paymentRoutes(area),
    ...ledgerRoutes(area),
    ...identityRoutes(area),
    ...auditRoutes(area),
  ];
}

/** Partners and merchants below an office or a partner, with the tabs of each. */
export function accountsBelowRoutes(area: 'admin' | 'partner'): RouteObject[] {
  return accountRoutes(area, {
    partner: [...usersBelowRoutes(area, 'partner'), ...statsBelowRoutes(area, 'partner')],
    merchant: [
      ...usersBelowRoutes(area, 'merchant'),
      ...processorsBelowRoutes(area),
      ...terminalsBelowRoutes(area),
      ...devicesBelowRoutes(area),
      ...transactionsBelowRoutes(area),
      ...statsBelowRoutes(area, 'merchant'),
    ],
  });
}
