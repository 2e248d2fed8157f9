// For tests of settlement: pending items that database, ledger and rail lab agree on.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Insertable } from 'kysely';
import { expect } from 'vitest';
import { readConfig } from '../config.ts';
import type { Context, Egress } from '../context.ts';
import { runAudits } from '../db/audit.ts';
import { connect, inTransaction } from '../db/database.ts';
import type { Transaction } from '../db/tables.generated.ts';
import { makeEgress } from '../egress.ts';
import { startLab } from '../lab-process.ts';
import { posting } from '../ledger/postings.ts';
import { post } from '../ledger/write.ts';
import type { BatchRow } from '../payments/settlement/batches.ts';
import { getRow, type TransactionRow } from '../payments/transactions/read.ts';
import {
  addProcessor,
  makeSearchWorld,
  merchants,
  type SearchWorld,
  transactionRow,
  tree,
} from './search-world.ts';

export const card_processor = 'processor00000000001';
export const ach_processor = 'processor00000000ach';
const mid = '123456789012';

export interface Pending {
  merchant_id?: string;
  processor_id?: string;
  type?: 'sale' | 'refund' | 'credit';
  amount?: number;
  currency?: string;
  at?: Date;
  routing_number?: string;
  /** Id of the sale a refund gives back. */
  of?: string;
  /** What the host holds: another amount, or nothing at all. */
  at_host?: number | 'nothing';
  columns?: Partial<Insertable<Transaction>>;
}

export interface SettlementWorld extends SearchWorld {
  /** A pending item; gives its id. */
  pending(given?: Pending): Promise<string>;
  row(id: string, merchant_id?: string): Promise<TransactionRow>;
  batches(merchant_id?: string): Promise<BatchRow[]>;
  /** Moves business time, and with it the lab's. */
  moveTo(moment: Date): Promise<void>;
  /** A call of the lab's control side. */
  control(path: string, body: unknown): Promise<Record<string, unknown>>;
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
    await inTransaction(system, merchant_id, (tx) =>
      tx.insertInto('merchant').values({ merchant_id }).execute(),
    );
    await addProcessor(system, merchant_id, ach_processor, {
      type: 'house_ach',
      name: 'Bank',
      timezone: 'UTC',
      settle_at: '20:00:00',
      settings: '{}',
    });
  }
}

function line(row: Insertable<Transaction>, reference: string, given: Pending): string {
  const is_ach = row.processor_id === ach_processor;
  const station = row.processor_id;
  const credentials = is_ach
    ? { originator: '', station }
    : { mid, terminal_number: '0001', station };
  const amount = typeof given.at_host === 'number' ? given.at_host : row.amount;
  const item = {
    transaction_id: row.id,
    reference,
    operation: row.type,
    state: 'pending',
    currency: row.currency,
    amount,
    captured_amount: amount,
    settled_amount: 0,
    refunded_amount: 0,
    at: (row.created_at as Date).toISOString(),
    routing_number: given.routing_number ?? '',
  };
  return JSON.stringify({ rail: is_ach ? 'ach' : 'card', credentials, item });
}

function rowOf(system: Context, given: Pending): Insertable<Transaction> {
  const type = given.type ?? 'sale';
  const amount = given.amount ?? 1000;
  const taken = type === 'sale' ? amount : 0;
  const is_ach = given.processor_id === ach_processor;
  const at = given.at ?? system.clock.now();
  return transactionRow(system, {
    merchant_id: given.merchant_id ?? tree.merchant,
    type,
    status: 'pending_settlement',
    amount,
    base_amount: amount,
    amount_authorized: taken,
    amount_captured: taken,
    amount_settled: 0,
    currency: given.currency ?? 'usd',
    created_at: at,
    captured_at: type === 'sale' ? at : null,
    referenced_transaction_id: given.of ?? '',
    ...(is_ach && {
      processor_id: ach_processor,
      processor_type: 'house_ach',
      payment_method: 'ach',
      payment_type: 'ach',
      response_body: JSON.stringify({ ach: { return_code: '' } }),
    }),
    ...given.columns,
  });
}

function entriesOf(row: Insertable<Transaction>, sale_amount: number) {
  const { merchant_id: owner_id, id, currency, amount, processor_id: processor } = row;
  const about = {
    owner_id,
    key: id,
    source_type: 'transaction',
    source_id: id,
    effective_on: (row.created_at as Date).toISOString().slice(0, 10),
    currency,
  };
  if (row.type === 'credit') return posting('credit', about, { processor, amount });
  if (row.type === 'sale') return posting('sale', about, { processor, transaction: { amount } });
  return posting('refund', about, { processor, sale: { amount: sale_amount }, amount });
}

async function addPending(system: Context, row: Insertable<Transaction>, reference: string) {
  const { merchant_id, id: transaction_id, created_at, amount, currency } = row;
  await inTransaction(system, merchant_id, async (tx) => {
    await tx.insertInto('transaction').values(row).execute();
    const history = {
      merchant_id,
      transaction_id,
      verb: 'create',
      user_id: '',
      user_name: 'someone',
    };
    await tx
      .insertInto('transaction_event')
      .values({
        ...history,
        sequence: 1,
        from_status: '',
        to_status: 'pending_settlement',
        request_id: 'test',
        created_at,
      })
      .execute();
    await tx
      .insertInto('rail_attempt')
      .values({
        merchant_id,
        id: reference,
        transaction_id,
        operation: row.type,
        processor_id: row.processor_id,
        processor_type: row.processor_type,
        reference,
        fingerprint: 'x',
        amount,
        currency,
        state: 'answered',
        outcome: 'approved',
        deadline_at: created_at,
        created_at,
      })
      .execute();
    await post(tx, system, [entriesOf(row, await takeFromParent(system, tx, row))]);
  });
}

type Tx = Parameters<Parameters<typeof inTransaction>[2]>[0];

async function takeFromParent(system: Context, tx: Tx, refund: Insertable<Transaction>) {
  if (refund.type !== 'refund') return 0;
  const { merchant_id, referenced_transaction_id: id = '', amount } = refund;
  const parent = await getRow(system, merchant_id, id);
  const status = amount === parent.amount_settled ? 'refunded' : 'partially_refunded';
  await tx
    .updateTable('transaction')
    .set({ status, refund_reserved: amount, amount_refunded: amount, version: parent.version + 1 })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
  const now = system.clock.now();
  const history = {
    merchant_id,
    transaction_id: id,
    from_status: parent.status,
    to_status: status,
  };
  const by = { verb: 'refund', user_id: '', user_name: 'someone', request_id: 'test' };
  const move = { ...history, ...by, sequence: 3, created_at: now };
  await tx.insertInto('transaction_event').values(move).execute();
  return parent.amount_settled;
}

/** Makes the world; call close() in afterAll. */
export async function makeSettlementWorld(): Promise<SettlementWorld> {
  const world = await makeSearchWorld();
  const data_dir = mkdtempSync(path.join(os.tmpdir(), 'penstock-settlement-'));
  const config = readConfig({ DATA_DIR: data_dir, PENSTOCK_SEED: 'none', LAB_CONTROL: '1' });
  const lab = await startLab(config);
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
    requests: (operation) => paths.filter((one) => one.endsWith(operation)).length,
    async pending(given = {}) {
      const row = rowOf(system, given);
      const reference = system.ids.next();
      await addPending(system, row, reference);
      if (given.at_host !== 'nothing') await control('load', line(row, reference, given));
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
