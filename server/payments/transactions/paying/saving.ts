// What a payment saves of its method, by the merchant's permissions and defaults.
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../context.ts';
import { keptMethod } from '../../../vault/customers/kept-methods.ts';
import { type DraftedMethod, draftMethod } from '../../../vault/customers/save-after-payment.ts';
import type { ResolvedMethod } from '../../../vault/resolve.ts';
import type { MerchantConfig } from '../../merchant-config.ts';

/**
 * The sealed draft of the payment's method: what an approval saves, else what is kept for a while,
 * so that somebody can save the payer afterwards; null where nothing is.
 */
export async function savingOf(
  context: Context,
  { documents }: MerchantConfig,
  input: CreateInput,
  method: ResolvedMethod,
): Promise<DraftedMethod | null> {
  const { permissions, default_values } = documents;
  const with_custom_fields = default_values.merchant.save_custom_fields_to_vault;
  const account = { permissions, with_custom_fields };
  const saved = await draftMethod(context, account, input, method);
  return saved ?? (await keptMethod(context, account, input, method));
}
