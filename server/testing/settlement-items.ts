// Pending items for tests of settlement: rows, ledger and the host's own lines that agree.
import type { Insertable } from 'kysely';
import type { Context } from '../context.ts';
import { inTransaction, type Tx } from '../db/database.ts';
import type { Transaction } from '../db/tables.generated.ts';
import { posting } from '../ledger/postings.ts';
import { post } from '../ledger/write.ts';
import { getRow } from '../payments/transactions/reading/read.ts';
import { outboxEvent } from './outbox-event.ts';
import { transactionRow, tree } from './worlds/search-world.ts';

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

export function line(row: Insertable<Transaction>, reference: string, pending: Pending): string {
  const is_ach = row.processor_id === ach_processor;
  const station = row.processor_id;
  const credentials = is_ach
    ? { originator: '', station }
    : { mid, terminal_number: '0001', station };
  const amount = typeof pending.at_host === 'number' ? pending.at_host : row.amount;
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
    routing_number: pending.routing_number ?? '',
  };
  return JSON.stringify({ rail: is_ach ? 'ach' : 'card', credentials, item });
}

export function rowOf(system: Context, pending: Pending): Insertable<Transaction> {
  const type = pending.type ?? 'sale';
  const amount = pending.amount ?? 1000;
  const authorized = type === 'sale' ? amount : 0;
  const is_ach = pending.processor_id === ach_processor;
  const at = pending.at ?? system.clock.now();
  return transactionRow(system, {
    merchant_id: pending.merchant_id ?? tree.merchant,
    type,
    status: 'pending_settlement',
    amount,
    base_amount: amount,
    amount_authorized: authorized,
    amount_captured: authorized,
    amount_settled: 0,
    currency: pending.currency ?? 'usd',
    created_at: at,
    captured_at: type === 'sale' ? at : null,
    referenced_transaction_id: pending.of ?? '',
    ...(is_ach && {
      processor_id: ach_processor,
      processor_type: 'house_ach',
      payment_method: 'ach',
      payment_type: 'ach',
      response_body: JSON.stringify({ ach: { return_code: '' } }),
    }),
    ...pending.columns,
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

export async function addPending(system: Context, row: Insertable<Transaction>, reference: string) {
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
    await addEvent(system, tx, row.id, merchant_id, 1);
    await post(tx, system, [entriesOf(row, await takeFromParent(system, tx, row))]);
  });
}

async function addEvent(
  system: Context,
  tx: Tx,
  id: string,
  merchant_id: string,
  sequence: number,
) {
  const now = system.clock.now();
  await tx
    .insertInto('outbox')
    .values({
      merchant_id,
      id: system.ids.next(),
      ...outboxEvent(id, sequence, now),
    })
    .execute();
}

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
  await addEvent(system, tx, id, merchant_id, parent.version + 1);
  return parent.amount_settled;
}

/** Statements of the database's owner: no posting of a row in `refused_source` can be written. */
export const postings_refused_by_source = `create table refused_source (source text);
  grant select on refused_source to penstock_app;
  create function refuse_posting() returns trigger language plpgsql as $$
  begin
    if exists (select from refused_source where source in (new.source_id, new.source_type)) then
      raise exception 'refused' using errcode = '23514', constraint = 'books_are_shut';
    end if;
    return new;
  end $$;
  create trigger refused before insert on ledger_posting
    for each row execute function refuse_posting()`;
