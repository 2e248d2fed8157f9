// The calls of accounts in the app.
import { branding } from '../../contract/accounts/branding.ts';
import { merchants } from '../../contract/accounts/merchants.ts';
import { partners } from '../../contract/accounts/partners.ts';
import { countries } from '../../contract/platform/countries.ts';
import { serve } from '../http/serve.ts';
import { brandingHandlers } from './branding.ts';
import { countryHandlers } from './countries.ts';
import { merchantHandlers } from './merchants.ts';
import { partnerHandlers } from './partners.ts';

export function plugAccounts(app: Parameters<typeof serve>[0]): void {
  serve(app, branding, brandingHandlers);
  serve(app, countries, countryHandlers);
  serve(app, merchants, merchantHandlers);
  serve(app, partners, partnerHandlers);
}
