// The calls of accounts in the app.
import { branding } from '../../contract/accounts/branding.ts';
import { custom_fields } from '../../contract/accounts/custom-fields.ts';
import { groups } from '../../contract/accounts/groups.ts';
import { merchants } from '../../contract/accounts/merchants.ts';
import { partners } from '../../contract/accounts/partners.ts';
import { account_settings } from '../../contract/accounts/settings.ts';
import { terms_acceptance } from '../../contract/identity/recovery.ts';
import { countries } from '../../contract/platform/countries.ts';
import { serve } from '../http/serve.ts';
import { brandingHandlers } from './branding.ts';
import { countryHandlers } from './countries.ts';
import { customFieldHandlers } from './custom-fields.ts';
import { groupHandlers } from './groups.ts';
import { merchantHandlers } from './merchants.ts';
import { partnerHandlers } from './partners.ts';
import { settingsHandlers } from './settings.ts';
import { termsHandlers } from './terms.ts';

export function plugAccounts(app: Parameters<typeof serve>[0]): void {
  serve(app, branding, brandingHandlers);
  serve(app, countries, countryHandlers);
  serve(app, custom_fields, customFieldHandlers);
  serve(app, groups, groupHandlers);
  serve(app, merchants, merchantHandlers);
  serve(app, partners, partnerHandlers);
  serve(app, account_settings, settingsHandlers);
  serve(app, terms_acceptance, termsHandlers);
}
