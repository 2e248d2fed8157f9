// Paths of processors: a merchant's own, and the tab of a merchant below (spec 1 §2).
import type { AccountType } from '../../../contract/access/access.ts';

interface Merchant {
  area: AccountType;
  merchant_id: string;
}

export interface Place extends Merchant {
  /** Whether the viewer sets processors up, or only looks at them. */
  may_manage: boolean;
}

/** `/merchant/processors`, `/admin/merchants/update/{id}/processors`. */
export function processorsPath({ area, merchant_id }: Merchant): string {
  if (area === 'merchant') return '/merchant/processors';
  return `/${area}/merchants/update/${merchant_id}/processors`;
}

export function processorPath(place: Merchant, id: string): string {
  return `${processorsPath(place)}/update/${id}`;
}
