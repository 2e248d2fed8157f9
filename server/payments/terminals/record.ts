// A terminal as it is stored, a processor row of its own type, and as it is answered (decision 27).
import { sql } from 'kysely';
import { notUnique } from '../../../contract/faults.ts';
import { dejavoo_spin as type } from '../../../contract/payments/processor-types/dejavoo-spin.ts';
import {
  maskedSettings,
  secret_mask,
  secretNames,
} from '../../../contract/payments/processor-types/settings.ts';
import type { TerminalRecord, TerminalUpdate } from '../../../contract/payments/terminals.ts';
import type { Context } from '../../context.ts';
import { store } from '../../db/store.ts';
import type { ProcessorRow } from '../merchant-config.ts';
import { locksOf, type TerminalLock } from './lock.ts';

export const terminal_sentences = { terminal_tpn: notUnique('tpn') };

export const rows = store<ProcessorRow>({
  table: 'processor',
  noun: 'terminal',
  fields: [],
  only: sql`processor.type = ${type.key} and processor.status <> 'released'`,
  order: { field: 'created_at', direction: 'asc' },
  sentences: terminal_sentences,
});

const plain_settings = [
  'manufacturer',
  'model',
  'serial_number',
  'tpn',
  'register_id',
  'debit',
  'ebt',
  'print_receipt',
  'signature_required',
  'auto_settle',
] as const;
const flags = ['allow_add_tip_to_transaction', 'host_capture', 'ebt_support'] as const;
const secrets = ['auth_key', 'auth_data'] as const;

/** The settings that an input names, under the names of the processor type. */
export function settingsIn(input: Partial<TerminalUpdate>): Record<string, unknown> {
  const plain = [...plain_settings, ...secrets].map((name) => [name, input[name]] as const);
  const flagged = flags.map((name) => [name, input.flags?.[name]] as const);
  return Object.fromEntries([...plain, ...flagged].filter(([, value]) => value !== undefined));
}

type Answered = Omit<TerminalRecord, 'transaction_id'>;

/** A stored terminal as it is answered; secrets that are set show their mask. */
export function answered(row: ProcessorRow): Answered {
  const sealed = Object.fromEntries(Object.keys(row.secrets).map((name) => [name, secret_mask]));
  const settings = maskedSettings(type, { ...row.settings, ...sealed });
  const named = Object.fromEntries(plain_settings.map((name) => [name, settings[name] ?? '']));
  const masked = Object.fromEntries(secretNames(type).map((name) => [name, settings[name] ?? '']));
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    ...named,
    ...masked,
    description: row.description,
    status: row.status,
    settle_at: row.settle_at,
    flags: Object.fromEntries(flags.map((name) => [name, settings[name] === true])),
    payment_adjustment_type: row.payment_adj_type,
    payment_adjustment_value: row.payment_adj_value,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  } as Answered;
}

export function toRecord(row: ProcessorRow, locks: readonly TerminalLock[]): TerminalRecord {
  const lock = locks.find(({ processor_id }) => processor_id === row.id);
  return { ...answered(row), transaction_id: lock?.transaction_id ?? '' };
}

/** One terminal in the caller's scope; 404 otherwise, and for a removed one. */
export async function recordOf(context: Context, path: { mid: string; id: string }) {
  const row = await rows.get(context, path);
  return toRecord(row, await locksOf(context, path.mid));
}
