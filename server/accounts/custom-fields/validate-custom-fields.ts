// The custom fields a payment is asked, held against what it gave (spec 2 §3, gateway-api 10).
import { sql } from 'kysely';
import {
  type FieldRule,
  faultMessage,
  fieldsOf,
  valueFaults,
  withoutEmpty,
} from '../../../contract/accounts/custom-field-rules.ts';
import { default_group } from '../../../contract/accounts/groups.ts';
import { invalid, refuse } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { settingsVersion } from '../../db/settings-version.ts';

interface Known {
  /** Names of the merchant's groups. */
  groups: ReadonlySet<string>;
  fields: readonly FieldRule[];
}

/** How long a change made by another process may go unnoticed where nothing is refused. */
const remembered_ms = 1_000;
const max_entries = 5_000;

interface CachedFields {
  known: Known;
  until_ms: number;
  version: number;
}

/** The fields of merchants that this process has lately read, by merchant. */
export type PaymentFieldCache = Map<string, CachedFields>;

/** For whoever changes a merchant's fields in this process. */
export function invalidateFields(context: Context, merchant_id: string): void {
  context.payment_field_cache.delete(merchant_id);
}

type Row = { group_name: string; id: string | null } & Omit<FieldRule, 'group_name' | 'id'>;

async function load(context: Context, merchant_id: string): Promise<Known> {
  const version = settingsVersion(context.database);
  const { rows } = await sql<Row>`
    select g.name as group_name, f.id, f.name, f.type, f.required, f.validation_type,
      f.choices as values, f.default_value as default
    from field_group g left join custom_field f
      on f.merchant_id = g.merchant_id and f.group_name = g.name and f.deleted_at is null
    where g.merchant_id = ${merchant_id} order by f.position, f.id`.execute(connect(context));
  const known = {
    groups: new Set([default_group, ...rows.map((row) => row.group_name)]),
    fields: rows.filter((row): row is Row & FieldRule => row.id !== null),
  };
  const memory = context.payment_field_cache;
  if (memory.size >= max_entries) memory.clear();
  const until_ms = context.clock.monotonicMs() + remembered_ms;
  memory.set(merchant_id, { known, until_ms, version });
  return known;
}

interface PaymentFields {
  group_name?: string;
  custom_fields?: Record<string, string[]>;
}

/** What is wrong with what a payment gave, in words; null where nothing is. */
function refusalOf({ groups, fields }: Known, { group_name, custom_fields = {} }: PaymentFields) {
  const group = group_name ?? default_group;
  if (!groups.has(group)) return { label: 'Group Name' };
  const fault = valueFaults(fieldsOf(fields, group), custom_fields)[0];
  return fault ? { message: faultMessage(fault) } : null;
}

/**
 * The group and the values as a payment keeps them: empty values are left out, and the group is
 * named where there are values. 400 names what is missing, unknown or of the wrong form; nobody is
 * refused by fields remembered from before a change.
 */
export async function checkPaymentFields(
  context: Context,
  merchant_id: string,
  payment: PaymentFields,
) {
  const cached = context.payment_field_cache.get(merchant_id);
  const counted = cached?.version === settingsVersion(context.database);
  const fresh = !cached || !counted || cached.until_ms <= context.clock.monotonicMs();
  let fault = refusalOf(fresh ? await load(context, merchant_id) : cached.known, payment);
  if (fault && !fresh) fault = refusalOf(await load(context, merchant_id), payment);
  if (fault?.label) invalid(fault.label);
  if (fault?.message) refuse('invalid', fault.message);
  const custom_fields = withoutEmpty(payment.custom_fields ?? {});
  const named = Object.keys(custom_fields).length > 0 ? default_group : undefined;
  return { custom_fields, group_name: payment.group_name ?? named };
}
