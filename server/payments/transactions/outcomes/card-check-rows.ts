// The list of holds that only asked about a card: a line for each, until it is given back.
import type { CompiledQuery } from 'kysely';
import { type Row, statement } from '../../../db/connections/statements.ts';
import type { TransactionRow } from '../reading/read.ts';
import type { NewRow } from './rows.ts';

type Check = Pick<TransactionRow, 'merchant_id' | 'id' | 'detail'>;

/** The line of a first commit; of other payments there is none. */
export function cardCheckRows({ merchant_id, id, detail }: Check): NewRow[] {
  if (!detail.card_check) return [];
  return [{ table: 'card_check', row: { merchant_id, transaction_id: id } }];
}

/** Of the commit after which the payment holds nothing. */
export function endCardCheck({ merchant_id, id, detail }: Check): CompiledQuery<Row>[] {
  if (!detail.card_check) return [];
  const text = 'delete from card_check where merchant_id = $1 and transaction_id = $2';
  return [statement(text, [merchant_id, id])];
}
