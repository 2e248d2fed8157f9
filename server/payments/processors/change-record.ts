// Setting up and changing a processor record: settings by the type's own record, secrets sealed.
import { invalid } from '../../../contract/errors.ts';
import { labelOfPath } from '../../../contract/fields.ts';
import {
  paymentMethodsOf,
  processorType,
} from '../../../contract/payments/processor-types/catalogue.ts';
import type { ProcessorType, Rail } from '../../../contract/payments/processor-types/record.ts';
import {
  changedSettings,
  type Settings,
  secretNames,
  settingsChangeSchema,
  settingsSchema,
} from '../../../contract/payments/processor-types/settings.ts';
import type { ProcessorCreate, ProcessorUpdate } from '../../../contract/payments/processors.ts';
import { resetLimitCounters } from '../../accounts/settings/reset-limit-counters.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { pipeline } from '../../db/connections/pipeline.ts';
import { insert } from '../../db/connections/statements.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import { lockMerchant, requireMerchant } from '../../db/require-merchant.ts';
import { invalidateMerchant, merchantConfig, type ProcessorRow } from '../merchant-config.ts';
import { planSettlement } from '../settlement/plan.ts';
import { typesFor } from './available.ts';
import { refuseHostChange } from './host-identity.ts';
import { lockedRow, type Path, rowOf, toRecord, typeOf } from './record.ts';
import { openSettings, sealSettings } from './secrets.ts';

type Json = Record<string, unknown>;

/** 400 names the setting that does not fit the type's record. */
function parsed(schema: ReturnType<typeof settingsSchema>, settings: unknown): Settings {
  const result = schema.safeParse(settings ?? {});
  return result.success ? result.data : invalid(labelOfPath(result.error.issues[0]?.path ?? []));
}

/** The settings of this type: under its name as they are answered, or without it. */
function settingsFor(type: string, input: Json | undefined): Json {
  const own = input?.[type];
  if (typeof own === 'object' && own !== null) return own as Json;
  return input ?? {};
}

function typeNamed(input: ProcessorCreate): ProcessorType {
  const only = Object.keys(input.settings ?? {});
  const key = input.type ?? (only.length === 1 ? only[0] : undefined) ?? '';
  return processorType(key) ?? invalid('Type');
}

export const defaults = ['default_card', 'default_ach', 'default_apm', 'default_cash'] as const;
const rail_of = {
  default_card: 'card',
  default_ach: 'ach',
  default_apm: 'apm',
  default_cash: 'cash',
} as const;

/** 400 where the type cannot take a method that the record names or is the default for. */
function checkMethods(type: ProcessorType, input: Partial<Record<string, unknown>>): void {
  const methods = (input.supported_payment_methods ?? []) as Rail[];
  const supported = paymentMethodsOf(type);
  if (!methods.every((method) => supported.includes(method))) invalid('Supported Payment Methods');
  for (const name of defaults) {
    if (input[name] === true && !type.rails.includes(rail_of[name])) invalid(labelOfPath([name]));
  }
}

const newDefaults = (input: Json) => defaults.filter((name) => input[name] === true);

/**
 * One default for each method: cleared at all processors before it is set at this one. Two that
 * become the default at one moment do so in turn, or each would miss what the other writes.
 */
async function takeDefaults(tx: Tx, mid: string, input: Json): Promise<void> {
  const names = newDefaults(input);
  if (names.length === 0) return;
  await lockMerchant(tx, mid);
  await tx
    .updateTable('processor')
    .set(Object.fromEntries(names.map((name) => [name, false])))
    .where('merchant_id', '=', mid)
    .where((where) => where.or(names.map((name) => where(name, '=', true))))
    .execute();
}

function zoneOr(timezone: string | undefined, otherwise: string): string {
  if (timezone === undefined) return otherwise;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: timezone });
    return timezone;
  } catch {
    return invalid('Timezone');
  }
}

/** `POST /merchant/{mid}/processor`. */
export async function create(context: Context, { mid }: { mid: string }, input: ProcessorCreate) {
  await requireMerchant(context, mid);
  const type = typeNamed(input);
  // A partner sets up only the types that it may offer.
  if (!(await typesFor(context)).includes(type)) invalid('Type');
  checkMethods(type, input);
  const own_settings = settingsFor(type.key, input.settings);
  const settings = parsed(settingsSchema(type), changedSettings(type, {}, own_settings));
  const config = await merchantConfig(context, mid);
  const id = context.ids.next();
  const stored = await sealSettings(context, mid, id, settings, secretNames(type));
  const now = context.clock.now();
  const row: ProcessorRow = {
    merchant_id: mid,
    id,
    type: type.key,
    name: input.name,
    description: input.description ?? '',
    status: input.status ?? 'active',
    tag: input.tag ?? '',
    default_card: input.default_card ?? false,
    default_ach: input.default_ach ?? false,
    default_apm: input.default_apm ?? false,
    default_cash: input.default_cash ?? false,
    timezone: zoneOr(input.timezone, config.timezone),
    settle_at: input.settle_at ?? type.settlement.default_settle_at,
    max_daily: input.max_daily ?? 0,
    max_monthly: input.max_monthly ?? 0,
    payment_adj_type: input.payment_adj_type ?? '',
    payment_adj_value: input.payment_adj_val ?? input.payment_adj_value ?? 0,
    ...stored,
    features: input.features ?? {},
    limits: input.limits ?? {},
    supported_currencies: input.supported_currencies ?? type.currencies,
    created_at: now,
    updated_at: now,
  };
  await inTransaction(context, mid, async (tx) => {
    await takeDefaults(tx, mid, { ...row });
    await pipeline(tx, [insert('processor', { ...row })]);
    await audit(tx, context, {
      verb: 'create',
      noun: 'processor',
      id,
      merchant_id: mid,
      after: { type: type.key, name: row.name },
    });
  });
  invalidateMerchant(context, mid);
  await planSettlement(context, mid, id);
  return await toRecord(context, await rowOf(context, { mid, id }));
}

const plain_fields = [
  'name',
  'description',
  'tag',
  ...defaults,
  'settle_at',
  'max_daily',
  'max_monthly',
  'payment_adj_type',
] as const;
const document_fields = ['features', 'limits', 'supported_currencies'] as const;

function changesOf(input: ProcessorUpdate): Json {
  const adjustment = input.payment_adj_val ?? input.payment_adj_value;
  const plain = plain_fields.map((name) => [name, input[name]] as const);
  const documents = document_fields.map((name) => {
    return [name, input[name] && JSON.stringify(input[name])] as const;
  });
  const all = [...plain, ...documents, ['payment_adj_value', adjustment] as const];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

async function settingsAfter(context: Context, tx: Tx, row: ProcessorRow, input: Json | undefined) {
  if (input === undefined) return {};
  const type = typeOf(row);
  const change = parsed(settingsChangeSchema(type), settingsFor(row.type, input));
  const before = await openSettings(context, row);
  const after = parsed(settingsSchema(type), changedSettings(type, { ...before }, change));
  const { merchant_id, id } = row;
  await refuseHostChange(tx, { mid: merchant_id, id }, type, before, after);
  const stored = await sealSettings(context, merchant_id, id, after, secretNames(type));
  return { settings: JSON.stringify(stored.settings), secrets: JSON.stringify(stored.secrets) };
}

/** Limits, and the zone whose days and months they count. */
const limit_fields = ['limits', 'max_daily', 'max_monthly', 'timezone'] as const;

/** `POST /merchant/{mid}/processor/{id}`: what is left out stays as it is. */
export async function update(context: Context, path: Path, input: ProcessorUpdate) {
  const row = await rowOf(context, path);
  checkMethods(typeOf(row), input);
  const zone = input.timezone === undefined ? {} : { timezone: zoneOr(input.timezone, '') };
  const changes = changesOf(input);
  const updated_at = context.clock.now();
  await inTransaction(context, path.mid, async (tx) => {
    // Before the row itself: whoever takes the defaults waits for rows with the merchant locked.
    await takeDefaults(tx, path.mid, changes);
    const locked = await lockedRow(tx, context, path);
    const settings = await settingsAfter(context, tx, locked, input.settings);
    await tx
      .updateTable('processor')
      .set({ ...changes, ...zone, ...settings, updated_at })
      .where('merchant_id', '=', path.mid)
      .where('id', '=', path.id)
      .execute();
    if (limit_fields.some((name) => input[name] !== undefined)) {
      await resetLimitCounters(tx, path.mid, path.id);
    }
    // The audit log gets the names of settings only, since values may be secrets.
    const named = Object.keys(settingsFor(row.type, input.settings));
    await audit(tx, context, {
      verb: 'update',
      noun: 'processor',
      id: path.id,
      merchant_id: path.mid,
      after: { ...changes, ...zone, settings: named },
    });
  });
  invalidateMerchant(context, path.mid);
  await planSettlement(context, path.mid, path.id);
  return await toRecord(context, await rowOf(context, path));
}
