// Attributes and fees of a card for the hosted fields, by a public key (gateway-api 13.1).
import type { hosted_card } from '../../contract/payments/hosted-card.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/serve.ts';
import type { HostedPlace } from '../http/tokenizer-pages.ts';
import { asPublicKey, readPublicKey } from '../identity/sessions/public-key.ts';
import { fees, lookUpCard } from './amounts.ts';
import { merchantConfig } from './merchant-config.ts';

export const hostedCardHandlers: Handlers<typeof hosted_card> = {
  lookUp: async (calling, { key }, { amount, ...card }) => {
    const context = await asPublicKey(calling, key);
    const config = await merchantConfig(context, context.actor.account_id);
    // Without its switch an account sees no card's attributes; its fees count as those of any card.
    const is_on = config.documents.permissions.allow_ibx_bin_lookup;
    const bin = is_on ? await lookUpCard(context, {}, card) : {};
    if (amount === undefined) return { bin, fees: null };
    const named = { ...card, payment_method: 'card', base_amount: amount } as const;
    const { requested_amount, surcharge, service_fee } = await fees(context, {}, named);
    const { currency } = config.documents.default_values.merchant;
    return { bin, fees: { amount: requested_amount, surcharge, service_fee, currency } };
  },
};

/** What the frame with the hosted fields needs of the merchant whose key it is; 401 for no key. */
export async function hostedPlace(context: Context, key: string): Promise<HostedPlace> {
  const { actor, origins } = await readPublicKey(context, key, context.ip);
  const { documents } = await merchantConfig({ ...context, actor }, actor.account_id);
  return { origins, currency: documents.default_values.merchant.currency };
}
