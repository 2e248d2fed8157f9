// What the frame of the app needs of a process, without a database: for tests of the way in.
import pino from 'pino';
import { makeClock } from '../clock.ts';
import { random, type Services } from '../context.ts';
import { makeIds } from '../ids.ts';

/** Services whose database refuses every connection. */
export function frameServices(config: object = {}): Services {
  const clock = makeClock();
  const away = { connect: () => Promise.reject(new Error('no database here')) };
  return {
    config: { trust_proxy: '', environment: 'sandbox', public_url: '', ...config },
    log: pino({ level: 'silent' }),
    clock,
    ids: makeIds(() => clock.real().getTime(), random),
    random,
    database: { pool: away, versions: away },
  } as unknown as Services;
}
