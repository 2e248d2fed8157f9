// Paths of processors: a merchant's own, and the tab of a merchant below (spec 1 §2).
import type { MerchantAt } from '../merchant-place.tsx';

export interface Place extends MerchantAt {
  /** Whether the viewer sets processors up, or only looks at them. */
  may_manage: boolean;
}

/** `/merchant/processors`, `/admin/merchants/update/{id}/processors`. */
export function processorsPath({ area, merchant_id }: MerchantAt): string {
  if (area === 'merchant') return '/merchant/processors';
  return `/${area}/merchants/update/${merchant_id}/processors`;
}

export function processorPath(place: MerchantAt, id: string): string {
  return `${processorsPath(place)}/update/${id}`;
}
