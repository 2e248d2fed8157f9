// Screens and menu entries of payments in each of the three areas.
import {
  IconAlertTriangle,
  IconArrowsLeftRight,
  IconBuildingBank,
  IconHelpCircle,
  IconKeyboard,
  IconPlug,
} from '@tabler/icons-react';
import { type RouteObject, redirect, useParams } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { shownFor } from '../session/session.ts';
import {
  config_paths,
  list_paths,
  settlement_exceptions_path,
  settlementPath,
  terminal_path,
  unresolved_path,
} from './paths.ts';
import { ownProcessorRoutes } from './processors/routes.tsx';

/** A path below its area: routes are told without the area in front. */
function below(area: AccountType, path: string): string {
  return path.slice(`/${area}/`.length);
}

/** Totals stand above a merchant's own list alone. */
function configPaths(area: AccountType): string[] {
  const { 'transaction-totals': totals, ...both } = config_paths;
  return [...Object.values(both), ...(area === 'merchant' ? [totals] : [])];
}

function list(area: AccountType): RouteObject {
  return {
    path: below(area, list_paths[area]),
    lazy: async () => {
      const { TransactionList } = await import('./transactions/list/list-screen.tsx');
      return { Component: () => <TransactionList area={area} /> };
    },
    children: [
      { index: true, element: null },
      {
        lazy: async () => {
          const { OutputDialog } = await import('../reports/output-dialog.tsx');
          return { Component: () => <OutputDialog area={area} /> };
        },
        children: configPaths(area).map((path) => ({ path, element: null })),
      },
    ],
  };
}

function detail(area: AccountType): RouteObject {
  return {
    path: area === 'merchant' ? 'transaction/detail/:id' : ':merchantID/transaction/detail/:id',
    lazy: async () => {
      const { DetailScreen } = await import('./transactions/detail/detail-screen.tsx');
      return { Component: () => <DetailScreen area={area} /> };
    },
  };
}

function settlements(area: AccountType): RouteObject {
  return {
    path: below(area, settlementPath(area)),
    lazy: async () => {
      const { BatchList } = await import('./settlement/batch-list.tsx');
      return { Component: () => <BatchList area={area} /> };
    },
  };
}

/** The transactions tab of a merchant below (spec 1 §2). */
export function transactionsBelowRoutes(area: AccountType): RouteObject[] {
  return [
    {
      path: 'merchants/update/:merchantID/transaction',
      lazy: async () => {
        const { TransactionList } = await import('./transactions/list/list-screen.tsx');
        return {
          Component: () => {
            const { merchantID = '' } = useParams();
            return <TransactionList area={area} merchant_id={merchantID} />;
          },
        };
      },
    },
  ];
}

const terminal: RouteObject = {
  path: `${below('merchant', terminal_path)}/:paymentType?`,
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

/** Only the office's role admin decides about money. */
const exceptions: RouteObject = {
  path: below('admin', settlement_exceptions_path),
  loader: () => {
    const { role } = may.manage_settlement_exceptions;
    return shownFor()?.role === role ? null : redirect('/admin');
  },
  lazy: async () => {
    const { ExceptionList } = await import('./settlement/exception-list.tsx');
    return { Component: ExceptionList };
  },
};

/** Routes below the area's own. */
export function paymentRoutes(area: AccountType): RouteObject[] {
  const both = [list(area), detail(area), settlements(area)];
  if (area === 'merchant') return [...both, terminal, ...ownProcessorRoutes];
  return area === 'admin' ? [...both, exceptions, ...queue] : both;
}

const processors_entry: MenuEntry = {
  label: 'Processors',
  group: 'Set up',
  to: '/merchant/processors',
  icon: IconPlug,
  covers: /\/merchant\/processors\//,
};

const terminal_entry: MenuEntry = {
  label: 'Virtual Terminal',
  to: terminal_path,
  icon: IconKeyboard,
  needs: may.use_terminal,
};

export function paymentMenu(area: AccountType): MenuEntry[] {
  const transactions = {
    label: 'Transactions',
    to: list_paths[area],
    icon: IconArrowsLeftRight,
    covers: /\/transaction\/detail\/|\/transaction(s|\/search)?\/config\/|\/admin\/custom-output/,
  };
  const batches = {
    label: 'Settlements',
    to: settlementPath(area),
    icon: IconBuildingBank,
    needs: may.see_settlements,
  };
  const unresolved = {
    label: 'Unresolved',
    to: unresolved_path,
    icon: IconHelpCircle,
    covers: /\/unresolved\//,
  };
  const not_booked = {
    label: 'Settlement exceptions',
    to: settlement_exceptions_path,
    icon: IconAlertTriangle,
    needs: may.manage_settlement_exceptions,
  };
  if (area === 'admin') return [transactions, batches, not_booked, unresolved];
  if (area === 'partner') return [transactions, batches];
  return [terminal_entry, transactions, batches, processors_entry];
}
