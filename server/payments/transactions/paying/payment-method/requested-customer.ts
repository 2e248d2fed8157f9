// The customer's ID of a payment that neither saves nor charges that customer (spec 1 §3, G50).
import { may } from '../../../../../contract/access/may.ts';
import { invalid } from '../../../../../contract/errors.ts';
import type { CreateInput } from '../../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../../context.ts';
import { checkAccess } from '../../../../http/access.ts';
import { knownCustomerId } from '../../../../vault/customers/records.ts';
import type { MerchantConfig } from '../../../merchant-config.ts';

/**
 * The ID of the saved customer that `vault_record_custom_id` names, or that text itself where the
 * merchant takes IDs of customers it has not saved; '' where none is stated. 403 for who may not
 * see customers, 400 for an ID that is not taken.
 */
export async function requestedCustomerId(
  context: Context,
  { documents }: MerchantConfig,
  input: CreateInput,
): Promise<string> {
  const { set_customer_id, vault_record_custom_id: id, create_vault_record } = input;
  const saves = create_vault_record || input.create_vault_record_for !== undefined;
  if (!set_customer_id || id === undefined || saves || input.payment_method.customer) return '';
  const { permissions, default_values } = documents;
  const takes_any = default_values.virtual_terminal.allow_unmatched_customer_id;
  if (!takes_any || permissions.allow_customer_vault_access) {
    checkAccess({ ...context.actor, account_permissions: permissions }, may.see_customers);
    const known = await knownCustomerId(context, id);
    if (known !== null) return known;
  }
  return takes_any ? id : invalid('Vault Record Custom ID: no saved customer has it');
}
