// A brand, of a partner or the installation, as a form holds it: what it needs, what is sent.
import type { InstallationBrand } from '../../../contract/accounts/branding.ts';
import { listOf, listText } from '../../kit/form/typed-list.ts';
import { logoProblem } from './logo-problem.ts';
import { draftOf, type StyleDraft, styleRules, stylesOf } from './style-values.ts';

export interface BrandValues {
  domain: string;
  title: string;
  brand_name: string;
  address: string;
  support_email: string;
  support_phone: string;
  /** With commas between. */
  products: string;
  colorado_cap: boolean;
  /** Path of the stored image, a data address of a new one, or ''. */
  logo: string;
  styles: StyleDraft;
}

export const new_brand: BrandValues = {
  domain: '',
  title: '',
  brand_name: '',
  address: '',
  support_email: '',
  support_phone: '',
  products: '',
  colorado_cap: false,
  logo: '',
  styles: draftOf({}),
};

export function valuesOf(
  brand: InstallationBrand & { domain: string; colorado_cap?: boolean },
): BrandValues {
  const { domain, title, brand_name, address, support_email, support_phone } = brand;
  return {
    ...{ domain, title, brand_name, address, support_email, support_phone },
    products: listText(brand.products),
    colorado_cap: brand.colorado_cap ?? false,
    logo: brand.logo_url,
    styles: draftOf(brand.styles),
  };
}

/** What every brand must say, although the call keeps what is left out. */
export const needed_texts = ['title', 'brand_name'];

export function brandRules({ logo, styles }: BrandValues): Record<string, string> {
  return { ...styleRules(styles), logo: logoProblem(logo) };
}

export function brandInput(values: BrandValues) {
  const { products, styles, ...texts } = values;
  return { ...texts, products: listOf(products), styles: stylesOf(styles) };
}
