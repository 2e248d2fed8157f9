// Merging customers that were saved twice: under their locks, in one commit (decision 26).
import { sql } from 'kysely';
import { may } from '../../../../contract/access/may.ts';
import { invalid, notFound } from '../../../../contract/errors.ts';
import type { customer_merge, MergeInput, MergeRecord } from '../../../../contract/vault/merge.ts';
import type { SavedMethodType } from '../../../../contract/vault/saved-methods.ts';
import type { Context } from '../../../context.ts';
import { audit } from '../../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../../../db/database.ts';
import { scope } from '../../../db/scope.ts';
import { checkAccess } from '../../../http/access.ts';
import type { Handlers } from '../../../http/serve.ts';
import {
  type CustomerRow,
  findCustomer,
  maySeeCustomers,
  recordForCaller,
  toRecord,
  type WholeCustomer,
  withParts,
} from '../records.ts';
import { writeWords } from '../search-words.ts';
import { type MergePlan, mergePlan, type Placed } from './merge-plan.ts';

const max_duplicates = 50;

/**
 * `GET /vault/customer/{id}/duplicates`: customers with a number of this customer, oldest first.
 */
async function duplicates(context: Context, { id }: { id: string }) {
  const query = connect(context);
  const { merchant_id, id: customer_id } = await findCustomer(query, context, id);
  const found = await sql<{ id: string; numbers: string[] }>`
    select other.customer_id as id, array_agg(distinct other.masked) as numbers
    from saved_method as own
    join saved_method as other on other.merchant_id = own.merchant_id
      and other.digest = own.digest and other.type = own.type
      and other.customer_id <> own.customer_id
    where ${scope(context, 'own.merchant_id')} and own.merchant_id = ${merchant_id}
      and own.customer_id = ${customer_id}
    group by other.customer_id order by other.customer_id
    limit ${sql.lit(max_duplicates)}`.execute(query);
  const numbers = new Map(found.rows.map((row) => [row.id, row.numbers]));
  if (numbers.size === 0) return { rows: [], total_count: 0 };
  const rows = await query
    .selectFrom('customer')
    .selectAll()
    .where(scope(context, 'customer.merchant_id'))
    .where('merchant_id', '=', merchant_id)
    .where('id', 'in', [...numbers.keys()])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const whole = await withParts(query, context, rows);
  return {
    rows: whole.map((one) => ({
      customer: toRecord(one),
      shared_numbers: numbers.get(one.row.id) ?? [],
    })),
    total_count: whole.length,
  };
}

/** All of them, locked in the order of their ids; 404 where one is not there. */
async function lockAll(tx: Tx, context: Context, ids: readonly string[]): Promise<CustomerRow[]> {
  const rows = await tx
    .selectFrom('customer')
    .selectAll()
    .where(scope(context, 'customer.merchant_id'))
    .where('merchant_id', '=', context.actor.account_id)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length !== ids.length) notFound();
  return rows;
}

interface Path {
  id: string;
}

/** Computes the plan under the locks, and writes it unless this is a preview. */
async function planned(
  context: Context,
  { id }: Path,
  { customer_ids }: MergeInput,
  is_preview: boolean,
): Promise<MergeRecord> {
  const others = [...new Set(customer_ids)];
  return await inTransaction(context, context.actor.account_id, async (tx) => {
    const rows = await lockAll(tx, context, [...new Set([id, ...others])]);
    if (others.includes(id)) invalid('Customer IDs');
    const whole = await withParts(tx, context, rows);
    const at = (wanted: string) => whole.find(({ row }) => row.id === wanted) as WholeCustomer;
    const target = at(id);
    const plan = mergePlan(target, others.map(at));
    if (!is_preview) await write(tx, context, target, plan, others);
    return answerOf(context, plan, others);
  });
}

function answerOf(
  context: Context,
  { methods, addresses, after }: MergePlan,
  customer_ids: string[],
): MergeRecord {
  const sees = maySeeCustomers(context);
  const part = <Row extends { id: string; customer_id: string }>({
    row,
    kept_id,
  }: Placed<Row>) => ({
    id: row.id,
    from_customer_id: row.customer_id,
    kept_id,
  });
  return {
    customer: recordForCaller(context, after),
    customer_ids,
    methods: methods.map((one) => ({
      ...part(one),
      type: one.row.type as SavedMethodType,
      masked_number: sees ? one.row.masked : '',
    })),
    addresses: addresses.map((one) => {
      const { line_1, city, state } = one.row;
      const line = [line_1, city, state].filter(Boolean).join(', ');
      return { ...part(one), line: sees ? line : '' };
    }),
  };
}

async function write(
  tx: Tx,
  context: Context,
  target: WholeCustomer,
  plan: MergePlan,
  others: string[],
): Promise<void> {
  const { merchant_id, id } = target.row;
  const now = context.clock.now();
  await moveParts(tx, 'saved_method', target, plan.methods);
  await moveParts(tx, 'customer_address', target, plan.addresses);
  const dropped = new Set(plan.methods.map(({ kept_id }) => kept_id).filter(Boolean));
  for (const method of plan.after.methods.filter((one) => dropped.has(one.id))) {
    const { expires_on, flags, processor_id, checked_at } = method;
    const { initial_transaction_id, network_transaction_id } = method;
    await tx
      .updateTable('saved_method')
      .set({
        expires_on,
        flags: JSON.stringify(flags),
        processor_id,
        initial_transaction_id,
        network_transaction_id,
        checked_at,
        updated_at: now,
      })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', method.id)
      .execute();
  }
  // A payment in progress saves its method to the remaining customer. If that payment creates a
  // customer of this ID, it belongs to another payer and must not be saved there.
  await sql`update saved_method_draft set customer_id = ${id}
    where merchant_id = ${merchant_id} and customer_id = any(${others}::text[])
      and not is_new_customer`.execute(tx);
  await remember(tx, plan, { merchant_id, id, others, now });
  await sql`delete from customer where merchant_id = ${merchant_id}
    and id = any(${others}::text[])`.execute(tx);
  const { row } = plan.after;
  await tx
    .updateTable('customer')
    .set({
      description: row.description,
      notes: row.notes,
      flags: JSON.stringify(row.flags),
      processor_id: row.processor_id,
      shared: row.shared,
      do_not_share: row.do_not_share,
      custom_fields: JSON.stringify(row.custom_fields),
      payment_method_id: row.payment_method_id,
      payment_method_type: row.payment_method_type,
      billing_address_id: row.billing_address_id,
      shipping_address_id: row.shipping_address_id,
      updated_at: now,
    })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
  await writeWords(tx, plan.after);
  const before = toRecord(target).data.customer;
  const after = { merged_customer_ids: others, ...toRecord(plan.after).data.customer };
  await audit(tx, context, { verb: 'merge', noun: 'customer', merchant_id, id, before, after });
}

/** Rows that move get the remaining customer; dropped rows are deleted with theirs. */
async function moveParts(
  tx: Tx,
  table: 'saved_method' | 'customer_address',
  { row }: WholeCustomer,
  parts: readonly Placed<{ id: string }>[],
): Promise<void> {
  const moved = parts.filter(({ kept_id }) => kept_id === '').map((part) => part.row.id);
  await sql`update ${sql.table(table)} set customer_id = ${row.id}
    where merchant_id = ${row.merchant_id} and id = any(${moved}::text[])`.execute(tx);
}

interface Merged {
  merchant_id: string;
  id: string;
  others: readonly string[];
  now: Date;
}

/** Records the IDs of the merged customers, and redirects earlier merges to the same customer. */
async function remember(tx: Tx, plan: MergePlan, { merchant_id, id, others, now }: Merged) {
  const gone = [
    ...others.map((one) => ({ kind: 'customer', id: one, kept_id: id })),
    ...plan.methods.map(({ row, kept_id }) => ({ kind: 'method', id: row.id, kept_id })),
    ...plan.addresses.map(({ row, kept_id }) => ({ kind: 'address', id: row.id, kept_id })),
  ].filter(({ kept_id }) => kept_id !== '');
  await sql`update customer_merge set customer_id = ${id},
      kept_id = case kind when 'customer' then ${id} else kept_id end
    where merchant_id = ${merchant_id} and customer_id = any(${others}::text[])`.execute(tx);
  for (const { kind, id: old_id, kept_id } of gone) {
    await sql`update customer_merge set kept_id = ${kept_id} where merchant_id = ${merchant_id}
      and kind = ${kind} and kept_id = ${old_id}`.execute(tx);
  }
  await tx
    .insertInto('customer_merge')
    .values(gone.map((one) => ({ merchant_id, ...one, customer_id: id, merged_at: now })))
    .execute();
}

export const customerMergeHandlers: Handlers<typeof customer_merge> = {
  duplicates,
  preview: async (context, path, input) => {
    checkAccess(context.actor, may.see_customers);
    return await planned(context, path, input, true);
  },
  merge: (context, path, input) => planned(context, path, input, false),
};
