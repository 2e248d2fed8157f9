// What a processor must not lose while payments of it are open: its place, and its address.

import { refuse } from '../../../contract/errors.ts';
import { labelOfPath } from '../../../contract/fields.ts';
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
export async function refuseWhileOpen(tx: Tx, path: Path, what: string): Promise<void> {
  if (!(await hasOpen(tx, path))) return;
  refuse('refused', `This ${what} still has transactions that are not settled.`);
}

async function hasOpen(tx: Tx, { mid, id }: Path): Promise<boolean> {
  const open = await tx
    .selectFrom('transaction')
    .select('id')
    .where('merchant_id', '=', mid)
    .where('status', 'in', open_statuses)
    .where('processor_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Settings by which a host knows who asks: requests about a payment go to the one that has it. */
const address_settings = ['mid', 'terminal_number', 'odfi_profile', 'tpn', 'register_id'] as const;

type Settings = Readonly<Record<string, unknown>>;

/**
 * Under another address the host has no record of payments that are open, and they would count as
 * never made. 400 names the setting.
 */
export async function refuseMoving(
  tx: Tx,
  path: Path,
  { before, after, what }: { before: Settings; after: Settings; what: string },
): Promise<void> {
  const moved = address_settings.find((name) => (before[name] ?? '') !== (after[name] ?? ''));
  if (moved === undefined || !(await hasOpen(tx, path))) return;
  const label = labelOfPath([moved]);
  const message = `This ${what} has payments that are not settled. Settle or void them first.`;
  const data = { invalid: [{ field: moved, message }] };
  refuse('invalid', `bad request error: invalid ${label}: ${message}`, data);
}
