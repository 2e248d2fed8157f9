// Screens and menu entries of the ledger in each of the three areas.
import { IconReportMoney } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { balancesPath } from './paths.ts';

/** Routes below the area's own. */
export function ledgerRoutes(area: AccountType): RouteObject[] {
  return [
    {
      path: 'balances',
      lazy: async () => {
        const { Balances } = await import('./balances.tsx');
        return { Component: () => <Balances area={area} /> };
      },
    },
    {
      path: 'books',
      lazy: async () => {
        const { BooksScreen } = await import('./books-screen.tsx');
        return { Component: () => <BooksScreen area={area} /> };
      },
    },
  ];
}

export function ledgerMenu(area: AccountType): MenuEntry[] {
  return [
    {
      label: 'Balances',
      to: balancesPath(area),
      icon: IconReportMoney,
      needs: may.see_settlements,
    },
  ];
}
