// Open payments of a processor or terminal; with one it is neither released nor removed.
import { refuse } from '../../../contract/errors.ts';
import type { Tx } from '../../db/database.ts';
import type { Path } from './record.ts';

/** Nobody knows yet what became of these. */
export const under_way = ['pending', 'unknown'] as const;
/** Their money still moves through the processor. */
export const unsettled = [
  'authorized',
  'pending_settlement',
  'flagged',
  'flagged_partner',
] as const;
type OpenStatus = (typeof under_way | typeof unsettled)[number];

/** Whether a processor or terminal has transactions in one of these statuses. */
export async function hasTransactions(
  tx: Tx,
  { mid, id }: Path,
  statuses: readonly OpenStatus[],
): Promise<boolean> {
  const found = await tx
    .selectFrom('transaction')
    .select('id')
    .where('merchant_id', '=', mid)
    .where('status', 'in', statuses)
    .where('processor_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Open transactions of a processor must be captured, voided or settled through it first (Q1). */
export async function refuseWhileOpen(tx: Tx, path: Path, what: string): Promise<void> {
  const open = await hasTransactions(tx, path, [...under_way, ...unsettled]);
  if (open) refuse('refused', `This ${what} still has transactions that are not settled.`);
}
