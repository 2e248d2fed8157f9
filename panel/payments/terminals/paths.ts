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

const own_path = '/merchant/manage-terminals';

/** `/merchant/manage-terminals/list`, `/admin/merchants/update/{id}/terminals/search`. */
export function terminalsPath({ area, merchant_id }: Merchant): string {
  if (area === 'merchant') return `${own_path}/list`;
  return `/${area}/merchants/update/${merchant_id}/terminals/search`;
}

export function newTerminalPath({ area, merchant_id }: Merchant): string {
  return `/${area}/merchants/update/${merchant_id}/terminals/create`;
}

export function terminalPath({ area, merchant_id }: Merchant, id: string): string {
  if (area === 'merchant') return `${own_path}/update/${id}`;
  return `/${area}/merchants/update/${merchant_id}/terminals/update/${id}`;
}
