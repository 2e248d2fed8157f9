// Which driver serves a processor type: the only table that knows adapters by name.

import { takesPayments } from '../../../contract/payments/processor-types/catalogue.ts';
import type {
  Environment,
  ProcessorType,
} from '../../../contract/payments/processor-types/record.ts';
import { dejavoo_spin } from './dejavoo_spin/codec.ts';
import type { Driver } from './driver.ts';
import { house_ach } from './house_ach/codec.ts';
import { cash, pending } from './internal.ts';
import { tsys_sierra } from './tsys_sierra/codec.ts';

const drivers: Readonly<Record<string, Driver>> = {
  tsys_sierra: { kind: 'wire', codec: tsys_sierra },
  house_ach: { kind: 'wire', codec: house_ach },
  dejavoo_spin: { kind: 'wire', codec: dejavoo_spin },
  cash: { kind: 'internal', decide: cash },
  pending: { kind: 'internal', decide: pending },
};

/** The driver that takes payments here; null where each payment is refused with code 410 (Q15). */
export function driverOf(type: ProcessorType, environment: Environment): Driver | null {
  return takesPayments(type, environment) ? (drivers[type.key] ?? null) : null;
}
