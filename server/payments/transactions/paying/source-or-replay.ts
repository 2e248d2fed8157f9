// What a payment is paid with, unless its idempotency key has an answer already.
import { Refusal } from '../../../../contract/errors.ts';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../context.ts';
import type { RawAnswer } from '../../../http/serve.ts';
import { tokenHash } from '../../../vault/tokens/payment-token.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import { type KeyGiven, keyOf } from './idempotency.ts';
import { type PaidWith, type PaymentSource, paymentSource } from './payment-source.ts';
import { replay } from './replay.ts';

interface KeyedSource extends PaymentSource {
  key: KeyGiven | null;
}

/** A token stands for itself in a repetition: once it is used or expired, nothing can open it. */
type UsedToken = Record<'digest', string> & ({ kind: 'token' } | { kind: 'plaid' });

/** What the request names in place of numbers; null where it states these. */
function tokenIn({ payment_method }: CreateInput): UsedToken | null {
  const { token, plaid, apple_pay_token, google_pay_token } = payment_method;
  if (plaid) return { kind: 'plaid', digest: tokenHash(`${plaid.ref_id}/${plaid.account_id}`) };
  const wallet = apple_pay_token ?? google_pay_token;
  const text = token ?? (wallet && JSON.stringify(wallet));
  return text === undefined ? null : { kind: 'token', digest: tokenHash(text) };
}

/** The method in its holder with the key of the request, or the stored answer of that key. */
export async function sourceOrReplay(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
): Promise<KeyedSource | RawAnswer> {
  const keyFor = (method: PaidWith | UsedToken) =>
    keyOf(context, config, 'create', input, payloadOf(input, method));
  const answerOf = async (key: KeyGiven | null) => key && (await replay(context, key));
  const token = tokenIn(input);
  if (token !== null) {
    const key = keyFor(token);
    const answer = await answerOf(key);
    if (answer) return answer;
    try {
      return { ...(await paymentSource(context, config, input)), key };
    } catch (error) {
      // The same request may have used the token up since its answer was looked for.
      const late = error instanceof Refusal ? await answerOf(key) : null;
      if (late) return late;
      throw error;
    }
  }
  const source = await paymentSource(context, config, input);
  const key = keyFor(source.method);
  return (await answerOf(key)) ?? { ...source, key };
}

/** What makes a repeated key the same request: digests stand for card and account numbers. */
function payloadOf(input: CreateInput, method: PaidWith | UsedToken): object {
  // What a browser says of itself grows between two tries of the same payment.
  const { payment_method, idempotency_key, idempotency_time, fingerprint, ...sent } = input;
  const { customer } = payment_method;
  const payload = { ...sent, ...(customer && { customer: customer.id }) };
  const { kind, digest } = method;
  if (method.kind === 'cash') return { ...payload, kind };
  if (method.kind === 'token' || method.kind === 'plaid') return { ...payload, kind, digest };
  if (method.kind === 'terminal') {
    const terminal = payment_method.terminal ?? { id: customer?.terminal_id };
    return { ...payload, kind, terminal };
  }
  if (method.kind === 'card') {
    return { ...payload, kind, digest, expiration_date: method.expiration_date };
  }
  const { sec_code, account_type, check_number } = method;
  return { ...payload, kind, digest, sec_code, account_type, check_number };
}
