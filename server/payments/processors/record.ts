// A processor record as it is read and answered (gateway-api 8).
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, notFound } from '../../../contract/errors.ts';
import {
  paymentMethodsOf,
  processorType,
} from '../../../contract/payments/processor-types/catalogue.ts';
import type { ProcessorType } from '../../../contract/payments/processor-types/record.ts';
import {
  maskedSettings,
  secretNames,
} from '../../../contract/payments/processor-types/settings.ts';
import {
  max_processors,
  type ProcessorRecord,
  type ProcessorStatus,
  type processors,
} from '../../../contract/payments/processors.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { reachMerchant } from '../../db/reach.ts';
import { scope } from '../../db/scope.ts';
import type { ProcessorRow } from '../merchant-config.ts';
import { whyRefused } from '../transactions/paying/choose-processor.ts';
import { openSettings } from './secrets.ts';

export type Path = { mid: string; id: string };
type Json = Record<string, unknown>;

export function typeOf(row: ProcessorRow): ProcessorType {
  return processorType(row.type) ?? invalid('Type');
}

/** A record as answered: secrets masked, and whether it takes payments here. */
export async function toRecord(context: Context, row: ProcessorRow): Promise<ProcessorRecord> {
  const type = typeOf(row);
  const settings = await openSettings(context, row);
  const set = row.secrets as unknown as Json;
  const names = secretNames(type);
  const account = { processor_id: row.id, type: row.type, settings };
  const refusal = whyRefused(context, { row, type, account, currencies: [] });
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    type: row.type,
    type_label: type.label,
    name: row.name,
    description: row.description,
    status: row.status as ProcessorStatus,
    tag: row.tag,
    default_card: row.default_card,
    default_ach: row.default_ach,
    default_apm: row.default_apm,
    default_cash: row.default_cash,
    timezone: row.timezone,
    settle_at: row.settle_at,
    max_daily: row.max_daily,
    max_monthly: row.max_monthly,
    payment_adj_type: row.payment_adj_type,
    payment_adj_val: row.payment_adj_value,
    payment_adj_value: row.payment_adj_value,
    settings: { [row.type]: maskedSettings(type, { ...settings }) },
    secrets: Object.fromEntries(names.map((name) => [name, { set: set[name] !== undefined }])),
    features: row.features as unknown as ProcessorRecord['features'],
    limits: row.limits as unknown as ProcessorRecord['limits'],
    supported_payment_methods: paymentMethodsOf(type),
    supported_currencies: row.supported_currencies as unknown as string[],
    takes_payments: refusal === null,
    refusal: refusal ?? '',
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The row within the caller's reach; 404 otherwise. */
export async function rowOf(context: Context, { mid, id }: Path): Promise<ProcessorRow> {
  const row = await connect(context)
    .selectFrom('processor')
    .selectAll()
    .where('merchant_id', '=', mid)
    .where('id', '=', id)
    .where(scope(context, 'processor.merchant_id'))
    .executeTakeFirst();
  return row ?? notFound();
}

export async function search(
  context: Context,
  { mid }: { mid: string },
  { limit, offset }: InputOf<typeof processors.search>,
) {
  await reachMerchant(context, mid);
  const all = await connect(context)
    .selectFrom('processor')
    .selectAll()
    .where('merchant_id', '=', mid)
    .where(scope(context, 'processor.merchant_id'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(max_processors)
    .execute();
  const start = offset ?? 0;
  const rows = all.slice(start, start + (limit ?? max_processors));
  const records = await Promise.all(rows.map((row) => toRecord(context, row)));
  return { rows: records, total_count: all.length };
}
