// The product's services on a database, without what is around them: no lab, no jobs, no log.
import pino from 'pino';
import { type MovableClock, makeClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import type { Services } from '../context.ts';
import { keyRing } from '../keys/keys.ts';
import { makeServices } from '../services.ts';

/** Services on this database; whoever makes them closes it. */
export function bareServices(
  database_url: string,
  pool_size = 4,
): { services: Services; clock: MovableClock } {
  const clock = makeClock();
  const { services } = makeServices({
    config: readConfig({ PENSTOCK_SEED: 'none' }),
    database_url,
    pool_size,
    clock,
    keys: keyRing(Buffer.alloc(32, 7)),
    log: pino({ level: 'silent' }),
  });
  return { services, clock };
}
