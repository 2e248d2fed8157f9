// The database a tool works on as its owner: the one of DATABASE_URL, or the embedded one.
import path from 'node:path';
import type { Config } from '../server/config.ts';
import { startEmbedded } from '../server/db/embedded/embedded.ts';

export interface OwnerDatabase {
  url: string;
  /** Ends the embedded server, unless it belongs to the running product. */
  stop(): Promise<void>;
}

export async function openOwnerDatabase(config: Config): Promise<OwnerDatabase> {
  if (config.database_url) return { url: config.database_url, stop: async () => undefined };
  return await startEmbedded({
    data_dir: path.join(config.data_dir, 'postgres'),
    durable: true,
    log: (message) => console.error(message),
  });
}
