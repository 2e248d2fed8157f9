// What a payment is paid with, unless its idempotency key has an answer already.
import assert from 'node:assert/strict';
import { Refusal } from '../../../../../contract/errors.ts';
import type { CreateInput } from '../../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../../context.ts';
import type { RawAnswer } from '../../../../http/serve.ts';
import type { ResolvedMethod } from '../../../../vault/resolve.ts';
import { tokenHash } from '../../../../vault/tokens/payment-token.ts';
import { refuseDisabledDevice } from '../../../devices.ts';
import type { MerchantConfig } from '../../../merchant-config.ts';
import { type KeyedRequest, keyOf } from '../../attempts/idempotency.ts';
import { replay } from '../replay.ts';
import { type PaymentSource, paymentSource } from './payment-source.ts';

interface KeyedSource extends PaymentSource {
  key: KeyedRequest | null;
}

/**
 * What stands for a method in a repetition: once a token is used or a customer, a method or a
 * terminal is gone, nothing can open it, and the answer of the first request is still the answer.
 */
type Named =
  | { kind: 'token' | 'plaid'; digest: string }
  | { kind: 'customer'; customer: object }
  | { kind: 'terminal'; terminal: object };

/** The token, link or saved method in the request; null if it has its own numbers. */
function namedIn({ payment_method }: CreateInput): Named | null {
  const { token, plaid, apple_pay_token, google_pay_token, customer, terminal } = payment_method;
  if (plaid) return { kind: 'plaid', digest: tokenHash(`${plaid.ref_id}/${plaid.account_id}`) };
  const wallet = apple_pay_token ?? google_pay_token;
  const text = token ?? (wallet && JSON.stringify(wallet));
  if (text !== undefined) return { kind: 'token', digest: tokenHash(text) };
  const members = Object.values(payment_method).filter((value) => value !== undefined);
  if (members.length !== 1) return null;
  if (terminal) return { kind: 'terminal', terminal };
  if (!customer) return null;
  // As with a typed card, the security code does not identify the payment.
  const { cvc: _, ...chosen } = customer;
  return { kind: 'customer', customer: chosen };
}

/** The resolved method with the key of the request, or the stored answer of that key. */
export async function sourceOrReplay(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
): Promise<KeyedSource | RawAnswer> {
  const keyFor = (method: ResolvedMethod | Named) =>
    keyOf(context, config, 'create', input, payloadOf(input, method));
  const answerOf = async (key: KeyedRequest | null) => key && (await replay(context, key));
  const named = namedIn(input);
  if (named !== null) {
    const key = keyFor(named);
    const answer = await answerOf(key);
    if (answer) return answer;
    try {
      return { ...(await paymentSource(context, config, input)), key };
    } catch (error) {
      // A request with the same key may have consumed the token since its answer was looked up.
      const late = error instanceof Refusal ? await answerOf(key) : null;
      if (late) return late;
      throw error;
    }
  }
  const source = await paymentSource(context, config, input);
  assert(source.method.kind !== 'terminal', 'a terminal is named');
  const key = keyFor(source.method);
  const answer = await answerOf(key);
  if (answer) return answer;
  const { card } = input.payment_method;
  if (card) await refuseDisabledDevice(context, card);
  return { ...source, key };
}

/** What identifies a repeated request: digests replace card and account numbers. */
function payloadOf(input: CreateInput, method: ResolvedMethod | Named): object {
  // Browser data may differ between two tries of the same payment.
  const { payment_method: _, idempotency_key, idempotency_time, fingerprint, ...payload } = input;
  if (method.kind === 'card') {
    const { kind, digest, expiration_date } = method;
    return { ...payload, kind, digest, expiration_date };
  }
  if (method.kind === 'ach') {
    const { kind, digest, sec_code, account_type, check_number } = method;
    return { ...payload, kind, digest, sec_code, account_type, check_number };
  }
  if (method.kind === 'cash') return { ...payload, kind: method.kind };
  return { ...payload, ...method };
}
