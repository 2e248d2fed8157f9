// The brand of a host: its own, else the installation's, else the product's.
import type { BrandingRecord, branding } from '../../../contract/accounts/branding.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import type { Handlers } from '../../http/serve.ts';
import { shownEnvironment } from '../../http/static.ts';
import { getBrandLogo } from './brand-logo.ts';
import { brandTexts } from './brand-rows.ts';
import {
  getInstallationBrand,
  product_brand,
  saveInstallationBrand,
} from './installation-brand.ts';
import { getLogo, removeLogo, saveLogo } from './logo.ts';
import {
  getMerchantBranding,
  removeBranding,
  saveBranding,
  saveMerchantBranding,
  searchBranding,
} from './partner-branding.ts';

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
  return {
    domain: row?.domain ?? '',
    ...(row ? brandTexts(row) : product_brand),
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
  getBrandLogo,
  getInstallation: getInstallationBrand,
  saveInstallation: saveInstallationBrand,
};
