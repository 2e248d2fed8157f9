// The stored columns of a card or bank account: the sealed number and facts about it.
import { parseExpiration } from '../../../../contract/payments/cards/cards.ts';
import type { Context } from '../../../context.ts';
import { type DataKey, digestKey } from '../../../keys/data-keys.ts';
import type { ResolvedAccount, ResolvedCard } from '../../resolve.ts';
import type { MethodRow } from '../records.ts';
import { numberKey, sealNumber } from './sealed-numbers.ts';

/** The keys for sealing and for digests of one merchant; read before the transaction. */
export interface NumberKeys {
  digest: Buffer;
  seal: DataKey;
}

export async function numberKeys(context: Context): Promise<NumberKeys> {
  const merchant_id = context.actor.account_id;
  const [digest, seal] = await Promise.all([
    digestKey(context, merchant_id),
    numberKey(context, merchant_id),
  ]);
  return { digest, seal };
}

/** The last day of the month that a card expires in. */
export function expiryDay(expiration_date: string): string {
  const parsed = parseExpiration(expiration_date);
  if (parsed === null) throw new Error('An expiration that was checked does not parse.');
  return new Date(Date.UTC(parsed.year, parsed.month, 0)).toISOString().slice(0, 10);
}

export type MethodColumns = Pick<
  MethodRow,
  | 'sealed_number'
  | 'digest'
  | 'masked'
  | 'last_four'
  | 'card_type'
  | 'routing_number'
  | 'account_type'
  | 'sec_code'
  | 'check_number'
> & { expires_on: string | null };

function cardAttributes(card: ResolvedCard, seal: (number: string) => string): MethodColumns {
  const { masked, last_four, brand } = card.sensitive;
  const sealed_number = seal(card.sensitive.open().number);
  const none = { routing_number: '', account_type: '', sec_code: '', check_number: '' };
  const expires_on = expiryDay(card.expiration_date);
  return {
    sealed_number,
    digest: card.digest,
    masked,
    last_four,
    card_type: brand,
    expires_on,
    ...none,
  };
}

function accountFacts(account: ResolvedAccount, seal: (number: string) => string): MethodColumns {
  const { masked, last_four } = account.sensitive;
  const sealed_number = seal(account.sensitive.open().account_number);
  const { digest, routing_number, account_type, sec_code, check_number } = account;
  return {
    sealed_number,
    digest,
    masked,
    last_four,
    routing_number,
    account_type,
    sec_code,
    check_number,
    card_type: '',
    expires_on: null,
  };
}

/** The columns that save a payment's method under this id; does not wipe the method. */
export function methodColumns(
  context: Context,
  key: DataKey,
  id: string,
  method: ResolvedCard | ResolvedAccount,
): MethodColumns {
  const seal = (number: string) => sealNumber(key, context.actor.account_id, id, number);
  return method.kind === 'card' ? cardAttributes(method, seal) : accountFacts(method, seal);
}
