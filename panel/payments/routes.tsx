// Screens and menu entries of payments in each of the three areas.
import { IconArrowsLeftRight, IconHelpCircle, IconKeyboard } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import type { AccountType } from '../../contract/access.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { list_paths, terminal_path, unresolved_path } from './paths.ts';

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

/** The operator's queue, and one attempt of it. */
const queue: RouteObject[] = [
  {
    path: below('admin', unresolved_path),
    lazy: async () => {
      const { UnresolvedList } = await import('./unresolved/unresolved-list.tsx');
      return { Component: UnresolvedList };
    },
  },
  {
    path: `${below('admin', unresolved_path)}/:merchantID/:attemptID`,
    lazy: async () => {
      const { UnresolvedDetail } = await import('./unresolved/unresolved-detail.tsx');
      return { Component: UnresolvedDetail };
    },
  },
];

/** Routes below the area's own. */
export function paymentRoutes(area: AccountType): RouteObject[] {
  const both = [list(area), detail(area)];
  if (area === 'merchant') return [...both, terminal];
  return area === 'admin' ? [...both, ...queue] : both;
}

export function paymentMenu(area: AccountType): MenuEntry[] {
  const transactions = {
    label: 'Transactions',
    to: list_paths[area],
    icon: IconArrowsLeftRight,
    covers: /\/transaction\/detail\//,
  };
  const unresolved = {
    label: 'Unresolved',
    to: unresolved_path,
    icon: IconHelpCircle,
    covers: /\/unresolved\//,
  };
  if (area === 'admin') return [transactions, unresolved];
  if (area === 'partner') return [transactions];
  return [{ label: 'Virtual Terminal', to: terminal_path, icon: IconKeyboard }, transactions];
}
