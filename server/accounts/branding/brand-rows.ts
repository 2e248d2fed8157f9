// Rows of brands as answered, of partners and of the installation.
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { branding_styles, type InstallationBrand } from '../../../contract/accounts/branding.ts';
import { brandFault } from '../../../contract/accounts/branding-contrast.ts';
import { refuse } from '../../../contract/errors.ts';
import type { Branding } from '../../db/tables.generated.ts';

export type BrandRow = Selectable<Branding>;

const products = z.array(z.string()).catch([]);

/** What every brand has; what is stored against the grammar of styles is never served. */
export function brandTexts(row: BrandRow): InstallationBrand {
  const { title, brand_name, address, support_email, support_phone, logo_url } = row;
  return {
    ...{ title, brand_name, address, support_email, support_phone, logo_url },
    styles: branding_styles.parse(row.styles),
    products: products.parse(row.products),
  };
}

/** 400 names the colour that could not be read (WCAG 2.2, 1.4.3). */
export function checkColours(styles: Readonly<Record<string, string>>): void {
  const fault = brandFault(styles);
  if (fault !== null) refuse('invalid', `bad request error: invalid Styles: ${fault}`);
}
