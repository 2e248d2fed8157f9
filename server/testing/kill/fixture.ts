// A database, a lab and merchants of its own for a harness; the product on it runs elsewhere.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { type MovableClock, makeClock } from '../../clock.ts';
import { readConfig } from '../../config.ts';
import { type Context, type Services, systemContext } from '../../context.ts';
import { openKeyRing } from '../../keys/keys.ts';
import { type Lab, startLab } from '../../lab-process.ts';
import { makeServices } from '../../services.ts';
import type { Timing } from '../../timing.ts';
import { urlOf } from '../global-setup.ts';
import { makeTenants, type Tenants } from '../tenants.ts';
import type { World } from '../worlds/world.ts';
import { onServer } from './cluster.ts';

export interface Fixture {
  database_url: string;
  data_dir: string;
  lab: Lab;
  services: Services;
  system: Context;
  clock: MovableClock;
  tenants: Tenants;
  /** The database's owner, who sees behind the walls. */
  owner: pg.Client;
  /** Connects the owner again, after the database was away. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

export interface FixtureOptions {
  server_url: string;
  template: string;
  pool_size?: number;
  timing?: Partial<Timing>;
}

/** The fixture: `m1` settles on demand, `m2` its cards and `m1a` its bank entries at night. */
export async function makeFixture(options: FixtureOptions): Promise<Fixture> {
  const name = `penstock_g_${randomBytes(6).toString('hex')}`;
  await onServer(options.server_url, `create database ${name} template ${options.template}`);
  const database_url = urlOf(options.server_url, name);
  const data_dir = mkdtempSync(path.join(os.tmpdir(), 'penstock-fixture-'));
  const config = readConfig({ DATA_DIR: data_dir, PENSTOCK_SEED: 'none', LAB_CONTROL: '1' });
  mkdirSync(path.dirname(config.key_file), { recursive: true });
  writeFileSync(config.key_file, `${'07'.repeat(32)}\n`, { mode: 0o400 });
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const lab = await startLab(config);
  const clock = makeClock();
  const { services, close } = makeServices({
    config,
    database_url,
    pool_size: options.pool_size ?? 4,
    clock,
    keys: openKeyRing(config.key_file, false),
    log,
    lab_url: () => lab.url,
    ...(options.timing && { timing: options.timing }),
  });
  const system = systemContext(services, services.ids.next());
  const tenants = await makeTenants({ system } as World);
  const owner = await ownerOf(database_url);
  await keepApart(owner, tenants);
  const fixture: Fixture = {
    database_url,
    data_dir,
    lab,
    services,
    system,
    clock,
    tenants,
    owner,
    async reconnect() {
      await fixture.owner.end().catch(() => undefined);
      fixture.owner = await ownerOf(database_url);
    },
    async close() {
      await close();
      await fixture.owner.end().catch(() => undefined);
      await lab.stop();
      await onServer(options.server_url, `drop database if exists ${name} with (force)`);
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
  return fixture;
}

async function ownerOf(database_url: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: database_url });
  owner.on('error', () => undefined);
  await owner.connect();
  return owner;
}

/** Who settles by night and who does not: a clock that moves must not settle what waits. */
async function keepApart(owner: pg.Client, { m2, m1a }: Tenants): Promise<void> {
  const by_night = [m2.processors.card, m1a.processors.ach];
  await owner.query(
    `update processor set features = features || '{"disable_auto_settle":true}'
      where not (id = any($1))`,
    [by_night],
  );
}
