// A PostgreSQL of their own for the harnesses that run outside the test runner.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { urlOf } from '../global-setup.ts';

export interface Cluster {
  /** Address of the maintenance database, as its owner. */
  server_url: string;
  /** A migrated database that others are cloned from. */
  template: string;
  stop(): Promise<void>;
}

/** Runs statements on the maintenance database of a server. */
export async function onServer(server_url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server_url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** A cluster in the temporary folder, careless with its disk: only processes are killed on it. */
export async function openCluster(): Promise<Cluster> {
  const data_dir = mkdtempSync(path.join(os.tmpdir(), 'penstock-harness-'));
  const embedded = await startEmbedded({ data_dir, durable: false, log: () => undefined });
  const template = 'penstock_harness';
  await onServer(embedded.url, `create database ${template} template template0`);
  await migrate(urlOf(embedded.url, template));
  return {
    server_url: embedded.url,
    template,
    async stop() {
      await embedded.stop();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}
