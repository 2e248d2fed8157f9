// Enabling, disabling and releasing a processor (Q1).
import { sql } from 'kysely';
import { notFound, refuse } from '../../../contract/errors.ts';
import { status_actions } from '../../../contract/payments/processors.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import type { Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { invalidateMerchant } from '../merchant-config.ts';
import { planSettlement } from '../settlement/plan.ts';
import { defaults } from './change-record.ts';
import { refuseWhileOpen } from './open-payments.ts';
import { type Path, rowOf, rows, toRecord } from './record.ts';

/** Tables whose rows name a processor; while one does, the processor is not deleted. */
const uses = ['transaction', 'rail_attempt', 'settlement_batch', 'limit_counter'] as const;

/** Deletes the row where nothing was ever sent to it; false where something was. */
export async function deleteUnused(tx: Tx, context: Context, { mid, id }: Path): Promise<boolean> {
  const unused = uses.map(
    (table) => sql`not exists (select from ${sql.table(table)} u
      where u.merchant_id = ${mid} and u.processor_id = ${id})`,
  );
  const { rows: gone } = await sql`delete from processor
    where merchant_id = ${mid} and id = ${id} and ${scope(context, 'processor.merchant_id')}
      and ${sql.join(unused, sql` and `)}
    returning id`.execute(tx);
  return gone.length > 0;
}

/** Deletes a processor that was never used; a used one is released instead. */
export async function remove(context: Context, path: Path): Promise<void> {
  const { mid, id } = path;
  // Locked first: a payment that names it at this moment is waited for, and then seen.
  const deleted = await rows.withLocked(context, path, async (tx, before) => {
    if (!(await deleteUnused(tx, context, path))) return false;
    const noun = { noun: 'processor', id, merchant_id: mid };
    const { type, name, status } = before;
    await audit(tx, context, { verb: 'release', ...noun, before: { type, name, status } });
    return true;
  });
  if (deleted) invalidateMerchant(context, mid);
  else await setStatus(context, { ...path, action: 'release' });
}

/** Enables, disables or releases; a release cannot be undone and clears its defaults. */
export async function setStatus(context: Context, path: Path & { action: string }) {
  const known = Object.hasOwn(status_actions, path.action);
  const status = (known && status_actions[path.action]) || notFound();
  await rows.withLocked(context, path, async (tx, row) => {
    if (row.status === 'released' && status !== 'released') {
      refuse('refused', 'A released processor cannot be used again.');
    }
    if (status === 'released') await refuseWhileOpen(tx, path, 'processor');
    const none = Object.fromEntries(defaults.map((name) => [name, false]));
    await tx
      .updateTable('processor')
      .set({ status, updated_at: context.clock.now(), ...(status === 'released' && none) })
      .where('merchant_id', '=', path.mid)
      .where('id', '=', path.id)
      .execute();
    await audit(tx, context, {
      verb: 'status',
      noun: 'processor',
      id: path.id,
      merchant_id: path.mid,
      before: { status: row.status },
      after: { status },
    });
  });
  invalidateMerchant(context, path.mid);
  await planSettlement(context, path.mid, path.id);
  return await toRecord(context, await rowOf(context, path));
}
