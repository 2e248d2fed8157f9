// For tests of settlement: pending items that database, ledger and rail lab agree on.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Context, Egress } from '../../context.ts';
import { runAudits } from '../../db/audit.ts';
import { connect } from '../../db/database.ts';
import { makeEgress } from '../../egress.ts';
import { storeOffset } from '../../jobs/sandbox-clock.ts';
import type { BatchRow } from '../../payments/settlement/batches.ts';
import { getRow, type TransactionRow } from '../../payments/transactions/reading/read.ts';
import { opened } from '../opened.ts';
import { ach_processor, addPending, line, type Pending, rowOf } from '../settlement-items.ts';
import { startTestLab } from '../test-lab.ts';
import {
  addProcessor,
  makeSearchWorld,
  merchants,
  type SearchWorld,
  tree,
} from './search-world.ts';

export interface SettlementWorld extends SearchWorld {
  /** A pending item; gives its id. */
  pending(overrides?: Pending): Promise<string>;
  row(id: string, merchant_id?: string): Promise<TransactionRow>;
  batches(merchant_id?: string): Promise<BatchRow[]>;
  /** Moves business time, and with it the lab's. */
  moveTo(moment: Date): Promise<void>;
  /** A call of the lab's control side. */
  control(path: string, body: unknown): Promise<Record<string, unknown>>;
  /** What the host does with the next requests of this operation. */
  script(operation: string, action: string, times?: number): Promise<unknown>;
  /** How often the host was asked for an operation. */
  requests(operation: string): number;
  expectSound(): Promise<void>;
}

interface Wire {
  egress: Egress & { close(): void };
  /** Paths of the requests so far. */
  paths: string[];
  send(url: string, body: string): Promise<Record<string, unknown>>;
}

/** Real sockets that remember what was asked. */
function makeWire(): Wire {
  const real = makeEgress();
  const paths: string[] = [];
  const limits = { connect_timeout_ms: 2_000, first_byte_timeout_ms: 5_000 };
  return {
    paths,
    egress: {
      close: () => real.close(),
      exchange: (request) => {
        paths.push(new URL(request.url).pathname);
        return real.exchange(request);
      },
    },
    async send(url, body) {
      const headers = { 'content-type': 'application/json' };
      const total = { total_timeout_ms: 5_000, max_answer_bytes: 1_048_576 };
      const answer = await real.exchange({ url, body, headers, ...limits, ...total });
      if (answer.kind !== 'answered') throw new Error(answer.reason);
      return JSON.parse(answer.body) as Record<string, unknown>;
    },
  };
}

async function prepare(system: Context): Promise<void> {
  for (const merchant_id of merchants) {
    await addProcessor(system, merchant_id, ach_processor, {
      type: 'house_ach',
      name: 'Bank',
      timezone: 'UTC',
      settle_at: '20:00:00',
      settings: '{}',
    });
  }
}

/** Makes the world; call close() in afterAll. */
export async function makeSettlementWorld(): Promise<SettlementWorld> {
  const world = await makeSearchWorld();
  const data_dir = mkdtempSync(path.join(os.tmpdir(), 'penstock-settlement-'));
  const config = readConfig({ DATA_DIR: data_dir, PENSTOCK_SEED: 'none', LAB_CONTROL: '1' });
  const lab = await startTestLab(config);
  const { egress, paths, send } = makeWire();
  Object.assign(world.services, { config, egress, lab_url: () => lab.url });
  const system = world.as('system', '');
  await prepare(system);
  const control = (place: string, body: unknown) =>
    send(`${lab.url}/control/${place}`, typeof body === 'string' ? body : JSON.stringify(body));
  return {
    ...world,
    system,
    control,
    script: (operation, action, times = 1) =>
      control('script', { match: { operation }, action: { do: action }, times }),
    requests: (operation) => paths.filter((one) => one.endsWith(operation)).length,
    async pending(overrides = {}) {
      const row = rowOf(system, overrides);
      const reference = system.ids.next();
      await addPending(system, row, reference);
      if (overrides.at_host !== 'nothing') await control('load', line(row, reference, overrides));
      return row.id;
    },
    row: (id, merchant_id = tree.merchant) => getRow(system, merchant_id, id),
    batches: (merchant_id = tree.merchant) =>
      connect(system)
        .selectFrom('settlement_batch')
        .selectAll()
        .where('merchant_id', '=', merchant_id)
        .orderBy('batch_date')
        .orderBy('currency')
        .execute(),
    async moveTo(moment) {
      const ahead_ms = moment.getTime() - world.clock.now().getTime();
      world.clock.setOffset(world.clock.offset_ms + Math.max(0, ahead_ms));
      await storeOffset(system, world.clock.offset_ms);
      await control('clock', { now: world.clock.now().toISOString() });
    },
    async expectSound() {
      const wrong = (await runAudits(world.services.database)).filter(
        ({ rows }) => rows.length > 0,
      );
      expect(wrong).toEqual([]);
    },
    async close() {
      egress.close();
      await world.close();
      await lab.stop();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

/** The settlement world of a test file, opened at its top and audited at its end. */
export function openSettlementWorld(): SettlementWorld {
  return opened(makeSettlementWorld, async (world) => {
    try {
      await world.expectSound();
    } finally {
      await world.close();
    }
  });
}
