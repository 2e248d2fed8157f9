// The list of holds made only to check a card: one row each, until the hold is released.
import type { CompiledQuery } from 'kysely';
import { type Row, statement } from '../../../db/connections/statements.ts';
import type { NewRow } from '../attempts/rows.ts';
import type { TransactionRow } from '../reading/read.ts';

type Check = Pick<TransactionRow, 'merchant_id' | 'id' | 'detail'>;

/** The row, for the first commit; other payments have none. */
export function cardCheckRows({ merchant_id, id, detail }: Check): NewRow[] {
  if (!detail.card_check) return [];
  return [{ table: 'card_check', row: { merchant_id, transaction_id: id } }];
}

/** Deletes the row, in the commit after which the payment holds nothing. */
export function endCardCheck({ merchant_id, id, detail }: Check): CompiledQuery<Row>[] {
  if (!detail.card_check) return [];
  const text = 'delete from card_check where merchant_id = $1 and transaction_id = $2';
  return [statement(text, [merchant_id, id])];
}
