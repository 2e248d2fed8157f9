// A small world in which everything adds up, made row by row, for tests that damage it and listen.

import type { AuditQuery } from '../../db/audit.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { sealAuditLog } from '../../db/audit-log/audit-seal.ts';
import { inTransaction } from '../../db/database.ts';
import { writeSnapshots } from '../../ledger/snapshots.ts';
import { opened } from '../opened.ts';
import { outboxEvent } from '../outbox-event.ts';
import { type LedgerWorld, make, makeLedgerWorld } from './ledger-world.ts';

type Row = Record<string, unknown>;

export interface AuditWorld extends LedgerWorld {
  /** Rows an audit returns with the damage done, which is undone afterwards. */
  heard(audit: AuditQuery, damage: string): Promise<Row[]>;
}

const now = '2026-03-01T12:00:00Z';
const blank = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '']));
const times = { created_at: now, updated_at: now };
const mine = { merchant_id: 'ma' };

async function insert(world: LedgerWorld, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const marks = names.map((_, n) => `$${n + 1}`);
  await world.owner.query(
    `insert into ${table} (${names.join()}) values (${marks.join()})`,
    names.map((name) => row[name]),
  );
}

async function addTransaction(
  world: LedgerWorld,
  row: { id: string; status: string } & Row,
  ...statuses: string[]
): Promise<void> {
  await insert(world, 'transaction', {
    ...mine,
    type: 'sale',
    response: 'approved',
    response_code: 100,
    currency: 'usd',
    amount: row.amount_authorized ?? 0,
    base_amount: 0,
    payment_method: 'card',
    payment_type: 'card',
    transaction_source: 'api',
    ...blank('user_id', 'user_name', 'merchant_name', 'processor_type', 'processor_name'),
    processor_id: 'p1',
    version: statuses.length,
    ...times,
    ...row,
  });
  for (const [n, to_status] of ['pending', ...statuses].entries()) {
    await insert(world, 'transaction_event', {
      ...mine,
      transaction_id: row.id,
      sequence: n + 1,
      from_status: ['', 'pending', ...statuses][n],
      to_status,
      ...blank('verb', 'user_id', 'user_name', 'request_id'),
      created_at: now,
    });
  }
  for (const [n] of statuses.entries()) await addEvent(world, row.id, n + 1);
}

async function addEvent(world: LedgerWorld, resource_id: string, sequence: number) {
  await insert(world, 'outbox', {
    ...mine,
    id: `${resource_id}${sequence}`,
    ...outboxEvent(resource_id, sequence, now),
  });
}

async function addAttempt(world: LedgerWorld, row: Row & { transaction_id: string }) {
  const id = `a-${row.transaction_id}`;
  await insert(world, 'rail_attempt', {
    ...mine,
    id,
    operation: 'sale',
    processor_id: 'p1',
    processor_type: '',
    reference: id,
    fingerprint: '',
    amount: 1070,
    currency: 'usd',
    state: 'answered',
    outcome: 'approved',
    answer: JSON.stringify({ processor_ref: { transaction_id: `theirs-${row.transaction_id}` } }),
    deadline_at: now,
    created_at: now,
    ...row,
  });
}

async function addTransactions(world: LedgerWorld): Promise<void> {
  const whole = { amount_authorized: 1070, amount_captured: 1070, tax_amount: 70 };
  const waiting = 'pending_settlement';
  await addTransaction(
    world,
    { id: 'held', status: 'authorized', amount_authorized: 500 },
    'authorized',
  );
  await addTransaction(world, { id: 'open', status: waiting, ...whole }, waiting);
  const amounts = { amount_settled: 1070, refund_reserved: 70, amount_refunded: 70 };
  await addTransaction(
    world,
    { id: 'done', status: 'partially_refunded', ...whole, ...amounts, settlement_batch_id: 'b1' },
    waiting,
    'settled',
    'partially_refunded',
  );
  const back = { type: 'refund', amount: 70, referenced_transaction_id: 'done' };
  await addTransaction(world, { id: 'back', status: waiting, ...back }, waiting);
  await addTransaction(world, { id: 'lost', status: 'unknown', amount: 300 }, 'unknown');
  await addAttempt(world, { transaction_id: 'held', operation: 'authorize', amount: 500 });
  await addAttempt(world, { transaction_id: 'open' });
  await addAttempt(world, { transaction_id: 'done' });
  await addAttempt(world, { transaction_id: 'back', operation: 'refund', amount: 70 });
  const unanswered = { state: 'no_answer', outcome: 'unknown', answer: '{}', next_inquiry_at: now };
  await addAttempt(world, { transaction_id: 'lost', amount: 300, ...unanswered });
}

async function addPostings(world: LedgerWorld): Promise<void> {
  const p1 = { processor: 'p1' };
  const sale = { amount: 1070, tax_amount: 70 };
  const lost = { source_id: 'lost' };
  await world.write(
    'ma',
    make('authorize', 'ma', 'held', { ...p1, amount: 500 }),
    make('sale', 'ma', 'open', { ...p1, transaction: sale }),
    make('sale', 'ma', 'done', { ...p1, transaction: sale }),
    make('batch_close', 'ma', 'b1', { ...p1, captured: 1070, credited: 0 }),
    make('refund', 'ma', 'back', { ...p1, sale, amount: 70 }),
    make('exposure_open', 'ma', 'a-lost', { ...p1, amount: 300 }, lost),
  );
}

async function addSettings(world: LedgerWorld): Promise<void> {
  await insert(world, 'processor', {
    ...mine,
    id: 'p1',
    type: 'tsys_sierra',
    name: '',
    status: 'active',
    timezone: 'UTC',
    settle_at: '20:00',
    ...times,
  });
  await insert(world, 'settlement_batch', {
    ...mine,
    id: 'b1',
    processor_id: 'p1',
    ...blank('processor_name', 'processor_type', 'response_message'),
    state: 'closed',
    currency: 'usd',
    batch_on: '2026-03-01',
    batch_date: now,
    batch_number: '1',
    num_transactions: 1,
    amount_captured: 1070,
    amount_credit: 0,
    net_deposit: 1070,
    response_code: 100,
    event_count: 1,
    ...times,
  });
  await addEvent(world, 'b1', 1);
}

/** Makes the world; call close() in afterAll. */
export async function makeAuditWorld(): Promise<AuditWorld> {
  const world = await makeLedgerWorld();
  await world.addMerchant('ma');
  await addSettings(world);
  await addTransactions(world);
  await addPostings(world);
  await insert(world, 'idempotency', {
    ...mine,
    key: 'k1',
    operation: 'create',
    fingerprint: 'f',
    transaction_id: 'open',
    state: 'answered',
    http_status: 200,
    answer: '{"phone":"4366412345671"}',
    created_at: now,
    expires_at: now,
  });
  await writeSnapshots(world.system, new Date(Date.now() + 1000));
  const row = { verb: 'create', noun: 'transaction', id: 'open', merchant_id: 'ma' };
  await inTransaction(world.system, 'ma', async (tx) => {
    await audit(tx, world.system, row);
    await audit(tx, world.system, row);
  });
  await sealAuditLog(world.system);
  return {
    ...world,
    async heard(query, damage) {
      await world.owner.query('begin');
      try {
        await world.owner.query("set local session_replication_role = 'replica'");
        const { rowCount } = await world.owner.query(damage);
        if (!rowCount) throw new Error(`Nothing was damaged: ${damage}`);
        return (await world.owner.query(query.sql)).rows;
      } finally {
        await world.owner.query('rollback');
      }
    },
  };
}

/** The audit world of a test file; to be called at its top. */
export const openAuditWorld = (): AuditWorld => opened(makeAuditWorld, (world) => world.close());
