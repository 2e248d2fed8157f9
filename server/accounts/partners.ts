// The calls about partners (spec 1 §7).
import type { partners } from '../../contract/accounts/partners.ts';
import type { Handlers } from '../http/serve.ts';
import { createPartnerByCall, updatePartner } from './change-partner.ts';
import { getPartner } from './rows.ts';
import { searchPartners } from './search.ts';
import { getDefaults, updateDefaults } from './settings/defaults.ts';
import { changeStatus } from './status.ts';

export const partnerHandlers: Handlers<typeof partners> = {
  getOwn: (context) => getPartner(context, context.actor.account_id),
  get: (context, { id }) => getPartner(context, id),
  search: searchPartners,
  create: createPartnerByCall,
  update: updatePartner,
  async setStatus(context, { id }, { status }) {
    await changeStatus(context, 'partner', id, status);
    return await getPartner(context, id);
  },
  getDefaults: (context, path) => getDefaults(context, 'partner', path),
  updateDefaults: (context, path, input) => updateDefaults(context, 'partner', path, input),
};
