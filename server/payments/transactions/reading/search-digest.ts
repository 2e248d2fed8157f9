// The keyed digests of a card number that is searched for, one for each merchant in scope.
import { sql } from 'kysely';
import { invalid, refuse } from '../../../../contract/errors.ts';
import { cardDigits, min_card_digits } from '../../../../contract/payments/cards/cards.ts';
import { max_digests, type SavedNumber } from '../../../../contract/search/search.ts';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import { scope } from '../../../db/scope.ts';
import { cardDigest } from '../../../vault/digest.ts';
import type { DigestsOfCard } from './search-targets.ts';

const field = 'Full CC Number';

/**
 * Merchants in scope that have a digest key: the others never took a card. 400 above 500 of them,
 * where a search must name one.
 */
async function merchantsInScope(context: Context, merchant_id: string): Promise<string[]> {
  const one = merchant_id ? sql`merchant_id = ${merchant_id}` : sql`true`;
  const { rows } = await sql<{ merchant_id: string }>`
    select merchant_id from data_key
    where purpose = 'digest' and ${one} and ${scope(context, 'data_key.merchant_id')}
    limit ${max_digests + 1}`.execute(connect(context));
  if (rows.length > max_digests) {
    const why = 'search one merchant at a time by card number';
    refuse('invalid', `bad request error: invalid ${field}: ${why}`);
  }
  return rows.map((row) => row.merchant_id);
}

async function pairsOf(context: Context, merchants: readonly string[], card_number: string) {
  return await Promise.all(
    merchants.map(async (merchant_id) => ({
      merchant_id,
      digest: await cardDigest(context, merchant_id, card_number),
    })),
  );
}

/**
 * The digests under which a card number may stand, each with its merchant. Without a merchant the
 * number is digested for every merchant in scope; above 500 of them the search is refused with 400.
 */
export async function digestsOfCard(
  context: Context,
  card_number: string,
  merchant_id: string,
): Promise<DigestsOfCard> {
  const merchants = await merchantsInScope(context, merchant_id);
  return {
    last_four: card_number.slice(-4),
    pairs: await pairsOf(context, merchants, card_number),
  };
}

/**
 * As digestsOfCard(), for a number that was kept. A merchant that took its first card since has no
 * digest in it: rows would be missing unnoticed, so the answer is 400: type it again.
 */
export async function digestsOfSaved(
  context: Context,
  { value, digests }: SavedNumber,
  merchant_id: string,
): Promise<DigestsOfCard> {
  const merchants = await merchantsInScope(context, merchant_id);
  const pairs = merchants.flatMap((merchant) => {
    const digest = digests[merchant];
    return digest === undefined ? [] : [{ merchant_id: merchant, digest }];
  });
  if (pairs.length < merchants.length) {
    const why = 'enter the number again; the saved one does not cover every merchant';
    refuse('invalid', `bad request error: invalid ${field}: ${why}`);
  }
  return { last_four: value.slice(-4), pairs };
}

/** A whole card number: a shorter text finds nothing, and its mask would show too much of it. */
const whole_number = /^\d{12,19}$/;

/**
 * What may be stored of a card number in a saved search; 400 where it is none. The number cannot be
 * read back, and the search finds the same rows.
 */
export async function savedNumber(context: Context, text: string): Promise<SavedNumber> {
  const number = cardDigits(text);
  if (!whole_number.test(number)) invalid(field);
  const { account_type, account_id } = context.actor;
  // A merchant without a key gets one now, so that its first card will be found too.
  const own = account_type === 'merchant' ? [account_id] : await merchantsInScope(context, '');
  const pairs = await pairsOf(context, own, number);
  const digests = Object.fromEntries(pairs.map((pair) => [pair.merchant_id, pair.digest]));
  // Of a number with fewer digits than a card, first six and last four would be nearly all of it.
  const shown = number.length < min_card_digits ? '' : number.slice(0, 6);
  const stars = '•'.repeat(number.length - shown.length - 4);
  return { operator: '=', value: shown + stars + number.slice(-4), digests };
}
