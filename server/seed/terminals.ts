// The machines on the counter of a demo merchant: a terminal that approves what it is sent,
// one that waits until it is cancelled, and a card reader.
import type { Context } from '../context.ts';
import { deviceHandlers } from '../payments/devices.ts';
import { create } from '../payments/terminals/change-record.ts';
import type { SeededMerchant } from './accounts.ts';

const terminals = [
  {
    tpn: '000000000001',
    description: 'Front desk',
    model: 'z11',
    serial_number: 'Z11-204815',
    auth_key: 'fk72mq91xa',
    auto_settle: true,
    settle_at: '21:00:00',
    flags: { allow_add_tip_to_transaction: true },
  },
  {
    tpn: '000000000008',
    description: 'Back office',
    model: 'z8',
    serial_number: 'Z8-113407',
    auth_key: 'rt55wn08ce',
    signature_required: false,
  },
] as const;

/** One of the simulated readers of the bridge. */
const reader = {
  friendly_name: 'Counter reader',
  manufacturer: 'Simulated',
  part_number: 'SIM',
  serial_number: 'SIM-0001',
};

/** Sets them up as an administrator would. */
export async function seedTerminals(context: Context, { id: mid }: SeededMerchant): Promise<void> {
  for (const terminal of terminals) await create(context, { mid }, terminal);
  await deviceHandlers.create(context, { mid }, reader);
}
