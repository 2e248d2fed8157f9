// Custom fields of merchants: making, changing, removing and listing them (gateway-api 10).
import { type Selectable, sql } from 'kysely';
import { definitionFault, isChosen } from '../../../contract/accounts/custom-field-rules.ts';
import {
  type CustomFieldRecord,
  custom_field_record,
  type custom_fields,
  max_fields_of_merchant,
  never,
} from '../../../contract/accounts/custom-fields.ts';
import { default_group } from '../../../contract/accounts/groups.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, refuse } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import { lockMerchant, requireMerchant } from '../../db/require-merchant.ts';
import { store } from '../../db/store.ts';
import type { CustomField } from '../../db/tables.generated.ts';
import { answered } from '../../http/plain.ts';
import type { Handlers } from '../../http/serve.ts';
import { invalidateFields } from './validate-custom-fields.ts';

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
    values: row.choices,
    default: row.default_value,
    position: row.position,
  };
}

/** A row as it is answered. */
function toField(row: Row): CustomFieldRecord {
  const deleted_at = row.deleted_at ?? never;
  return answered(custom_field_record, { ...row, ...settingsOf(row), deleted_at });
}

const fields = store<Row>({
  table: 'custom_field',
  noun: 'custom_field',
  fields: [],
  order: { field: 'position', direction: 'asc' },
  // It leaves its group, so that the group may go too.
  archive: { group_name: null },
  audited: settingsOf,
});

/** Refuses a definition that no value can satisfy. Text fields have no list of values. */
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
  await lockMerchant(tx, merchant_id);
  const { rows } = await sql<{ count: number }>`select count(*) as count from custom_field
    where merchant_id = ${merchant_id} and deleted_at is null`.execute(tx);
  if ((rows[0]?.count ?? 0) < max_fields_of_merchant) return;
  refuse('refused', `bad request error: at most ${max_fields_of_merchant} custom fields`);
}

function columnsOf({ values, default: default_value, ...rest }: Settings) {
  return { ...rest, choices: values, default_value };
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
  const row = await inTransaction(context, merchant_id, async (tx) => {
    await takePlace(tx, merchant_id);
    await holdGroup(tx, context, merchant_id, settings.group_name);
    return await fields.insert(tx, context, merchant_id, columnsOf(settings));
  });
  invalidateFields(context, merchant_id);
  return toField(row);
}

/** What is left out, or null, stays as it is. */
function merged(before: Settings, input: InputOf<typeof custom_fields.update>): Settings {
  const entries = Object.entries(input).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return checked({ ...before, ...(Object.fromEntries(entries) as Partial<Settings>) });
}

async function update(
  context: Context,
  path: { id: string },
  input: InputOf<typeof custom_fields.update>,
) {
  const row = await fields.withLocked(context, path, async (tx, before) => {
    const after = merged(settingsOf(before), input);
    await holdGroup(tx, context, before.merchant_id, after.group_name);
    return await fields.write(tx, context, before, columnsOf(after));
  });
  invalidateFields(context, row.merchant_id);
  return toField(row);
}

async function remove(context: Context, path: { id: string }): Promise<void> {
  await fields.remove(context, path);
  invalidateFields(context, context.actor.account_id);
}

async function search(context: Context, merchant_id: string, page: Page) {
  const { limit = max_fields_of_merchant, offset = 0, with_deleted } = page;
  const archived = with_deleted === 'true';
  const { rows, ...count } = await fields.search(context, { limit, offset, archived }, merchant_id);
  return { rows: rows.map(toField), ...count };
}

export const customFieldHandlers: Handlers<typeof custom_fields> = {
  search: (context, _params, page) => search(context, context.actor.account_id, page),
  async searchOf(context, { merchantId }, page) {
    await requireMerchant(context, merchantId);
    return await search(context, merchantId, page);
  },
  get: async (context, path) => toField(await fields.get(context, path)),
  create,
  update,
  remove,
};
