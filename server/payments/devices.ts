// Card readers: plain records, of which a disabled one takes no payments.
import { type Selectable, sql } from 'kysely';
import { refuse } from '../../contract/errors.ts';
import { taken } from '../../contract/faults.ts';
import { devices, max_devices } from '../../contract/payments/devices.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { store } from '../db/store.ts';
import type { Device } from '../db/tables.generated.ts';
import { handlersOf } from '../http/plain.ts';

const plain = store<Selectable<Device>>({
  table: 'device',
  noun: 'device',
  fields: ['friendly_name', 'manufacturer', 'part_number', 'serial_number', 'status'],
  order: { field: 'created_at', direction: 'asc' },
  statuses: { enable: 'active', active: 'active', disable: 'disabled', disabled: 'disabled' },
  sentences: { device_serial_number: taken('serial_number') },
});

const handlers = handlersOf(devices, plain);

export const deviceHandlers = {
  ...handlers,
  search: (context: Context, path: { mid: string }, page: { limit?: number; offset?: number }) =>
    handlers.search(context, path, { limit: max_devices, offset: 0, ...defined(page) }),
};

const defined = (page: object) =>
  Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined));

/** 400 for a card that a disabled reader of the merchant has read, however its number is typed. */
export async function refuseDisabledDevice(
  context: Context,
  serial_number: string | undefined,
): Promise<void> {
  if (serial_number === undefined) return;
  const found = await connect(context)
    .selectFrom('device')
    .select('status')
    .where('merchant_id', '=', context.actor.account_id)
    .where(sql`plain_serial_number(serial_number)`, '=', sql`plain_serial_number(${serial_number})`)
    .executeTakeFirst();
  if (found?.status === 'disabled') refuse('refused', 'This card reader is disabled.');
}
