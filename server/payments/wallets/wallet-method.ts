// The wallet that a payment names, opened: its card, and the hash that the payment uses up.
import { invalid, Refusal } from '../../../contract/errors.ts';
import type { ApplePayMethod } from '../../../contract/payments/wallets/wallet-tokens.ts';
import type { Context, WalletMethod, WalletPlaces } from '../../context.ts';
import {
  type OpenToken,
  openToken,
  recordWalletToken,
  temporary_token,
} from '../../vault/tokens/payment-token.ts';
import type { WalletCard } from '../../vault/wallets/network-token.ts';
import { openApplePayment } from './apple-payments.ts';
import { openGooglePayment } from './google-payments.ts';
import { registrations } from './registration-rows.ts';
import { cardOfWallet } from './wallet-card.ts';

async function registrationOf(context: Context, id: string) {
  try {
    return await registrations.get(context, { id, mid: context.actor.account_id });
  } catch (error) {
    if (error instanceof Refusal) invalid('Key ID');
    throw error;
  }
}

async function noted(context: Context, card: WalletCard, field: string): Promise<OpenToken> {
  const used = await recordWalletToken(context, card, field);
  return { ...used, type: 'card', ...cardOfWallet(card) };
}

async function openApple(
  context: Context,
  method: ApplePayMethod,
  place: string,
): Promise<OpenToken> {
  const at = (name: string) => (place === '' ? name : `${place}.${name}`);
  const { temporary_token: token, key_id = '', pkpaymenttoken } = method;
  if (token !== undefined) {
    const field = at('temporary_token');
    return await openToken(context, token, field, temporary_token);
  }
  const registration = await registrationOf(context, key_id);
  const field = at('pkpaymenttoken');
  const data = pkpaymenttoken?.paymentData ?? invalid('PK Payment Token');
  const card = await openApplePayment(context, registration, data, field);
  return await noted(context, card, field);
}

/** Where the members of a wallet stand in a request, for the words of its refusals. */
const in_payment: WalletPlaces = {
  apple: 'payment_method.apple_pay_token',
  google: 'payment_method.google_pay_token',
};

/** The card of a wallet that the payment names; null where it names none. */
export async function openWallet(
  context: Context,
  { apple_pay_token, google_pay_token }: WalletMethod,
  places = in_payment,
): Promise<OpenToken | null> {
  if (apple_pay_token) return await openApple(context, apple_pay_token, places.apple);
  if (!google_pay_token) return null;
  const card = await openGooglePayment(context, google_pay_token, places.google);
  return await noted(context, card, places.google);
}
