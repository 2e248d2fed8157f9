// The product's services without a database: for tests of the way in and of what is kept in memory.
import pg from 'pg';
import type { Config } from '../config.ts';
import type { Services } from '../context.ts';
import { bareServices } from './bare-services.ts';

/** Services whose database refuses every connection. */
export function frameServices(config: Partial<Config> = {}): Services {
  const { services } = bareServices('postgres://nowhere.invalid/none');
  const away = Object.assign(new pg.Pool(), {
    connect: () => Promise.reject(new Error('no database here')),
  });
  return {
    ...services,
    config: { ...services.config, ...config },
    database: { ...services.database, pool: away, versions: away },
  };
}
