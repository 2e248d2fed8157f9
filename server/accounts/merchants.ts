// The calls about merchants (gateway-api 17, spec 1 §7).

import { field_requirements_change } from '../../contract/accounts/documents/field-requirements.ts';
import type { merchants } from '../../contract/accounts/merchants.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { inTransaction } from '../db/database.ts';
import type { Handlers } from '../http/serve.ts';
import { updateMerchant } from './change-merchant.ts';
import { createMerchantByCall } from './new-merchant.ts';
import { getMerchant, merchantRow } from './rows.ts';
import { searchMerchants } from './search.ts';
import { getDefaults, updateDefaults } from './settings/defaults.ts';
import { writeFieldRequirements } from './settings/documents.ts';
import { differing, mark, settingKey } from './settings/setting-provenance.ts';
import { changeStatus, namedStatus } from './status.ts';

async function updateFieldRequirements(
  context: Context,
  { id }: { id: string },
  input: InputOf<typeof merchants.updateFieldRequirements>,
) {
  await inTransaction(context, id, async (tx) => {
    const before = field_requirements_change.parse(
      (await merchantRow(tx, context, id, true)).requireds,
    );
    const after = writeFieldRequirements(before, input.requireds);
    await tx
      .updateTable('merchant')
      .set({ requireds: JSON.stringify(after) })
      .where('merchant_id', '=', id)
      .execute();
    await tx
      .updateTable('account')
      .set({ updated_at: context.clock.now() })
      .where('id', '=', id)
      .execute();
    const keys = (['default', 'invoice'] as const).flatMap((group) =>
      differing(before[group] ?? {}, after[group] ?? {}).map((name) =>
        settingKey('required', group, name),
      ),
    );
    await mark(tx, context, id, keys);
    await audit(tx, context, {
      verb: 'update',
      noun: 'merchant',
      id,
      merchant_id: id,
      before: { requireds: before },
      after: { requireds: after },
    });
  });
  return await getMerchant(context, id);
}

async function setStatus(context: Context, { id, status }: { id: string; status: string }) {
  await changeStatus(context, 'merchant', id, namedStatus(status));
  return await getMerchant(context, id);
}

export const merchantHandlers: Handlers<typeof merchants> = {
  getOwn: (context) => getMerchant(context, context.actor.account_id),
  get: (context, { id }) => getMerchant(context, id),
  search: searchMerchants,
  create: createMerchantByCall,
  update: updateMerchant,
  getStatus: setStatus,
  setStatus,
  updateFieldRequirements,
  getDefaults: (context, path) => getDefaults(context, 'merchant', path),
  updateDefaults: (context, path, input) => updateDefaults(context, 'merchant', path, input),
};
