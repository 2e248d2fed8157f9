// A card number that is searched for → its keyed digest at each merchant in reach.
import { sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { cardDigest } from '../../vault/digest.ts';
import type { DigestPairs } from './search-targets.ts';

/** Every merchant has a digest key of its own: beyond this many a search must name one. */
const most_merchants = 500;

/** Merchants in reach that have a digest key: the others never took a card. */
async function merchantsInReach(context: Context, merchant_id: string): Promise<string[]> {
  const one = merchant_id ? sql`merchant_id = ${merchant_id}` : sql`true`;
  const { rows } = await sql<{ merchant_id: string }>`
    select merchant_id from data_key
    where purpose = 'digest' and ${one} and ${scope(context, 'data_key.merchant_id')}
    limit ${most_merchants + 1}`.execute(connect(context));
  return rows.map((row) => row.merchant_id);
}

/**
 * Merchant and digest pairs under which a card number may stand. Without a merchant the number is
 * digested for every merchant in reach; above 500 of them the search is refused with 400.
 */
export async function digestPairs(
  context: Context,
  card_number: string,
  merchant_id: string,
): Promise<DigestPairs> {
  const merchants = await merchantsInReach(context, merchant_id);
  if (merchants.length > most_merchants) {
    const why = 'search one merchant at a time by card number';
    refuse('invalid', `bad request error: invalid Full CC Number: ${why}`);
  }
  return await Promise.all(
    merchants.map(async (merchant) => ({
      merchant_id: merchant,
      digest: await cardDigest(context, merchant, card_number),
    })),
  );
}
