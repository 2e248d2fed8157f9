// The brand of a host: its own, else the installation's, else the product's.
import { z } from 'zod';
import {
  type BrandingRecord,
  type branding,
  branding_styles,
} from '../../contract/accounts/branding.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import type { Handlers } from '../http/serve.ts';
import { shownEnvironment } from '../http/static.ts';
import { getLogo, removeLogo, saveLogo } from './logo.ts';
import {
  getMerchantBranding,
  removeBranding,
  saveBranding,
  saveMerchantBranding,
  searchBranding,
} from './partner-branding.ts';

/** What an installation shows that nobody has branded. */
const product = {
  domain: '',
  title: 'Penstock',
  brand_name: 'Penstock',
  address: '',
  support_email: '',
  support_phone: '',
  styles: {},
  products: [],
};

const products = z.array(z.string()).catch([]);

/** The brand by the host name of the request; needs no account, and is the same for everyone. */
async function get(context: Context): Promise<BrandingRecord> {
  const domain = context.hostname.toLowerCase();
  const row = await connect(context)
    .selectFrom('branding')
    .selectAll()
    .where('domain', 'in', [domain, ''])
    .orderBy('domain', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { title, brand_name, address, support_email, support_phone } = row ?? product;
  return {
    domain: row?.domain ?? product.domain,
    title,
    brand_name,
    address,
    support_email,
    support_phone,
    styles: branding_styles.parse(row?.styles),
    products: products.parse(row?.products ?? product.products),
    environment: shownEnvironment(context, context.hostname) as BrandingRecord['environment'],
  };
}

export const brandingHandlers: Handlers<typeof branding> = {
  get,
  search: searchBranding,
  save: saveBranding,
  remove: removeBranding,
  getMerchant: getMerchantBranding,
  saveMerchant: saveMerchantBranding,
  saveLogo,
  removeLogo,
  getLogo,
};
