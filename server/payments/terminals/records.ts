// The calls of terminal records: read, set up, changed, enabled, removed.
import type { InputOf } from '../../../contract/endpoint.ts';
import { notFound } from '../../../contract/errors.ts';
import {
  max_terminals,
  terminal_status_actions,
  type terminals,
} from '../../../contract/payments/terminals.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { requireMerchant } from '../../db/require-merchant.ts';
import type { Handlers } from '../../http/serve.ts';
import { invalidateMerchant } from '../merchant-config.ts';
import { refuseWhileOpen } from '../processors/open-payments.ts';
import { deleteUnused } from '../processors/record-status.ts';
import { planSettlement } from '../settlement/plan.ts';
import { cancel } from './cancel.ts';
import { create, update } from './change-record.ts';
import { locksOf } from './lock.ts';
import { recordOf, rows, toRecord } from './record.ts';
import { settle } from './settle.ts';

type Path = { mid: string; id: string };
type Page = InputOf<typeof terminals.search>;

async function listOf(context: Context, mid: string, { limit = max_terminals, offset = 0 }: Page) {
  const { rows: found, ...count } = await rows.search(context, { limit, offset }, mid);
  const locks = found.length > 0 ? await locksOf(context, mid) : [];
  return { rows: found.map((row) => toRecord(row, locks)), ...count };
}

async function search(context: Context, { mid }: { mid: string }, page: Page) {
  await requireMerchant(context, mid);
  return await listOf(context, mid, page);
}

async function setStatus(context: Context, path: Path & { action: string }) {
  const known = Object.hasOwn(terminal_status_actions, path.action);
  const status = (known && terminal_status_actions[path.action]) || notFound();
  const { mid, id } = path;
  await rows.withLocked(context, path, async (tx, row) => {
    const changes = { status, updated_at: context.clock.now() };
    await tx
      .updateTable('processor')
      .set(changes)
      .where('merchant_id', '=', mid)
      .where('id', '=', id)
      .execute();
    const states = { before: { status: row.status }, after: { status } };
    await audit(tx, context, { verb: 'status', noun: 'terminal', id, merchant_id: mid, ...states });
  });
  invalidateMerchant(context, mid);
  await planSettlement(context, mid, id);
  return await recordOf(context, path);
}

/** Deletes a terminal that was never used; a used one is released and shown nowhere any more. */
async function remove(context: Context, path: Path): Promise<void> {
  const { mid, id } = path;
  await rows.withLocked(context, path, async (tx, row) => {
    if (!(await deleteUnused(tx, context, path))) {
      await refuseWhileOpen(tx, path, 'terminal');
      await tx
        .updateTable('processor')
        .set({ status: 'released', updated_at: context.clock.now() })
        .where('merchant_id', '=', mid)
        .where('id', '=', id)
        .execute();
    }
    const { description, status } = row;
    const before = { tpn: row.settings.tpn, description, status };
    await audit(tx, context, { verb: 'remove', noun: 'terminal', id, merchant_id: mid, before });
  });
  invalidateMerchant(context, mid);
}

export const terminalHandlers: Handlers<typeof terminals> = {
  search,
  own: (context, _params, page) => listOf(context, context.actor.account_id, page),
  create,
  get: recordOf,
  update,
  remove,
  setStatus,
  settle,
  cancel,
};
