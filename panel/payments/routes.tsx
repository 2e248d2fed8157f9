// Screens and menu entries of payments in each of the three areas.
import type { RouteObject } from 'react-router';
import type { AccountType } from '../../contract/access.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';

export function paymentRoutes(_area: AccountType): RouteObject[] {
  return [];
}

export function paymentMenu(_area: AccountType): MenuEntry[] {
  return [];
}
