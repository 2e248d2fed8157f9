// Saves the payer of a payment that was made already as a customer (gateway-api 3.1, spec 2 §7).
import { sql } from 'kysely';
import { refuse } from '../../../../contract/errors.ts';
import { draft_retention_days } from '../../../../contract/payments/transactions/save-customer.ts';
import type { LegacyCustomer } from '../../../../contract/vault/legacy-customers.ts';
import type { Context } from '../../../context.ts';
import { pipeline } from '../../../db/connections/pipeline.ts';
import { inTransaction, type Tx } from '../../../db/database.ts';
import { toLegacy } from '../../../vault/customers/legacy.ts';
import { lockRetainedMethod } from '../../../vault/customers/methods/method-drafts.ts';
import { readCustomer } from '../../../vault/customers/records.ts';
import { type MethodDraft, saveDraft } from '../../../vault/customers/save-after-payment.ts';
import { merchantConfig } from '../../merchant-config.ts';
import { audited, publishEvent } from '../attempts/statements.ts';
import { getRow, lockRow, type TransactionRow } from '../reading/read.ts';
import { mustBe } from './follow-up.ts';

const gone =
  `The payment method is no longer kept. A payer can be saved for ${draft_retention_days} days ` +
  'after the payment.';

/** Names the customer at the payment; whoever was faster has named one already. */
async function nameCustomer(tx: Tx, context: Context, row: TransactionRow, draft: MethodDraft) {
  const named = JSON.stringify({
    customer_payment_type: draft.payment_method_type,
    customer_payment_id: draft.payment_method_id,
  });
  const written = await sql`update transaction set customer_id = ${draft.customer_id},
      detail = detail || ${named}::jsonb, version = version + 1,
      updated_at = ${context.clock.now()}
    where merchant_id = ${row.merchant_id} and id = ${row.id} and customer_id = ''
      and open_attempt_id = ''`.execute(tx);
  if (written.numAffectedRows !== 1n) refuse('refused', 'This payment already has a customer.');
}

/**
 * `POST /transaction/{id}/vault`: a new customer with the payment's method and billing address. 400
 * says why a payment has nothing to save, or that its method is kept no longer.
 */
export async function saveCustomer(
  context: Context,
  { id }: { id: string },
): Promise<LegacyCustomer> {
  const merchant_id = context.actor.account_id;
  mustBe('save_customer', await getRow(context, merchant_id, id));
  const { default_values } = (await merchantConfig(context, merchant_id)).documents;
  const with_fields = default_values.merchant.save_custom_fields_to_vault;
  const customer_id = await inTransaction(context, merchant_id, async (tx) => {
    const row = await lockRow(tx, merchant_id, id);
    mustBe('save_customer', row);
    const draft = await lockRetainedMethod(tx, context, row, with_fields);
    if (!draft) refuse('refused', gone);
    await nameCustomer(tx, context, row, draft);
    const about = { noun: 'customer', id: draft.customer_id, merchant_id };
    await pipeline(tx, [
      ...saveDraft(context, row, draft),
      audited(context, { verb: 'create', ...about, after: { transaction_id: id } }),
      publishEvent(context, row, 'transaction_update'),
    ]);
    return draft.customer_id;
  });
  return toLegacy(await readCustomer(context, customer_id));
}
