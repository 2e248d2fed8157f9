// Duplicate detection: an equal payment within the merchant's window (gateway-api 3.11).
import type { CompiledQuery } from 'kysely';
import { pipeline } from '../../../db/connections/pipeline.ts';
import { statement } from '../../../db/connections/statements.ts';
import type { Tx } from '../../../db/database.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import { secondsFrom } from '../attempts/attempts.ts';
import type { TransactionRow } from '../reading/read.ts';

export class DuplicateFound {
  readonly original_id: string;
  constructor(original_id: string) {
    this.original_id = original_id;
  }
}

/**
 * Makes payments of a merchant wait for each other while its duplicate detection is on: the next
 * statement then sees every earlier one. Lock order: merchant before transaction (quality 2.4).
 */
function lockMerchant(row: TransactionRow): CompiledQuery<unknown> {
  const text = 'select 1 as found from merchant where merchant_id = $1 for no key update';
  return statement(text, [row.merchant_id]);
}

function findDuplicate(row: TransactionRow, window_seconds: number): CompiledQuery<{ id: string }> {
  const since = secondsFrom(row.created_at, -window_seconds);
  const { merchant_id, card_last_four, method_digest, type, amount, currency, order_id } = row;
  return statement(
    `select id from transaction where merchant_id = $1 and card_last_four = $2
      and method_digest = $3 and created_at >= $4 and type = $5 and amount = $6 and currency = $7
      and order_id = $8 and status <> 'declined'
    order by created_at desc, id desc limit 1`,
    [merchant_id, card_last_four, method_digest, since, type, amount, currency, order_id],
  );
}

/** Seconds within which an equal payment counts as a duplicate; 0 means never. */
export function duplicateWindow(config: MerchantConfig, row: TransactionRow): number {
  if (row.method_digest === '' || row.type === 'verification') return 0;
  return config.documents.default_values.merchant.duplicate_detection_seconds;
}

/** Id of the earlier payment that this one repeats, or null; in business time. */
export async function duplicateOf(
  tx: Tx,
  row: TransactionRow,
  window_seconds: number,
): Promise<string | null> {
  const [, found] = await pipeline(tx, [lockMerchant(row), findDuplicate(row, window_seconds)]);
  const original = found?.rows[0] as { id: string } | undefined;
  return original?.id ?? null;
}
