// A brand, of a partner or the installation, as a form holds it: what is wrong, what is sent.
import type { InstallationBrand } from '../../../contract/accounts/branding.ts';
import {
  formatMessage,
  maxLengthMessage,
  requiredMessage,
} from '../../../contract/field-messages.ts';
import { email, phone } from '../../../contract/fields.ts';
import { logoProblem } from './logo-problem.ts';
import { draftOf, type StyleDraft, styleProblems, stylesOf, unreadable } from './style-values.ts';

const limits = {
  domain: 253,
  title: 100,
  brand_name: 100,
  address: 255,
  support_email: 254,
  support_phone: 20,
} as const;
export type BrandText = keyof typeof limits;

export const brand_labels: Readonly<Record<BrandText, string>> = {
  domain: 'Domain',
  title: 'Title',
  brand_name: 'Brand name',
  address: 'Address',
  support_email: 'Support email',
  support_phone: 'Support phone',
};

export const brand_names = Object.keys(brand_labels) as BrandText[];

export interface BrandValues extends Readonly<Record<BrandText, string>> {
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
    products: brand.products.join(', '),
    colorado_cap: brand.colorado_cap ?? false,
    logo: brand.logo_url,
    styles: draftOf(brand.styles),
  };
}

const host = /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])$/;

function textProblem(name: BrandText, text: string): string {
  const given = text.trim();
  const label = brand_labels[name];
  const needed = name === 'domain' || name === 'title' || name === 'brand_name';
  if (given === '') return needed ? requiredMessage(label) : '';
  if (given.length > limits[name]) return maxLengthMessage(label, limits[name]);
  const fine =
    name === 'domain'
      ? host.test(given.toLowerCase())
      : name === 'support_email'
        ? email.safeParse(given).success
        : name !== 'support_phone' || phone.safeParse(given).success;
  return fine ? '' : formatMessage(label);
}

const most_products = 20;

export function productsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Of the named texts and all else that a brand has. */
export function brandProblems(
  values: BrandValues,
  names: readonly BrandText[],
): Record<string, string> {
  const own = names.map((name) => [name, textProblem(name, values[name])] as const);
  const products = productsOf(values.products);
  const dark = unreadable(values.styles);
  const long = products.length > most_products || products.some((one) => one.length > 50);
  const logo = logoProblem(values.logo);
  return {
    ...(logo && { logo }),
    ...Object.fromEntries(own.filter(([, problem]) => problem !== '')),
    ...(long && { products: formatMessage('Products') }),
    ...styleProblems(values.styles),
    ...(dark && { [dark.name]: `${dark.text}.` }),
  };
}

export function brandInput(values: BrandValues) {
  const { products, styles, ...texts } = values;
  return { ...texts, products: productsOf(products), styles: stylesOf(styles) };
}
