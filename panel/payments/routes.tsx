// Screens and menu entries of payments in each of the three areas.
import { IconArrowsLeftRight, IconKeyboard } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import type { AccountType } from '../../contract/access.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { list_paths, terminal_path } from './paths.ts';

/** A path below its area: routes are told without the area in front. */
function below(area: AccountType, path: string): string {
  return path.slice(`/${area}/`.length);
}

function list(area: AccountType): RouteObject {
  return {
    path: below(area, list_paths[area]),
    lazy: async () => {
      const { TransactionList } = await import('./transactions/list-screen.tsx');
      return { Component: () => <TransactionList area={area} /> };
    },
  };
}

function detail(area: AccountType): RouteObject {
  return {
    path: area === 'merchant' ? 'transaction/detail/:id' : ':merchantID/transaction/detail/:id',
    lazy: async () => {
      const { TransactionDetail } = await import('./transactions/detail-screen.tsx');
      return { Component: () => <TransactionDetail area={area} /> };
    },
  };
}

const terminal: RouteObject = {
  path: below('merchant', terminal_path),
  lazy: async () => {
    const { TerminalScreen } = await import('./terminal/terminal-screen.tsx');
    return { Component: TerminalScreen };
  },
};

/** Routes below the area's own. */
export function paymentRoutes(area: AccountType): RouteObject[] {
  const both = [list(area), detail(area)];
  return area === 'merchant' ? [...both, terminal] : both;
}

export function paymentMenu(area: AccountType): MenuEntry[] {
  const transactions = {
    label: 'Transactions',
    to: list_paths[area],
    icon: IconArrowsLeftRight,
    covers: /\/transaction\/detail\//,
  };
  if (area !== 'merchant') return [transactions];
  return [{ label: 'Virtual Terminal', to: terminal_path, icon: IconKeyboard }, transactions];
}
