// A card number that is searched for → its keyed digest at each merchant in reach.
import { sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { cardDigest } from '../../vault/digest.ts';
import type { DigestsOfCard } from './search-targets.ts';

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
 * The digests under which a card number may stand, each with its merchant. Without a merchant the
 * number is digested for every merchant in reach; above 500 of them the search is refused with 400.
 */
export async function digestsOfCard(
  context: Context,
  card_number: string,
  merchant_id: string,
): Promise<DigestsOfCard> {
  const merchants = await merchantsInReach(context, merchant_id);
  if (merchants.length > most_merchants) {
    const why = 'search one merchant at a time by card number';
    refuse('invalid', `bad request error: invalid Full CC Number: ${why}`);
  }
  const pairs = await Promise.all(
    merchants.map(async (merchant) => ({
      merchant_id: merchant,
      digest: await cardDigest(context, merchant, card_number),
    })),
  );
  return { last_four: card_number.slice(-4), pairs };
}
