// Card readers of a merchant, as they are registered (gateway-api 8, spec 2 §3).
import { z } from 'zod';
import { may } from '../access/may.ts';
import { crud } from '../crud.ts';
import { described } from '../field-meta.ts';
import { blankable, moment, omittable } from '../fields.ts';

export const device_statuses = ['active', 'disabled'] as const;

const words = (length: number) => omittable(z.string().trim().max(length));
const friendly_name = described(z.string().trim().min(1).max(100), {
  label: 'Name',
  hint: 'name shown to clerks',
});
const members = {
  manufacturer: words(64),
  part_number: words(64),
  serial_number: described(words(64), { hint: 'as reported by the reader' }),
  status: omittable(z.enum(device_statuses)),
};

export const device_record = z.object({
  id: z.string(),
  merchant_id: z.string(),
  friendly_name: z.string(),
  manufacturer: z.string(),
  part_number: z.string(),
  serial_number: z.string(),
  status: z.enum(device_statuses),
  created_at: moment,
  updated_at: moment,
});
export type DeviceRecord = z.infer<typeof device_record>;

/** Card readers of a merchant are few: a list is whole unless it is requested in parts. */
export const max_devices = 200;

export const devices = crud({
  one: '/merchant/{mid}/device',
  many: '/merchant/{mid}/devices',
  noun: 'device',
  record: device_record,
  input: z.object({ friendly_name, ...members }),
  update: z.object({ friendly_name: omittable(friendly_name), ...members }),
  page: z.object({
    limit: blankable(z.coerce.number().int().min(0).max(max_devices)),
    offset: blankable(z.coerce.number().int().min(0)),
  }),
  read: may.see_terminals,
  write: may.manage_devices,
  has_status: true,
  summaries: {
    search: 'Card readers of a merchant, oldest first.',
    create: 'Registers a card reader.',
    get: 'One card reader.',
    update: 'Changes a card reader; fields left out keep their value.',
    remove: 'Removes a card reader.',
    setStatus: 'Enables or disables a card reader.',
  },
});
