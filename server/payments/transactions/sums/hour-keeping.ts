// Keeps the sums of hours: an outbox consumer marks hours that have changed, of the merchant and of
// each account above it; a job sums them again. For marked hours readers sum the transactions.
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { connect, inTransaction, type Tx } from '../../../db/database.ts';
import { shareTree } from '../../../identity/account-tree.ts';
import type { OutboxConsumer } from '../../../jobs/outbox.ts';
import { enqueue, enqueueStatement, type JobDefinition } from '../../../jobs/runner.ts';
import {
  gatheredBy,
  groupsOfRows,
  hour_groups,
  hour_sums,
  hours_consumer,
  isOf,
  type SummedAccount,
  stateOf,
  sums_of_rows,
} from './hours.ts';

const job_name = 'transaction_hours';
/** How long a changed hour waits, so that many changes are summed once. */
const rest_ms = 5_000;
/** It waits longer the more rows it has, so that summing takes a fraction of the time. */
const rest_each_row_ms = 2;
const hours_a_commit = 168;

/** The merchant itself, the partners above it, and every office. */
async function accountsAbove(context: Context, merchant_id: string): Promise<SummedAccount[]> {
  const { rows } = await sql<SummedAccount>`select a.id, a.account_type as type from account a
    where a.account_type = 'admin' or a.id in
      (select c.account_id from account_closure c where c.reached_id = ${merchant_id})`.execute(
    connect(context),
  );
  return rows;
}

/** Locks the account's sums; false where none are kept, or those of other merchants. */
async function lock(tx: Tx, account: SummedAccount): Promise<boolean> {
  const { rows } = await sql`${stateOf(account)} for update of s`.execute(tx);
  return rows.length > 0;
}

/** Deletes all sums of an account and marks every hour in which it has transactions. */
async function beginAnew(context: Context, account: SummedAccount): Promise<void> {
  const { id } = account;
  await inTransaction(context, id, async (tx) => {
    // Who belongs to it must not change between the two statements that ask for it.
    await shareTree(tx);
    await sql`insert into transaction_hour_state (merchant_id, moved_count)
      select ${id}, moved_count from account_tree
      on conflict (merchant_id) do update set moved_count = excluded.moved_count`.execute(tx);
    await sql`delete from transaction_hour where merchant_id = ${id}`.execute(tx);
    await sql`delete from transaction_hour_due where merchant_id = ${id}`.execute(tx);
    const due_at = context.clock.now();
    await sql`insert into transaction_hour_due (merchant_id, hour, due_at)
      select ${id}, hour, ${due_at} from (
        select min(created_at) as first, max(created_at) as last from transaction t
        where ${isOf(account, 't.merchant_id')}) as span,
        generate_series(date_trunc('hour', span.first, 'UTC'), span.last, interval '1 hour')
          as hour`.execute(tx);
    await enqueue(tx, context, { name: job_name, key: id, merchant_id: id, due_at });
  });
}

/**
 * Notes the hours of these transactions in one statement, and asks for the job where one was not
 * noted yet. False where no sums are kept. It waits for the lock of a sum under way, with an older
 * look at the tables, but of the transactions' commits it has heard, and whether an hour is noted
 * is decided by the insert itself.
 */
async function note(
  context: Context,
  account: SummedAccount,
  merchant_id: string,
  ids: readonly string[],
): Promise<boolean> {
  const { id } = account;
  const due_at = sql<Date>`(select min(due_at) from noted)`;
  const job = { name: job_name, key: id, merchant_id: id, due_at };
  const soon = new Date(context.clock.now().getTime() + rest_ms);
  const { rows } = await sql<{ kept: boolean }>`
    with kept as (${stateOf(account)} for update of s),
    noted as (
      insert into transaction_hour_due (merchant_id, hour, due_at)
      select ${id}, changed.hour, ${soon}::timestamptz + coalesce(sum(h.transaction_count), 0)::float8
        * interval '1 ms' * ${rest_each_row_ms}::int
      from (select distinct date_trunc('hour', created_at, 'UTC') as hour from transaction
        where merchant_id = ${merchant_id} and id = any(${ids})
          and exists (select from kept)) as changed
      left join transaction_hour h on h.merchant_id = ${id} and h.hour = changed.hour
      group by changed.hour on conflict do nothing
      returning due_at),
    asked as (${enqueueStatement(context, job, sql`exists (select from noted)`)})
    select exists (select from kept) as kept`.execute(connect(context, id));
  return rows[0]?.kept ?? false;
}

/** Gets every changed transaction (quality 4.4: never in the payment's commit). */
export const transactionHours: OutboxConsumer = {
  name: hours_consumer,
  // It marks the hour that changed, so the order of the changes does not matter.
  any_order: true,
  async consume(context, events) {
    const changed = events.filter((event) => event.kind.startsWith('transaction'));
    const merchant_id = changed[0]?.merchant_id;
    if (!merchant_id) return;
    const ids = [...new Set(changed.map((event) => event.resource_id))];
    // Each account's rows are written by a transaction of its own, as those of every tenant.
    for (const account of await accountsAbove(context, merchant_id)) {
      if (!(await note(context, account, merchant_id, ids))) await beginAnew(context, account);
    }
  },
};

/** Sums some of the hours that are due; gives how many, and when the next one is due. */
async function sumSome(context: Context, account: SummedAccount) {
  const { id } = account;
  return await inTransaction(context, id, async (tx) => {
    if (!(await lock(tx, account))) return { count: 0, next: null };
    const due = await sql<{ hour: Date }>`delete from transaction_hour_due
      where merchant_id = ${id} and hour in (select hour from transaction_hour_due
        where merchant_id = ${id} and due_at <= ${context.clock.now()}
        order by hour desc limit ${hours_a_commit})
      returning hour`.execute(tx);
    const hours = due.rows.map((row) => row.hour);
    await sql`delete from transaction_hour
      where merchant_id = ${id} and hour = any(${hours}::timestamptz[])`.execute(tx);
    // A separate statement, so that it sees every change that was marked before the lock was taken.
    await sql`insert into transaction_hour (merchant_id, hour,
        ${sql.join([...hour_groups, ...hour_sums].map((name) => sql.id(name)))})
      select ${id}, wanted.hour, ${groupsOfRows(account)}, ${sums_of_rows}
      from unnest(${hours}::timestamptz[]) as wanted (hour)
      cross join lateral (select * from transaction
        where ${isOf(account, 'transaction.merchant_id')} and status <> 'pending'
          and created_at >= wanted.hour and created_at < wanted.hour + interval '1 hour'
        offset 0) as t
      group by wanted.hour, ${gatheredBy(2)}`.execute(tx);
    const next = await sql<{ due_at: Date | null }>`select min(due_at) as due_at
      from transaction_hour_due where merchant_id = ${id}`.execute(tx);
    return { count: hours.length, next: next.rows[0]?.due_at ?? null };
  });
}

/** Sums every hour of an account that is due; gives when the next one is due. */
async function sumDue(context: Context, id: string): Promise<Date | null> {
  const { rows } = await sql<SummedAccount>`select id, account_type as type from account
    where id = ${id}`.execute(connect(context));
  const [account] = rows;
  if (!account) return null;
  for (;;) {
    const { count, next } = await sumSome(context, account);
    if (count < hours_a_commit) return next;
  }
}

/** Accounts with transactions and no sums yet, or with those of merchants that have moved since. */
async function beginMissing(context: Context): Promise<void> {
  const { rows } = await sql<SummedAccount>`select a.id, a.account_type as type from account a
    left join transaction_hour_state s on s.merchant_id = a.id
    where (s.merchant_id is null or a.account_type = 'partner'
        and s.moved_count <> (select moved_count from account_tree))
      and exists (select 1 from account_closure c
        join transaction t on t.merchant_id = c.reached_id
        where a.account_type = 'admin' or c.account_id = a.id)`.execute(connect(context));
  for (const account of rows) await beginAnew(context, account);
}

export const transactionHoursJob: JobDefinition = {
  name: job_name,
  queue: 'bulk',
  standing: async (context) => [{ key: 'begin', due_at: context.clock.now() }],
  async run(context, job) {
    if (job.merchant_id) return await sumDue(context, job.merchant_id);
    await beginMissing(context);
    return null;
  },
};
