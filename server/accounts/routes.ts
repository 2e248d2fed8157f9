// The calls of accounts in the app.
import { branding } from '../../contract/accounts/branding.ts';
import { custom_fields } from '../../contract/accounts/custom-fields.ts';
import { groups } from '../../contract/accounts/groups.ts';
import { merchants } from '../../contract/accounts/merchants.ts';
import { partners } from '../../contract/accounts/partners.ts';
import { account_settings } from '../../contract/accounts/settings.ts';
import { terms_acceptance } from '../../contract/identity/password-reset.ts';
import { type Routes, routes } from '../http/serve.ts';
import { brandingHandlers } from './branding/branding.ts';
import { customFieldHandlers } from './custom-fields/custom-fields.ts';
import { groupHandlers } from './custom-fields/groups.ts';
import { merchantHandlers } from './merchants.ts';
import { partnerHandlers } from './partners.ts';
import { settingsHandlers } from './settings/settings.ts';
import { termsHandlers } from './terms.ts';

export const account_routes: readonly Routes[] = [
  routes(branding, brandingHandlers),
  routes(custom_fields, customFieldHandlers),
  routes(groups, groupHandlers),
  routes(merchants, merchantHandlers),
  routes(partners, partnerHandlers),
  routes(account_settings, settingsHandlers),
  routes(terms_acceptance, termsHandlers),
];
