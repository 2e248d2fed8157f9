// Custom outputs: whose they are, who may change them, and whose default they are (Q19).
import { type Selectable, sql } from 'kysely';
import type { InputOf } from '../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../contract/errors.ts';
import { notUnique } from '../../contract/faults.ts';
import {
  type CustomOutput,
  type custom_outputs,
  max_custom_outputs_of_user,
} from '../../contract/reports/custom-outputs.ts';
import { isFieldList, type OutputType } from '../../contract/reports/output-fields.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { refuseOnConstraint } from '../db/constraint-errors.ts';
import { connect, inTransaction, type Query, type Tx } from '../db/database.ts';
import type { CustomOutput as Table } from '../db/tables.generated.ts';
import type { Handlers } from '../http/serve.ts';
import { visibleRows } from './own-rows.ts';

declare module '../db/tables.generated.ts' {
  interface JsonDocuments {
    'custom_output.field_list': string[];
  }
}

interface Row extends Selectable<Table> {
  default_for_user: boolean;
  default_for_account: boolean;
}

const sentences = { custom_output_merchant_id_type_user_id_name_key: notUnique('name') };

function toRecord(row: Row): CustomOutput {
  const { id, name, shared, user_id, default_for_user, default_for_account } = row;
  return {
    id,
    name,
    type: row.type as OutputType,
    field_list: row.field_list as string[],
    shared,
    default_for_user,
    default_for_account,
    user_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function visible(query: Query | Tx, context: Context) {
  return query.selectFrom('custom_output').where(visibleRows(context, 'custom_output'));
}

function isDefaultOf(user_id: string) {
  return sql<boolean>`exists (select 1 from custom_output_default as d
    where d.merchant_id = custom_output.merchant_id and d.custom_output_id = custom_output.id
      and d.user_id = ${user_id})`;
}

function rowsSeen(query: Query | Tx, context: Context) {
  return visible(query, context)
    .selectAll('custom_output')
    .select(isDefaultOf(context.actor.user_id).as('default_for_user'))
    .select(isDefaultOf('').as('default_for_account'));
}

async function one(query: Query | Tx, context: Context, id: string): Promise<Row> {
  const row = await rowsSeen(query, context).where('id', '=', id).executeTakeFirst();
  return row ?? notFound();
}

async function search(context: Context, input: InputOf<typeof custom_outputs.search>) {
  const { type, limit = 100, offset = 0 } = input;
  const query = connect(context);
  const [rows, counted] = await Promise.all([
    rowsSeen(query, context)
      .$if(type !== undefined, (q) => q.where('type', '=', type as string))
      .orderBy('name')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute(),
    visible(query, context)
      .$if(type !== undefined, (q) => q.where('type', '=', type as string))
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(toRecord), total_count: counted.count };
}

/** 403 unless the caller has the admin role: what the whole account sees is the account's. */
function needAdmin(context: Context): void {
  if (context.actor.role === 'admin') return;
  refuse('forbidden', 'forbidden: formats of the whole account require the admin role');
}

type UpdateInput = InputOf<typeof custom_outputs.update>;

/** Locks the user, so that two at once count each other and set one default after the other. */
async function lockUser(tx: Tx, user_id: string): Promise<void> {
  await tx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function checkRoom(tx: Tx, context: Context): Promise<void> {
  const { account_id, user_id } = context.actor;
  const { count } = await tx
    .selectFrom('custom_output')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', account_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  if (count < max_custom_outputs_of_user) return;
  const most = max_custom_outputs_of_user;
  refuse('refused', `bad request error: a user can have at most ${most} output formats`);
}

/** Makes or ends an output's being a user's default, or the account's where `user_id` is ''. */
async function setDefault(
  tx: Tx,
  context: Context,
  { id, type }: Pick<Row, 'id' | 'type'>,
  user_id: string,
  wanted: boolean,
): Promise<void> {
  const merchant_id = context.actor.account_id;
  if (!wanted) {
    await tx
      .deleteFrom('custom_output_default')
      .where('merchant_id', '=', merchant_id)
      .where('custom_output_id', '=', id)
      .where('user_id', '=', user_id)
      .execute();
    return;
  }
  await tx
    .insertInto('custom_output_default')
    .values({ merchant_id, id: context.ids.next(), type, user_id, custom_output_id: id })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'type', 'user_id']).doUpdateSet({ custom_output_id: id }),
    )
    .execute();
}

/** Whose default it is, and nobody's who cannot see it any more. */
async function setDefaults(tx: Tx, context: Context, row: Selectable<Table>, input: UpdateInput) {
  const { user_id } = context.actor;
  const { default_for_user, default_for_account } = input;
  if (default_for_account) {
    needAdmin(context);
    if (!row.shared) refuse('refused', 'bad request error: the account default must be shared');
  }
  if (default_for_user != null) await setDefault(tx, context, row, user_id, default_for_user);
  if (default_for_account != null) await setDefault(tx, context, row, '', default_for_account);
  if (row.shared) return;
  await tx
    .deleteFrom('custom_output_default')
    .where('merchant_id', '=', row.merchant_id)
    .where('custom_output_id', '=', row.id)
    .where('user_id', '<>', row.user_id)
    .execute();
}

async function create(context: Context, input: InputOf<typeof custom_outputs.create>) {
  const { account_id: merchant_id, user_id, role } = context.actor;
  const { name, type, field_list } = input;
  const shared = input.shared ?? role === 'admin';
  if (!isFieldList(type, field_list)) invalid('Field List');
  if (shared) needAdmin(context);
  const now = context.clock.now();
  const times = { created_at: now, updated_at: now };
  const id = context.ids.next();
  const own = { merchant_id, id, user_id, type, name, shared, ...times };
  const made = inTransaction(context, merchant_id, async (tx) => {
    await lockUser(tx, user_id);
    await checkRoom(tx, context);
    const row = await tx
      .insertInto('custom_output')
      .values({ ...own, field_list: JSON.stringify(field_list) })
      .returningAll()
      .executeTakeFirstOrThrow();
    await setDefaults(tx, context, row, input);
    const after = toRecord(await one(tx, context, id));
    await audit(tx, context, { verb: 'create', noun: 'custom_output', id, merchant_id, after });
    return after;
  });
  return await refuseOnConstraint(made, sentences);
}

/** The row as it stands, locked, for a caller who may see it. */
async function locked(tx: Tx, context: Context, id: string): Promise<Row> {
  await visible(tx, context)
    .select('custom_output.id')
    .where('custom_output.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return await one(tx, context, id);
}

/** Its maker alone changes what is not shared; what is shared changes by an admin. */
function checkMay(context: Context, row: Row): void {
  if (row.shared) needAdmin(context);
}

async function update(context: Context, id: string, input: UpdateInput): Promise<CustomOutput> {
  const { account_id: merchant_id, user_id } = context.actor;
  const { name, type, field_list, shared } = input;
  const changed = inTransaction(context, merchant_id, async (tx) => {
    await lockUser(tx, user_id);
    const before = await locked(tx, context, id);
    if (type !== undefined && type !== before.type) invalid('Type');
    if (field_list && !isFieldList(before.type as OutputType, field_list)) invalid('Field List');
    const touches = name !== undefined || field_list != null || shared != null;
    // Whoever sees an output may make it a default of their own, and end that.
    if (touches || input.default_for_account != null) checkMay(context, before);
    if (shared) needAdmin(context);
    const row = touches
      ? await tx
          .updateTable('custom_output')
          .set({
            ...(name !== undefined && { name }),
            ...(field_list && { field_list: JSON.stringify(field_list) }),
            ...(shared != null && { shared }),
            updated_at: context.clock.now(),
          })
          .where('merchant_id', '=', merchant_id)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : before;
    await setDefaults(tx, context, row, input);
    // Taken back from the account by an admin who did not make it, it is its maker's alone.
    const after = toRecord({ ...before, ...row, ...(await defaultsOf(tx, context, id)) });
    const noun = { noun: 'custom_output', id, merchant_id };
    await audit(tx, context, { verb: 'update', ...noun, before: toRecord(before), after });
    return after;
  });
  return await refuseOnConstraint(changed, sentences);
}

async function defaultsOf(tx: Tx, context: Context, id: string) {
  const seen = await tx
    .selectFrom('custom_output_default')
    .select('user_id')
    .where('merchant_id', '=', context.actor.account_id)
    .where('custom_output_id', '=', id)
    .where('user_id', 'in', [context.actor.user_id, ''])
    .execute();
  const has = (user_id: string) => seen.some((row) => row.user_id === user_id);
  return { default_for_user: has(context.actor.user_id), default_for_account: has('') };
}

async function remove(context: Context, id: string): Promise<void> {
  const { account_id: merchant_id } = context.actor;
  await inTransaction(context, merchant_id, async (tx) => {
    const row = await locked(tx, context, id);
    checkMay(context, row);
    await tx
      .deleteFrom('custom_output')
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute();
    const noun = { noun: 'custom_output', id, merchant_id };
    await audit(tx, context, { verb: 'remove', ...noun, before: toRecord(row) });
  });
}

export const customOutputHandlers: Handlers<typeof custom_outputs> = {
  search: async (context, _params, input) => await search(context, input),
  get: async (context, { id }) => toRecord(await one(connect(context), context, id)),
  create: async (context, _params, input) => await create(context, input),
  update: async (context, { id }, input) => await update(context, id, input),
  remove: async (context, { id }) => await remove(context, id),
};
