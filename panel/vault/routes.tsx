// Screens and menu entries of saved customers, for merchants alone (spec 1 §2, decisions G04).
import { IconRefreshDot, IconUsers } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import { may } from '../../contract/access/may.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { belowArea, lazyScreen, screenRoute } from '../kit/page/screen-route.tsx';
import {
  card_updates_path,
  customers_path,
  import_customers_path,
  new_customer_path,
} from './paths.ts';

const list = async () => (await import('./customer-list.tsx')).CustomerList;
const create = async () => (await import('./new-customer.tsx')).NewCustomer;
const importing = async () => (await import('./import-screen.tsx')).ImportScreen;
const frame = async () => (await import('./customer-screen.tsx')).CustomerScreen;
const details = async () => (await import('./customer-details.tsx')).CustomerDetails;
const methods = async () => (await import('./method-list.tsx')).MethodList;
const addresses = async () => (await import('./address-list.tsx')).AddressList;
const merge = async () => (await import('./merge-screen.tsx')).MergeScreen;
const otherTab = async () => (await import('./other-tab.tsx')).OtherTab;

const updates = async () => (await import('./card-updates.tsx')).CardUpdates;

const below = (path: string) => belowArea('merchant', path);

/** `tabs`: what other rooms show of a customer, each at a path below it. */
export const vaultRoutes = (tabs: RouteObject[]): RouteObject[] => [
  screenRoute(below(customers_path), list, {}),
  screenRoute(below(new_customer_path), create, {}),
  screenRoute(below(import_customers_path), importing, {}),
  screenRoute(below(card_updates_path), updates, {}),
  {
    path: 'customer/edit/:customerID',
    lazy: lazyScreen(frame, {}),
    children: [
      { index: true, lazy: lazyScreen(details, {}) },
      screenRoute('payment-list', methods, {}),
      screenRoute('address-list', addresses, {}),
      screenRoute('merge', merge, {}),
      { lazy: lazyScreen(otherTab, {}), children: tabs },
    ],
  },
];

export const vaultMenu: MenuEntry[] = [
  {
    label: 'Customers',
    to: customers_path,
    icon: IconUsers,
    covers: /\/merchant\/customer\//,
    needs: may.see_customers,
  },
];

export const cardUpdatesMenu: MenuEntry[] = [
  {
    label: 'Account updater',
    group: 'Set up',
    to: card_updates_path,
    icon: IconRefreshDot,
    needs: may.see_card_updates,
  },
];
