// Screens and menu entries of payments in each of the three areas.
import {
  type Icon,
  IconAlertTriangle,
  IconArrowsLeftRight,
  IconBuildingBank,
  IconDeviceMobile,
  IconDeviceUsb,
  IconHelpCircle,
  IconKeyboard,
  IconPlug,
} from '@tabler/icons-react';
import { type RouteObject, redirect, useParams } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { belowArea, lazyScreen, screenRoute } from '../kit/page/screen-route.tsx';
import { shownFor } from '../session/session.ts';
import { ownDeviceRoutes } from './devices/routes.tsx';
import {
  config_paths,
  list_paths,
  settlement_exceptions_path,
  settlementPath,
  terminal_path,
  unresolved_path,
} from './paths.ts';
import { ownProcessorRoutes } from './processors/routes.tsx';
import { ownTerminalRoutes } from './terminals/routes.tsx';

/** Totals are shown above a merchant's own list only. */
function configPaths(area: AccountType): string[] {
  const { 'transaction-totals': totals, ...both } = config_paths;
  return [...Object.values(both), ...(area === 'merchant' ? [totals] : [])];
}

const transactionList = async () =>
  (await import('./transactions/list/list-screen.tsx')).TransactionList;
const outputDialog = async () => (await import('../reports/output-dialog.tsx')).OutputDialog;
const detail = async () => (await import('./transactions/detail/detail-screen.tsx')).DetailScreen;
const batchList = async () => (await import('./settlement/batch-list.tsx')).BatchList;
const terminal = async () =>
  (await import('./virtual-terminal/terminal-screen.tsx')).TerminalScreen;
const exceptions = async () => (await import('./settlement/exception-list.tsx')).ExceptionList;
const unresolvedList = async () =>
  (await import('./unresolved/unresolved-list.tsx')).UnresolvedList;
const unresolvedOne = async () =>
  (await import('./unresolved/unresolved-detail.tsx')).UnresolvedDetail;

function listRoute(area: AccountType): RouteObject {
  return {
    path: belowArea(area, list_paths[area]),
    lazy: lazyScreen(transactionList, { area }),
    children: [
      { index: true, element: null },
      {
        lazy: lazyScreen(outputDialog, { area }),
        children: configPaths(area).map((path) => ({ path, element: null })),
      },
    ],
  };
}

/** The transactions tab of a merchant below (spec 1 §2). */
export function transactionsBelowRoutes(area: AccountType): RouteObject[] {
  const load = async () => {
    const List = await transactionList();
    return () => {
      const { merchantID = '' } = useParams();
      return <List area={area} merchant_id={merchantID} />;
    };
  };
  return [screenRoute('merchants/update/:merchantID/transaction', load, {})];
}

/** The transactions tab of a saved customer (spec 1 §2). */
export const customerTransactionsRoute = screenRoute(
  'transaction-list',
  async () => {
    const { CustomerTransactions } = await import('./transactions/list/customer-transactions.tsx');
    return () => {
      const { customerID = '' } = useParams();
      return <CustomerTransactions area="merchant" customer_id={customerID} />;
    };
  },
  {},
);

const terminal_route = screenRoute(
  `${belowArea('merchant', terminal_path)}/:paymentType?/:customerId?`,
  terminal,
  {},
);

const unresolved_at = belowArea('admin', unresolved_path);

/** Only the office's role admin decides about money. */
function exceptionLoader() {
  const { role } = may.manage_settlement_exceptions;
  return shownFor()?.role === role ? null : redirect('/admin');
}

const admin_routes = [
  screenRoute(belowArea('admin', settlement_exceptions_path), exceptions, {}, exceptionLoader),
  screenRoute(unresolved_at, unresolvedList, {}),
  screenRoute(`${unresolved_at}/:merchantID/:attemptID`, unresolvedOne, {}),
];

/** Routes below the area's own. */
export function paymentRoutes(area: AccountType): RouteObject[] {
  const one = 'transaction/detail/:id';
  const shared = [
    listRoute(area),
    screenRoute(area === 'merchant' ? one : `:merchantID/${one}`, detail, { area }),
    screenRoute(belowArea(area, settlementPath(area)), batchList, { area }),
  ];
  if (area === 'merchant')
    return [
      ...shared,
      terminal_route,
      ...ownProcessorRoutes,
      ...ownTerminalRoutes,
      ...ownDeviceRoutes,
    ];
  return area === 'admin' ? [...shared, ...admin_routes] : shared;
}

function setUpEntry(label: string, icon: Icon, path: string, to = path): MenuEntry {
  return { label, group: 'Set up', to, icon, covers: new RegExp(`${path}/`) };
}
const processors_entry = setUpEntry('Processors', IconPlug, '/merchant/processors');
const terminals_entry = setUpEntry(
  'Terminals',
  IconDeviceMobile,
  '/merchant/manage-terminals',
  '/merchant/manage-terminals/list',
);
const devices_entry = setUpEntry('Card readers', IconDeviceUsb, '/merchant/manage_devices');

const terminal_entry: MenuEntry = {
  label: 'Virtual Terminal',
  to: terminal_path,
  icon: IconKeyboard,
  covers: /\/virtual-terminal\//,
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
    label: 'Unresolved payments',
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
  return [terminal_entry, transactions, batches, processors_entry, terminals_entry, devices_entry];
}
