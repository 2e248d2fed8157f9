// A card's bank is asked before a new customer is saved with it, where that is asked for.
import { refuse } from '../../../../contract/errors.ts';
import { notUnique } from '../../../../contract/faults.ts';
import type { CustomerInput } from '../../../../contract/vault/customers.ts';
import type { CheckedBy, Context } from '../../../context.ts';
import { knownCustomerId } from '../records.ts';
import type { MethodInput } from './methods.ts';
import type { CheckedWalletMethod } from './token-methods.ts';

export function refuseDuplicateId(): never {
  const { sentence, data } = notUnique('id');
  refuse('invalid', sentence, data);
}

/** The payment that checked the card, where there is to be one; 400 first where the id is taken. */
export async function checkCard(
  context: Context,
  id: string,
  input: CustomerInput,
  { method, check }: { method: MethodInput | null; check?: CheckedWalletMethod['check'] },
): Promise<CheckedBy | null> {
  const asked = input.authorize ? 'authorize' : input.validate ? 'validate' : null;
  const by = check?.by ?? asked;
  if (by === null || method?.type !== 'card') return null;
  if ((await knownCustomerId(context, id)) !== null) refuseDuplicateId();
  const { line_1, line_2, ...others } = input.default_billing_address ?? {};
  const address = { ...others, address_line_1: line_1, address_line_2: line_2 };
  const { number, expiration_date, cvc } = method.input;
  const token = input.default_payment?.token;
  return await context.checkMethod(context, {
    by,
    method: check?.method ?? (token ? { token } : { card: { number, expiration_date, cvc } }),
    billing_address: input.default_billing_address && address,
    currency: input.currency ?? check?.currency,
    processor_ids: [method.input.processor_id, input.processor_id],
  });
}
