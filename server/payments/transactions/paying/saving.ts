// What a payment saves of its method, by the merchant's permissions and defaults.
import { invalid } from '../../../../contract/errors.ts';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../context.ts';
import { keptMethod } from '../../../vault/customers/kept-methods.ts';
import { type DraftedMethod, draftMethod } from '../../../vault/customers/save-after-payment.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { PaidWith } from './payment-source.ts';

/**
 * The sealed draft of the payment's method: what an approval saves, else what is kept for a while,
 * so that somebody can save the payer afterwards; null where nothing is. `keeps`: whether that can be
 * done.
 */
export async function savingOf(
  context: Context,
  { documents }: MerchantConfig,
  input: CreateInput,
  { method, keeps }: { method: PaidWith; keeps: boolean },
): Promise<DraftedMethod | null> {
  if (method.kind === 'terminal') {
    // Nobody here sees the number of a card that is presented at a terminal (spec 2 §6).
    const is_asked = input.create_vault_record || input.create_vault_record_for !== undefined;
    return is_asked ? invalid('Create Vault Record') : null;
  }
  const { permissions, default_values } = documents;
  const with_custom_fields = default_values.merchant.save_custom_fields_to_vault;
  const account = { permissions, with_custom_fields };
  const saved = await draftMethod(context, account, input, method);
  if (saved || !keeps) return saved;
  return await keptMethod(context, account, input, method);
}
