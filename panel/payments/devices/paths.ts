// Paths of card readers: a merchant's own, and the tab of a merchant below (spec 1 §2).
import type { MerchantAt } from '../merchant-place.tsx';

export interface Place extends MerchantAt {
  may_manage: boolean;
}

/** `/merchant/manage_devices`, `/admin/merchants/update/{id}/devices/search`. */
export function devicesPath({ area, merchant_id }: MerchantAt): string {
  if (area === 'merchant') return '/merchant/manage_devices';
  return `/${area}/merchants/update/${merchant_id}/devices/search`;
}

const base = (place: MerchantAt) => devicesPath(place).replace(/\/search$/, '');

export const newDevicePath = (place: MerchantAt): string => `${base(place)}/create`;

export const devicePath = (place: MerchantAt, id: string): string => `${base(place)}/update/${id}`;
