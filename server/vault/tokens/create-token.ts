// `POST /tokenizer/{key}`: a payer's browser hands its card or bank account over for a token.
import { refuse } from '../../../contract/errors.ts';
import type { PaymentMethodInput } from '../../../contract/payments/transactions/input.ts';
import type { TokenizerInput, tokenizer } from '../../../contract/vault/tokenizer.ts';
import type { Handlers } from '../../http/serve.ts';
import { asPublicKey } from '../../identity/sessions/public-key.ts';
import { digestKey } from '../../keys/data-keys.ts';
import { resolveMethod } from '../resolve.ts';
import { makeToken } from './payment-token.ts';

/** The method with the payer's name as its holder's, where the card names none. */
function methodOf({ card, ach, user }: TokenizerInput): PaymentMethodInput {
  if (card && ach) refuse('invalid', 'bad request error: invalid Payment Method');
  if (!card) return { ach };
  const name = `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim();
  const cardholder_name = card.cardholder_name || name;
  return { card: { ...card, ...(cardholder_name && { cardholder_name }) } };
}

export const tokenizerHandlers: Handlers<typeof tokenizer> = {
  create: async (calling, { key }, input) => {
    const context = await asPublicKey(calling, key);
    const method = methodOf(input);
    const digest_key = await digestKey(context, context.actor.account_id);
    const resolved = resolveMethod(context, digest_key, method);
    if (resolved.kind === 'cash') refuse('invalid', 'bad request error: invalid Payment Method');
    const { token, expires_at } = await makeToken(context, resolved.kind, {
      method,
      device_data: input.guardian,
    });
    const { masked } = resolved.sensitive;
    resolved.sensitive.wipe();
    return {
      token,
      payment_type: resolved.kind,
      masked_number: masked,
      expires_at: expires_at.toISOString(),
    };
  },
};
