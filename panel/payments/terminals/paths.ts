// Paths of terminals: a merchant's own, and the tab of a merchant below (spec 1 §2).
import type { AccountType } from '../../../contract/access/access.ts';

interface Merchant {
  area: AccountType;
  merchant_id: string;
}

export interface Place extends Merchant {
  /** Whether the viewer sets terminals up: partners and administrators. */
  sets_up: boolean;
  /** Whether the viewer changes what a merchant's users may, and settles. */
  may_manage: boolean;
}

/** `/merchant/manage-terminals/list`, `/admin/merchants/update/{id}/terminals/search`. */
export function terminalsPath({ area, merchant_id }: Merchant): string {
  if (area === 'merchant') return '/merchant/manage-terminals/list';
  return `/${area}/merchants/update/${merchant_id}/terminals/search`;
}

const base = (place: Merchant) => terminalsPath(place).replace(/\/(list|search)$/, '');

export const newTerminalPath = (place: Merchant): string => `${base(place)}/create`;

export const terminalPath = (place: Merchant, id: string): string => `${base(place)}/update/${id}`;
