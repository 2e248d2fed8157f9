// Paths of terminals: a merchant's own, and the tab of a merchant below (spec 1 §2).
import type { MerchantAt } from '../merchant-place.tsx';

export interface Place extends MerchantAt {
  /** Whether the viewer sets terminals up: partners and administrators. */
  sets_up: boolean;
  /** Whether the viewer changes what a merchant's users may, and settles. */
  may_manage: boolean;
}

/** `/merchant/manage-terminals/list`, `/admin/merchants/update/{id}/terminals/search`. */
export function terminalsPath({ area, merchant_id }: MerchantAt): string {
  if (area === 'merchant') return '/merchant/manage-terminals/list';
  return `/${area}/merchants/update/${merchant_id}/terminals/search`;
}

const base = (place: MerchantAt) => terminalsPath(place).replace(/\/(list|search)$/, '');

export const newTerminalPath = (place: MerchantAt): string => `${base(place)}/create`;

export const terminalPath = (place: MerchantAt, id: string): string =>
  `${base(place)}/update/${id}`;
