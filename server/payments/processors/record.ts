// A processor record as it is read and answered (gateway-api 8).
import { type SqlBool, sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid } from '../../../contract/errors.ts';
import {
  paymentMethodsOf,
  processorType,
} from '../../../contract/payments/processor-types/catalogue.ts';
import { dejavoo_spin } from '../../../contract/payments/processor-types/dejavoo-spin.ts';
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
import type { Tx } from '../../db/database.ts';
import { requireMerchant } from '../../db/require-merchant.ts';
import { store } from '../../db/store.ts';
import type { ProcessorRow } from '../merchant-config.ts';
import { whyRefused } from '../transactions/paying/choose-processor.ts';
import { openSettings } from './secrets.ts';

export type Path = { mid: string; id: string };

export function typeOf(row: ProcessorRow): ProcessorType {
  return processorType(row.type) ?? invalid('Type');
}

/** A record as answered: secrets masked, and whether it takes payments here. */
export async function toRecord(context: Context, row: ProcessorRow): Promise<ProcessorRecord> {
  const type = typeOf(row);
  const settings = await openSettings(context, row);
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
    secrets: Object.fromEntries(
      names.map((name) => [name, { set: row.secrets[name] !== undefined }]),
    ),
    features: row.features,
    limits: row.limits,
    supported_payment_methods: paymentMethodsOf(type),
    supported_currencies: [...row.supported_currencies],
    takes_payments: refusal === null,
    refusal: refusal ?? '',
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Terminals are set up and read by calls of their own (decision 27). */
export const no_terminals = sql<SqlBool>`processor.type <> ${dejavoo_spin.key}`;

export const rows = store<ProcessorRow>({
  table: 'processor',
  noun: 'processor',
  fields: [],
  only: no_terminals,
  order: { field: 'created_at', direction: 'asc' },
});

/** The row in the caller's scope; 404 otherwise. */
export const rowOf = (context: Context, path: Path) => rows.get(context, path);

/** The same, locked until a transaction ends that has locked something else first. */
export function lockedRow(tx: Tx, context: Context, { mid, id }: Path): Promise<ProcessorRow> {
  const at = sql<SqlBool>`processor.merchant_id = ${mid} and processor.id = ${id}`;
  return rows.find(tx, context, [at], true);
}

export async function search(
  context: Context,
  { mid }: { mid: string },
  { limit = max_processors, offset = 0 }: InputOf<typeof processors.search>,
) {
  await requireMerchant(context, mid);
  const { rows: found, ...count } = await rows.search(context, { limit, offset }, mid);
  const records = await Promise.all(found.map((row) => toRecord(context, row)));
  return { rows: records, ...count };
}
