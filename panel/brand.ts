// The brand of this host as it is shown: texts, read before the first paint.
import type { AccountType } from '../contract/access/access.ts';
import { support_names } from '../contract/access/support.ts';
import { makeStore } from './store.ts';

export interface Brand {
  title: string;
  brand_name: string;
  support_email: string;
  support_phone: string;
  /** Path of the brand's image, or ''. */
  logo_url: string;
}

/** The product's own name, where no brand has another. */
export const own_name = 'Penstock';

export const brand = makeStore<Brand>({
  title: own_name,
  brand_name: own_name,
  support_email: '',
  support_phone: '',
  logo_url: '',
});

/** Who helps, as a sentence begins with it: of merchants the brand, where it has a name. */
export function supportName(area: AccountType): string {
  const { brand_name } = brand.get();
  const has_name = area === 'merchant' && brand_name !== '' && brand_name !== own_name;
  return has_name ? brand_name : support_names[area];
}

/** The window's title on a screen: its name, and the title of the brand (spec 1 §1). */
export function windowTitle(screen: string): string {
  return `${screen} · ${brand.get().title}`;
}
