// Where processors stand: a merchant's own, and the tab of a merchant below (spec 1 §2).
import type { AccountType } from '../../../contract/access.ts';

export interface Place {
  area: AccountType;
  merchant_id: string;
}

/** `/merchant/processors`, `/admin/merchants/update/{id}/processors`. */
export function processorsPath({ area, merchant_id }: Place): string {
  if (area === 'merchant') return '/merchant/processors';
  return `/${area}/merchants/update/${merchant_id}/processors`;
}

export function processorPath(place: Place, id: string): string {
  return `${processorsPath(place)}/update/${id}`;
}
