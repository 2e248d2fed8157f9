// Saved methods that come as a one-time token of the tokenizer, or out of a wallet (gateway-api 5,
// 13.1, 13.2).
import { notFound } from '../../../contract/errors.ts';
import type {
  SavedApplePayInput,
  SavedGooglePayInput,
  SavedTokenInput,
} from '../../../contract/vault/saved-methods.ts';
import type { Context, MethodCheck, WalletMethod } from '../../context.ts';
import { refuseOnConstraint } from '../../db/constraint-errors.ts';
import { openToken, temporary_token, tokenSentences } from '../tokens/payment-token.ts';
import { createMethod, type MethodInput, updateMethod } from './methods.ts';
import { readCustomer, type WholeCustomer } from './records.ts';

/** The card or account of a token, with the members to store; `field` is the path of the token. */
export async function methodOfToken(
  context: Context,
  { token, ...kept }: SavedTokenInput,
  field: string,
): Promise<MethodInput> {
  const { hash: token_hash, method } = await openToken(context, token, field);
  if (method.card) return { type: 'card', input: { ...method.card, ...kept }, token_hash };
  return { type: 'ach', input: { ...method.ach, ...kept } as never, token_hash };
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
  const saved = createMethod(context, id, method);
  return await refuseOnConstraint(saved, tokenSentences(field), 'invalid');
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
  const saved = updateMethod(context, path, method);
  return await refuseOnConstraint(saved, tokenSentences(field), 'invalid');
}

type Kept = Pick<SavedTokenInput, 'flags' | 'processor_id'>;

/** The card of a wallet, and how it is checked before it is saved. */
export interface CheckedWalletMethod {
  method: MethodInput;
  check: Pick<MethodCheck, 'by' | 'method'> | null;
}

/** The hold that checks a card of Apple Pay (gateway-api 5): one unit of its currency. */
const hold = 100;

/**
 * The card of a wallet; Apple Pay is always checked, within the amount that the payer authorized.
 */
export async function methodOfWallet(
  context: Context,
  wallet: WalletMethod,
  { flags = [], processor_id }: Kept,
  place: string,
): Promise<CheckedWalletMethod> {
  const opened = await context.openWallet(context, wallet, { apple: place, google: place });
  const card = opened?.method.card;
  if (!opened || !card) throw new Error('A wallet holds a card.');
  const is_apple = wallet.apple_pay_token !== undefined;
  const own_flags = is_apple ? [...new Set([...flags, 'applepay' as const])] : flags;
  const { number, expiration_date } = card;
  const input = { number, expiration_date, flags: own_flags, processor_id } as const;
  const method: MethodInput = { type: 'card', input, token_hash: opened.hash };
  const by = (opened.agreed?.amount ?? 0) >= hold ? 'authorize' : 'validate';
  return { method, check: is_apple ? { by, method: wallet } : null };
}

async function createByWallet(
  context: Context,
  id: string,
  { row }: WholeCustomer,
  { method, check }: CheckedWalletMethod,
  place: string,
) {
  const asked = { billing_address: undefined, currency: undefined };
  const processor_ids = [method.input.processor_id, row.processor_id];
  const checked_by =
    check && (await context.checkMethod(context, { ...check, ...asked, processor_ids }));
  // The payment that checked the card has consumed the token.
  const unspent = checked_by ? { ...method, token_hash: '', checked_by } : method;
  const saved = createMethod(context, id, unspent);
  return await refuseOnConstraint(saved, tokenSentences(place, temporary_token), 'invalid');
}

/** `POST /vault/customer/{id}/applepay`. */
export async function createByApplePay(
  context: Context,
  { id }: { id: string },
  { flags, processor_id, ...apple_pay_token }: SavedApplePayInput,
) {
  const whole = await toChange(context, id);
  const given = await methodOfWallet(context, { apple_pay_token }, { flags, processor_id }, '');
  return await createByWallet(context, id, whole, given, 'temporary_token');
}

/** `POST /vault/customer/{id}/googlepay`. */
export async function createByGooglePay(
  context: Context,
  { id }: { id: string },
  { google_pay_token, ...kept }: SavedGooglePayInput,
) {
  const whole = await toChange(context, id);
  const place = 'google_pay_token';
  const given = await methodOfWallet(context, { google_pay_token }, kept, place);
  return await createByWallet(context, id, whole, given, place);
}
