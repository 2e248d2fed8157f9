// Whether a payment saves its method, and which customer it belongs to.
import { invalid } from '../../../../../contract/errors.ts';
import type { CreateInput } from '../../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../../context.ts';
import { draftRetainedMethod } from '../../../../vault/customers/methods/method-drafts.ts';
import { type DraftedMethod, draftMethod } from '../../../../vault/customers/save-after-payment.ts';
import type { MerchantConfig } from '../../../merchant-config.ts';
import type { PaidWith } from './payment-source.ts';
import { requestedCustomerId } from './requested-customer.ts';

export interface SaveOptions {
  /**
   * The sealed draft of the payment's method, saved on approval or retained so that the payer can
   * be saved later; null if there is neither.
   */
  saving: DraftedMethod | null;
  /** The ID of a customer that is neither saved nor charged; '' if none. */
  requested_customer_id: string;
}

/** Decides by the request and by the merchant's permissions and defaults. */
export async function saveOptionsOf(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
  method: PaidWith,
): Promise<SaveOptions> {
  const requested_customer_id = await requestedCustomerId(context, config, input);
  if (method.kind === 'terminal') {
    // The gateway never sees the number of a card at a terminal (spec 2 §6).
    const is_asked = input.create_vault_record || input.create_vault_record_for !== undefined;
    return is_asked ? invalid('Create Vault Record') : { saving: null, requested_customer_id };
  }
  const { permissions, default_values } = config.documents;
  const with_custom_fields = default_values.merchant.save_custom_fields_to_vault;
  const account = { permissions, with_custom_fields };
  const saved = await draftMethod(context, account, input, method);
  // A payment that already has a customer cannot be saved as one.
  const keeps = saved === null && requested_customer_id === '';
  const saving = keeps ? await draftRetainedMethod(context, account, input, method) : saved;
  return { saving, requested_customer_id };
}
