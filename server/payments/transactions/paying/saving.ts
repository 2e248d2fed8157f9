// What a payment saves of its method, by the merchant's permissions and defaults.
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../context.ts';
import { type DraftedMethod, draftMethod } from '../../../vault/customers/save-after-payment.ts';
import type { ResolvedMethod } from '../../../vault/resolve.ts';
import type { MerchantConfig } from '../../merchant-config.ts';

/** The sealed draft of the payment's method; null where nothing is to be saved. */
export async function savingOf(
  context: Context,
  { documents }: MerchantConfig,
  input: CreateInput,
  method: ResolvedMethod,
): Promise<DraftedMethod | null> {
  const { permissions, default_values } = documents;
  const with_custom_fields = default_values.merchant.save_custom_fields_to_vault;
  return await draftMethod(context, { permissions, with_custom_fields }, input, method);
}
