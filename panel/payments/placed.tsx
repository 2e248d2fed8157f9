// Screens of a merchant's equipment at their place: the merchant's own, or those of one below.
import type { PlaceProps } from './merchant-place.tsx';

/** A screen of a place; loaded whole on demand, so that the sign-in stays light. */
export function placed<Rights>(
  area: PlaceProps<Rights>['area'],
  rightsOf: PlaceProps<Rights>['rightsOf'],
  load: () => Promise<PlaceProps<Rights>['show']>,
) {
  return async () => {
    const [{ MerchantPlace }, show] = await Promise.all([import('./merchant-place.tsx'), load()]);
    return { Component: () => <MerchantPlace {...{ area, rightsOf, show }} /> };
  };
}
