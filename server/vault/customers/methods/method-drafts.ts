// Drafts of methods that payments did not save: sealed for some weeks, so that the payer can be
// saved after the payment (gateway-api 3.1, decision 24).
import { sql } from 'kysely';
import type { Subject } from '../../../../contract/access/allowed.ts';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import { draft_retention_days } from '../../../../contract/payments/transactions/save-customer.ts';
import type { Context } from '../../../context.ts';
import { connect, type Tx } from '../../../db/database.ts';
import { forEachMerchant } from '../../../db/each.ts';
import type { ResolvedMethod } from '../../resolve.ts';
import type { DraftedMethod, MethodDraft } from '../save-after-payment.ts';
import { methodColumns } from './method-columns.ts';
import { numberKey } from './sealed-numbers.ts';

const day_ms = 86_400_000;

interface Account {
  permissions: Subject['account_permissions'];
  with_custom_fields: boolean;
}

/** The draft of a typed card or account; null for merchants without saved customers. */
export async function draftRetainedMethod(
  context: Context,
  { permissions, with_custom_fields }: Account,
  input: CreateInput,
  method: ResolvedMethod,
): Promise<DraftedMethod | null> {
  if (permissions?.allow_customer_vault_access !== true) return null;
  if (method.kind === 'cash' || input.payment_method.customer) return null;
  const key = await numberKey(context, context.actor.account_id);
  const draft = {
    customer_id: context.ids.next(),
    payment_method_id: context.ids.next(),
    payment_method_type: method.kind,
    is_new_customer: true,
    with_custom_fields,
  };
  const expires_at = new Date(context.clock.now().getTime() + draft_retention_days * day_ms);
  return { draft, facts: methodColumns(context, key, draft.payment_method_id, method), expires_at };
}

interface DraftRow {
  customer_id: string;
  method_id: string;
  type: MethodDraft['payment_method_type'];
}

/** The retained draft of a payment, locked until the commit; null if it has expired. */
export async function lockRetainedMethod(
  tx: Tx,
  context: Context,
  { merchant_id, id }: { merchant_id: string; id: string },
  with_custom_fields: boolean,
): Promise<MethodDraft | null> {
  const { rows } = await sql<DraftRow>`select customer_id, method_id, type from saved_method_draft
    where merchant_id = ${merchant_id} and transaction_id = ${id}
      and expires_at > ${context.clock.now()} for update`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  return {
    customer_id: row.customer_id,
    payment_method_id: row.method_id,
    payment_method_type: row.type,
    is_new_customer: true,
    with_custom_fields,
  };
}

/** Deletes the drafts whose retention has ended. */
export async function deleteExpiredDrafts(context: Context): Promise<void> {
  const now = context.clock.now();
  const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id
    from saved_method_draft where expires_at <= ${now}`.execute(connect(context));
  await forEachMerchant(context, 'drafts_not_deleted', rows, ({ merchant_id }) =>
    sql`delete from saved_method_draft where merchant_id = ${merchant_id}
      and expires_at <= ${now}`.execute(connect(context, merchant_id)),
  );
}
