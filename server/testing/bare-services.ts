// What reading and posting need of the product's services, and nothing more: no lab, no mail.
import pino from 'pino';
import { accountBrand } from '../accounts/branding/account-brand.ts';
import { type MovableClock, makeClock } from '../clock.ts';
import { random, type Services } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { makeIds } from '../ids.ts';
import { keyRing } from '../keys/keys.ts';
import { driverOf } from '../payments/processors/registry.ts';

/** Services on this database; whoever makes them closes it. */
export function bareServices(database_url: string): { services: Services; clock: MovableClock } {
  const log = pino({ level: 'silent' });
  const clock = makeClock();
  const services = {
    database: openDatabase(database_url, log, 4),
    clock,
    ids: makeIds(() => clock.real().getTime(), random),
    random,
    keys: keyRing(Buffer.alloc(32, 7)),
    log,
    nudge: () => undefined,
    accountBrand,
    driverOf,
    lab_url: () => '',
  } as unknown as Services;
  return { services, clock };
}
