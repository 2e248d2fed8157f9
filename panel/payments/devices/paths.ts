// Paths of card readers: a merchant's own, and the tab of a merchant below (spec 1 §2).
import type { AccountType } from '../../../contract/access/access.ts';

interface Merchant {
  area: AccountType;
  merchant_id: string;
}

export interface Place extends Merchant {
  may_manage: boolean;
}

/** `/merchant/manage_devices`, `/admin/merchants/update/{id}/devices/search`. */
export function devicesPath({ area, merchant_id }: Merchant): string {
  if (area === 'merchant') return '/merchant/manage_devices';
  return `/${area}/merchants/update/${merchant_id}/devices/search`;
}

const base = (place: Merchant) => devicesPath(place).replace(/\/search$/, '');

export const newDevicePath = (place: Merchant): string => `${base(place)}/create`;

export const devicePath = (place: Merchant, id: string): string => `${base(place)}/update/${id}`;
