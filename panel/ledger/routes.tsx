// Screens and menu entries of the ledger in each of the three areas.
import { IconReportMoney } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { screenRoute } from '../kit/page/screen-route.tsx';
import { balancesPath } from './paths.ts';

const balances = async () => (await import('./balances.tsx')).Balances;
const books = async () => (await import('./books-screen.tsx')).BooksScreen;

/** Routes below the area's own. */
export function ledgerRoutes(area: AccountType): RouteObject[] {
  return [screenRoute('balances', balances, { area }), screenRoute('books', books, { area })];
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
