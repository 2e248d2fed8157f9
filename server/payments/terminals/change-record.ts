// Setting up and changing a terminal: whole by partners and admins, in a few members by the
// merchant's own users (decision 27).
import { isDeepStrictEqual } from 'node:util';
import { invalid, refuse } from '../../../contract/errors.ts';
import { labelOfPath } from '../../../contract/fields.ts';
import { dejavoo_spin as type } from '../../../contract/payments/processor-types/dejavoo-spin.ts';
import {
  changedSettings,
  secret_mask,
  secretNames,
  settingsSchema,
} from '../../../contract/payments/processor-types/settings.ts';
import {
  merchant_members,
  type TerminalCreate,
  type TerminalUpdate,
} from '../../../contract/payments/terminals.ts';
import { resetLimitCounters } from '../../accounts/settings/reset-limit-counters.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { pipeline } from '../../db/connections/pipeline.ts';
import { insert } from '../../db/connections/statements.ts';
import { refuseOnConstraint } from '../../db/constraint-errors.ts';
import { inTransaction } from '../../db/database.ts';
import { requireMerchant } from '../../db/require-merchant.ts';
import { invalidateMerchant, merchantConfig, type ProcessorRow } from '../merchant-config.ts';
import { refuseHostChange } from '../processors/host-identity.ts';
import { openSettings, sealSettings } from '../processors/secrets.ts';
import { planSettlement } from '../settlement/plan.ts';
import { answered, recordOf, rows, settingsIn, terminal_sentences } from './record.ts';

type Path = { mid: string; id: string };

/** What follows from the settings: who settles the terminal, and under which name it is listed. */
function derived(settings: Readonly<Record<string, unknown>>, description: string) {
  const settles_itself = settings.auto_settle === true || settings.host_capture === true;
  return {
    name: description === '' ? `Terminal ${String(settings.tpn)}` : description,
    features: { hide_in_vt: true, disable_auto_settle: !settles_itself },
  };
}

/** `POST /merchant/{mid}/terminal`. */
export async function create(context: Context, { mid }: { mid: string }, input: TerminalCreate) {
  await requireMerchant(context, mid);
  const settings = settingsSchema(type).parse(settingsIn(input));
  if (settings.ebt !== 'none' && settings.ebt_support !== true) invalid('EBT');
  const { timezone } = await merchantConfig(context, mid);
  const id = context.ids.next();
  const stored = await sealSettings(context, mid, id, settings, secretNames(type));
  const now = context.clock.now();
  const description = input.description ?? '';
  const row: ProcessorRow = {
    merchant_id: mid,
    id,
    type: type.key,
    ...derived(settings, description),
    description,
    status: input.status ?? 'active',
    tag: '',
    default_card: false,
    default_ach: false,
    default_apm: false,
    default_cash: false,
    timezone,
    settle_at: input.settle_at ?? type.settlement.default_settle_at,
    max_daily: 0,
    max_monthly: 0,
    payment_adj_type: input.payment_adjustment_type ?? '',
    payment_adj_value: input.payment_adjustment_value ?? 0,
    ...stored,
    limits: {},
    supported_currencies: type.currencies,
    created_at: now,
    updated_at: now,
  };
  const work = inTransaction(context, mid, async (tx) => {
    await pipeline(tx, [insert('processor', { ...row })]);
    const { auth_key: _, auth_data: __, ...after } = answered(row);
    await audit(tx, context, { verb: 'create', noun: 'terminal', id, merchant_id: mid, after });
  });
  await refuseOnConstraint(work, terminal_sentences);
  invalidateMerchant(context, mid);
  await planSettlement(context, mid, id);
  return await recordOf(context, { mid, id });
}

/** 403 for a member that the merchant's users leave to whoever set the terminal up. */
function checkMerchantMembers(row: ProcessorRow, input: TerminalUpdate): void {
  const before: Record<string, unknown> & { flags: object } = answered(row);
  const open: readonly string[] = merchant_members;
  const closed = Object.entries(input).find(([name, value]) => {
    if (value === undefined || open.includes(name) || value === secret_mask) return false;
    if (name !== 'flags') return value !== before[name];
    return !isDeepStrictEqual({ ...before.flags, ...withoutUnset(value as object) }, before.flags);
  });
  if (!closed) return;
  const label = labelOfPath([closed[0]]);
  refuse('forbidden', `forbidden: merchants cannot change ${label}; contact support`, {
    invalid: [{ field: closed[0], message: 'Contact support to change this.' }],
  });
}

const withoutUnset = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));

/** `POST /merchant/{mid}/terminal/{id}`: what is left out stays as it is. */
export async function update(context: Context, path: Path, input: TerminalUpdate) {
  const is_merchant = context.actor.account_type === 'merchant';
  const { mid, id } = path;
  // A foreign or unknown id is 404 before anything of its merchant is read.
  await rows.get(context, path);
  const { timezone } = await merchantConfig(context, mid);
  await rows.withLocked(context, path, async (tx, row) => {
    if (is_merchant) checkMerchantMembers(row, input);
    const opened = await openSettings(context, row);
    const changed = changedSettings(type, { ...opened }, settingsIn(input));
    const settings = settingsSchema(type).parse(changed);
    if (settings.ebt !== 'none' && settings.ebt_support !== true) invalid('EBT');
    await refuseHostChange(tx, path, type, opened, settings);
    const stored = await sealSettings(context, mid, id, settings, secretNames(type));
    const description = input.description ?? row.description;
    const { name, features } = derived(settings, description);
    await tx
      .updateTable('processor')
      .set({
        name,
        description,
        timezone,
        status: input.status ?? row.status,
        settle_at: input.settle_at ?? row.settle_at,
        payment_adj_type: input.payment_adjustment_type ?? row.payment_adj_type,
        payment_adj_value: input.payment_adjustment_value ?? row.payment_adj_value,
        features: JSON.stringify(features),
        settings: JSON.stringify(stored.settings),
        secrets: JSON.stringify(stored.secrets),
        updated_at: context.clock.now(),
      })
      .where('merchant_id', '=', mid)
      .where('id', '=', id)
      .execute();
    if (timezone !== row.timezone) await resetLimitCounters(tx, mid, id);
    // Of secrets the audit log gets that they were named.
    const named = Object.entries(input).filter(([, value]) => value !== undefined);
    const after = Object.fromEntries(
      named.map(([key, value]) => [key, key.startsWith('auth_') ? secret_mask : value]),
    );
    const { auth_key: _, auth_data: __, ...before } = answered(row);
    const about = { noun: 'terminal', id, merchant_id: mid };
    await audit(tx, context, { verb: 'update', ...about, before, after });
  });
  invalidateMerchant(context, mid);
  await planSettlement(context, mid, id);
  return await recordOf(context, path);
}
