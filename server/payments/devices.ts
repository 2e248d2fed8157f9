// Card readers: plain records, of which a disabled one takes no payments.
import { type Selectable, sql } from 'kysely';
import { invalid, refuse } from '../../contract/errors.ts';
import { notUnique } from '../../contract/faults.ts';
import { devices, max_devices } from '../../contract/payments/devices.ts';
import type { CreateInput } from '../../contract/payments/transactions/input.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { store } from '../db/store.ts';
import type { Device } from '../db/tables.generated.ts';
import { handlersOf } from '../http/plain.ts';

type SentCard = NonNullable<CreateInput['payment_method']['card']>;

const plain = store<Selectable<Device>>({
  table: 'device',
  noun: 'device',
  fields: ['friendly_name', 'manufacturer', 'part_number', 'serial_number', 'status'],
  order: { field: 'created_at', direction: 'asc' },
  statuses: { enable: 'active', active: 'active', disable: 'disabled', disabled: 'disabled' },
  sentences: { device_serial_number: notUnique('serial_number') },
});

const handlers = handlersOf(devices, plain);

export const deviceHandlers = {
  ...handlers,
  search: (context: Context, path: { mid: string }, page: { limit?: number; offset?: number }) =>
    handlers.search(context, path, { limit: max_devices, offset: 0, ...defined(page) }),
};

const defined = (page: object) =>
  Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined));

/**
 * 400 for a card that a disabled reader of the merchant has read, however its number is typed.
 * While one is disabled, every encrypted card must name its reader.
 */
export async function refuseDisabledDevice(context: Context, card: SentCard): Promise<void> {
  const { device_serial_number: serial_number = '' } = card;
  const is_named = /[\p{L}\p{N}]/u.test(serial_number);
  const is_read = card.encrypted_data ?? card.encrypted_track_1 ?? card.encrypted_track_2;
  if (!is_named && is_read === undefined) return;
  let disabled = connect(context)
    .selectFrom('device')
    .select('id')
    .where('merchant_id', '=', context.actor.account_id)
    .where('status', '=', 'disabled');
  if (is_named) {
    const typed = sql`plain_serial_number(${serial_number})`;
    disabled = disabled.where(sql`plain_serial_number(serial_number)`, '=', typed);
  }
  if ((await disabled.limit(1).executeTakeFirst()) === undefined) return;
  if (is_named) refuse('refused', 'This card reader is disabled.');
  invalid('Device Serial Number');
}
