// Custom fields of merchants: making, changing, removing and listing them (gateway-api 10).
import { type Selectable, sql } from 'kysely';
import {
  definitionFault,
  isChosen,
  type NamedValue,
} from '../../../contract/accounts/custom-field-rules.ts';
import {
  type CustomFieldRecord,
  type custom_fields,
  max_fields_of_merchant,
  never,
} from '../../../contract/accounts/custom-fields.ts';
import { default_group } from '../../../contract/accounts/groups.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { reachMerchant } from '../../db/reach.ts';
import { scope } from '../../db/scope.ts';
import type { CustomField } from '../../db/tables.generated.ts';
import type { Handlers } from '../../http/serve.ts';
import { forgetFields } from './asked-fields.ts';

type Row = Selectable<CustomField>;
type Page = InputOf<typeof custom_fields.search>;
type Settings = Omit<
  CustomFieldRecord,
  'id' | 'merchant_id' | 'created_at' | 'updated_at' | 'deleted_at'
>;

function settingsOf(row: Row): Settings {
  return {
    name: row.name,
    group_name: row.group_name ?? '',
    type: row.type as CustomFieldRecord['type'],
    required: row.required,
    validation_type: row.validation_type as CustomFieldRecord['validation_type'],
    values: row.choices as unknown as NamedValue[] | null,
    default: row.default_value,
    position: row.position,
  };
}

/** A row as it is answered. */
function toField(row: Row): CustomFieldRecord {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    ...settingsOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? never,
  };
}

async function search(context: Context, merchant_id: string, page: Page) {
  const found = connect(context)
    .selectFrom('custom_field')
    .where('merchant_id', '=', merchant_id)
    .where(scope(context, 'custom_field.merchant_id'))
    .$if(page.with_deleted !== 'true', (query) => query.where('deleted_at', 'is', null));
  const [rows, counted] = await Promise.all([
    found
      .selectAll()
      // Those in use come first, so that a list without paging never loses one of them.
      .orderBy(sql`deleted_at is not null`)
      .orderBy('position')
      .orderBy('id')
      .limit(page.limit ?? max_fields_of_merchant)
      .offset(page.offset ?? 0)
      .execute(),
    found.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(toField), total_count: counted.count };
}

/** A field of the caller that is not deleted, locked where it is about to change. */
async function find(context: Context, id: string, tx?: Tx): Promise<Row> {
  const row = await (tx ?? connect(context))
    .selectFrom('custom_field')
    .selectAll()
    .where('id', '=', id)
    .where(scope(context, 'custom_field.merchant_id'))
    .where('deleted_at', 'is', null)
    .$if(tx !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? notFound();
}

/** Refuses a definition nobody could fill in; what is typed has no list of values. */
function checked(settings: Settings): Settings {
  const values = isChosen(settings.type) ? settings.values : null;
  const fault = definitionFault({ ...settings, id: '', values });
  return fault === null ? { ...settings, values } : invalid(fault);
}

/** The group stands, and stays until this transaction ends: made where there was none. */
async function holdGroup(tx: Tx, context: Context, merchant_id: string, name: string) {
  const now = context.clock.now();
  await sql`insert into field_group (merchant_id, id, name, created_at, updated_at)
    values (${merchant_id}, ${context.ids.next()}, ${name}, ${now}, ${now})
    on conflict (merchant_id, name) do update set name = excluded.name`.execute(tx);
}

/** One at a time makes fields of a merchant, so that the limit holds. */
async function takePlace(tx: Tx, merchant_id: string): Promise<void> {
  await sql`select 1 from merchant where merchant_id = ${merchant_id}
    for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*) as count from custom_field
    where merchant_id = ${merchant_id} and deleted_at is null`.execute(tx);
  if ((rows[0]?.count ?? 0) < max_fields_of_merchant) return;
  refuse('refused', `bad request error: at most ${max_fields_of_merchant} custom fields`);
}

function columnsOf({ values, default: default_value, ...rest }: Settings) {
  return { ...rest, choices: values === null ? null : JSON.stringify(values), default_value };
}

async function create(context: Context, _p: unknown, input: InputOf<typeof custom_fields.create>) {
  const merchant_id = context.actor.account_id;
  const settings = checked({
    name: input.name,
    group_name: input.group_name ?? default_group,
    type: input.type,
    required: input.required ?? false,
    validation_type: input.validation_type ?? 'open',
    values: input.values ?? null,
    default: input.default ?? '',
    position: input.position ?? 0,
  });
  const id = context.ids.next();
  const now = context.clock.now();
  const row = await inTransaction(context, merchant_id, async (tx) => {
    await takePlace(tx, merchant_id);
    await holdGroup(tx, context, merchant_id, settings.group_name);
    const made = await tx
      .insertInto('custom_field')
      .values({ merchant_id, id, ...columnsOf(settings), created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow();
    const about = { noun: 'custom_field', id, merchant_id };
    await audit(tx, context, { verb: 'create', ...about, after: settings });
    return made;
  });
  forgetFields(context, merchant_id);
  return toField(row);
}

/** What is left out, or null, stays as it is. */
function merged(before: Settings, input: InputOf<typeof custom_fields.update>): Settings {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  return checked({ ...before, ...(Object.fromEntries(given) as Partial<Settings>) });
}

async function update(
  context: Context,
  { id }: { id: string },
  input: InputOf<typeof custom_fields.update>,
) {
  const merchant_id = context.actor.account_id;
  const row = await inTransaction(context, merchant_id, async (tx) => {
    const before = settingsOf(await find(context, id, tx));
    const after = merged(before, input);
    await holdGroup(tx, context, merchant_id, after.group_name);
    const changed = await tx
      .updateTable('custom_field')
      .set({ ...columnsOf(after), updated_at: context.clock.now() })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const about = { noun: 'custom_field', id, merchant_id };
    await audit(tx, context, { verb: 'update', ...about, before, after });
    return changed;
  });
  forgetFields(context, merchant_id);
  return toField(row);
}

async function remove(context: Context, { id }: { id: string }): Promise<void> {
  const merchant_id = context.actor.account_id;
  await inTransaction(context, merchant_id, async (tx) => {
    const before = settingsOf(await find(context, id, tx));
    await tx
      .updateTable('custom_field')
      .set({ group_name: null, deleted_at: context.clock.now() })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute();
    const about = { noun: 'custom_field', id, merchant_id };
    await audit(tx, context, { verb: 'remove', ...about, before });
  });
  forgetFields(context, merchant_id);
}

export const customFieldHandlers: Handlers<typeof custom_fields> = {
  search: (context, _params, page) => search(context, context.actor.account_id, page),
  async searchOf(context, { merchantId }, page) {
    await reachMerchant(context, merchantId);
    return await search(context, merchantId, page);
  },
  get: async (context, { id }) => toField(await find(context, id)),
  create,
  update,
  remove,
};
