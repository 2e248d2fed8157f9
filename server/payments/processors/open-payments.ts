// A processor or terminal with open payments is neither released nor removed.
import { refuse } from '../../../contract/errors.ts';
import type { Tx } from '../../db/database.ts';
import type { Path } from './record.ts';

const open_statuses = [
  'pending',
  'unknown',
  'authorized',
  'pending_settlement',
  'flagged',
  'flagged_partner',
] as const;

/** Open transactions of a processor must be captured, voided or settled through it first (Q1). */
export async function refuseWhileOpen(tx: Tx, { mid, id }: Path, what: string): Promise<void> {
  const open = await tx
    .selectFrom('transaction')
    .select('id')
    .where('merchant_id', '=', mid)
    .where('status', 'in', open_statuses)
    .where('processor_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (open) refuse('refused', `This ${what} still has transactions that are not settled.`);
}
