// Saved methods that come as a one-time token of the tokenizer, or out of a wallet (gateway-api 5,
// 13.1, 13.2).
import { notFound } from '../../../../contract/errors.ts';
import { parseMoney } from '../../../../contract/money.ts';
import type {
  SavedApplePayInput,
  SavedGooglePayInput,
  SavedTokenInput,
} from '../../../../contract/vault/saved-methods.ts';
import type { Context, MethodCheck, WalletMethod } from '../../../context.ts';
import { type OpenToken, openToken } from '../../tokens/payment-token.ts';
import { hasProcessors, refuseProcessor } from '../own-processor.ts';
import { readCustomer, type WholeCustomer } from '../records.ts';
import {
  createMethod,
  type MethodInput,
  max_methods,
  refuseMoreMethods,
  updateMethod,
} from './methods.ts';

/** The card or account of a token, with the members to store; `field` is the path of the token. */
export async function methodOfToken(
  context: Context,
  { token, ...method_options }: SavedTokenInput,
  field: string,
): Promise<MethodInput> {
  const opened = await openToken(context, token, field);
  const { card, ach } = opened.method;
  if (card) return { type: 'card', input: { ...card, ...method_options }, token: opened };
  return { type: 'ach', input: { ...ach, ...method_options } as never, token: opened };
}

const field = 'token';

/** Before a token or a wallet is used up: 404 also for an id that was merged (decision 26). */
async function toChange(context: Context, id: string): Promise<WholeCustomer> {
  const whole = await readCustomer(context, id);
  return whole.kept_ids ? notFound() : whole;
}

/** `POST /vault/customer/{id}/token`; 404 for an unknown customer, whatever the token. */
export async function createByToken(
  context: Context,
  { id }: { id: string },
  input: SavedTokenInput,
) {
  await toChange(context, id);
  const method = await methodOfToken(context, input, field);
  return await createMethod(context, id, method);
}

/** `POST /vault/customer/{id}/token/{methodId}`: a method of the same type takes its place. */
export async function updateByToken(
  context: Context,
  path: { id: string; methodId: string },
  input: SavedTokenInput,
) {
  const { methods } = await toChange(context, path.id);
  if (!methods.some(({ id }) => id === path.methodId)) notFound();
  const method = await methodOfToken(context, input, field);
  return await updateMethod(context, path, method);
}

type MethodOptions = Pick<SavedTokenInput, 'flags' | 'processor_id'>;

/** A card out of a wallet, and how its bank is asked before it is saved. */
export interface CheckedWalletMethod {
  method: MethodInput;
  check: Pick<MethodCheck, 'by' | 'method' | 'currency'> | null;
}

/** How a card of Apple Pay is checked (gateway-api 5): by a hold of one unit, if agreed to. */
function checkOf({ agreed }: OpenToken, method: WalletMethod): CheckedWalletMethod['check'] {
  if (!agreed) return { by: 'validate', method, currency: undefined };
  const { currency, amount } = agreed;
  const by = amount >= (parseMoney('1', currency) ?? 0) ? 'authorize' : 'validate';
  return { by, method, currency };
}

/**
 * The card of a wallet; Apple Pay is always checked, within the amount that the payer authorized.
 */
export async function methodOfWallet(
  context: Context,
  wallet: WalletMethod,
  { flags = [], processor_id }: MethodOptions,
  place: string,
): Promise<CheckedWalletMethod> {
  const opened = await context.openWallet(context, wallet, { apple: place, google: place });
  const card = opened?.method.card;
  if (!opened || !card) throw new Error('A wallet holds a card.');
  const is_apple = wallet.apple_pay_token !== undefined;
  const own_flags = is_apple ? [...new Set([...flags, 'applepay' as const])] : flags;
  const { number, expiration_date } = card;
  const input = { number, expiration_date, flags: own_flags, processor_id } as const;
  const method: MethodInput = { type: 'card', input, token: opened };
  return { method, check: is_apple ? checkOf(opened, wallet) : null };
}

async function createByWallet(
  context: Context,
  id: string,
  { row, methods }: WholeCustomer,
  { method, check }: CheckedWalletMethod,
) {
  // Before its bank is asked; the save looks again, under the lock of the customer.
  if (methods.length >= max_methods) refuseMoreMethods();
  if (!(await hasProcessors(context, method.input.processor_id))) refuseProcessor();
  const asked = {
    billing_address: undefined,
    processor_ids: [method.input.processor_id, row.processor_id],
  };
  const checked_by = check && (await context.checkMethod(context, { ...check, ...asked }));
  // The payment that checked it has used it up.
  const unspent = checked_by ? { ...method, token: null, checked_by } : method;
  return await createMethod(context, id, unspent);
}

/** `POST /vault/customer/{id}/applepay`. */
export async function createByApplePay(
  context: Context,
  { id }: { id: string },
  { flags, processor_id, ...apple_pay_token }: SavedApplePayInput,
) {
  const whole = await toChange(context, id);
  const method = await methodOfWallet(context, { apple_pay_token }, { flags, processor_id }, '');
  return await createByWallet(context, id, whole, method);
}

/** `POST /vault/customer/{id}/googlepay`. */
export async function createByGooglePay(
  context: Context,
  { id }: { id: string },
  { google_pay_token, ...method_options }: SavedGooglePayInput,
) {
  const whole = await toChange(context, id);
  const wallet = { google_pay_token };
  const method = await methodOfWallet(context, wallet, method_options, 'google_pay_token');
  return await createByWallet(context, id, whole, method);
}
