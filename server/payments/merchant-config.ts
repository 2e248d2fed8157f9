// What payments need to know of a merchant: documents and processors, cached for a second.
import type { Selectable } from 'kysely';
import { contact } from '../../contract/accounts/contacts.ts';
import { type Limits, stored_limits } from '../../contract/accounts/limits.ts';
import { notFound } from '../../contract/errors.ts';
import { processorType } from '../../contract/payments/processor-types/catalogue.ts';
import type { ProcessorType } from '../../contract/payments/processor-types/record.ts';
import type { ProcessorRecord } from '../../contract/payments/processors.ts';
import { coloradoCap } from '../accounts/branding/account-brand.ts';
import { type Documents, readDocuments } from '../accounts/settings/documents.ts';
import { defaultsAbove } from '../accounts/settings/levels.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import { settingsVersion } from '../db/settings-version.ts';
import type { Account, Merchant, Processor } from '../db/tables.generated.ts';
import { digestKey } from '../keys/data-keys.ts';
import { openSettings } from './processors/secrets.ts';
import type { ProcessorAccount } from './processors/types.ts';

declare module '../db/tables.generated.ts' {
  interface JsonDocuments {
    'processor.features': ProcessorRecord['features'];
    'processor.limits': ProcessorRecord['limits'];
    /** Ciphertexts by the name of the setting. */
    'processor.secrets': Record<string, string>;
    'processor.settings': Record<string, unknown>;
    'processor.supported_currencies': readonly string[];
  }
}

export type ProcessorRow = Selectable<Processor>;

/** A processor record with its type and the settings an adapter sends with. */
export interface ProcessorConfig {
  readonly row: ProcessorRow;
  readonly type: ProcessorType;
  readonly account: ProcessorAccount;
  readonly currencies: readonly string[];
}

export interface MerchantConfig {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly receipt_email: string;
  readonly phone: string;
  readonly website: string;
  /** The lines of the merchant's own address, for receipts. */
  readonly address: readonly string[];
  /** State of the merchant, used where a payer states none. */
  readonly state: string;
  readonly documents: Documents;
  /** The partner's brand caps surcharges in Colorado (decisions G33). */
  readonly colorado_cap: boolean;
  /** Limits of the merchant as a whole, beside those of its processors. */
  readonly limits: Limits;
  readonly processors: readonly ProcessorConfig[];
  /** Key of card and request digests. */
  readonly digest_key: Buffer;
}

/**
 * Maximum age of a cached entry, for changes that do not increase the settings version, such as SQL
 * by hand.
 */
const remembered_ms = 1_000;
const max_entries = 5_000;

interface Remembered {
  config: Promise<MerchantConfig>;
  until_ms: number;
  version: number;
}

/** The configs of merchants that this process has lately read, by merchant. */
export type MerchantConfigCache = Map<string, Remembered>;

/** The config of a merchant; the caller's scope has been checked against it before. */
export function merchantConfig(context: Context, merchant_id: string): Promise<MerchantConfig> {
  const memory = context.merchant_config_cache;
  const now_ms = context.clock.monotonicMs();
  const known = memory.get(merchant_id);
  const version = settingsVersion(context.database);
  if (known && known.until_ms > now_ms && known.version === version) return known.config;
  const config = load(context, merchant_id);
  if (memory.size >= max_entries) memory.clear();
  memory.set(merchant_id, { config, until_ms: now_ms + remembered_ms, version });
  config.catch(() => {
    if (memory.get(merchant_id)?.config === config) memory.delete(merchant_id);
  });
  return config;
}

/** The switches of the caller's merchant as they are now; undefined for partners and admins. */
export async function ownSwitches(context: Context) {
  const { account_type, account_id } = context.actor;
  if (account_type !== 'merchant') return undefined;
  return (await merchantConfig(context, account_id)).documents.permissions;
}

/** To be called in this process after a change of a merchant's documents or processors. */
export function invalidateMerchant(context: Context, merchant_id: string): void {
  context.merchant_config_cache.delete(merchant_id);
}

async function load(context: Context, merchant_id: string): Promise<MerchantConfig> {
  const query = connect(context);
  const [merchant, rows, digest_key] = await Promise.all([
    query
      .selectFrom('merchant as m')
      .innerJoin('account as a', 'a.id', 'm.merchant_id')
      .selectAll('m')
      .selectAll('a')
      .select(defaultsAbove('m.merchant_id').as('above'))
      .select(coloradoCap('m.merchant_id').as('colorado_cap'))
      .where('m.merchant_id', '=', merchant_id)
      .where(scope(context, 'm.merchant_id'))
      .executeTakeFirst(),
    query
      .selectFrom('processor')
      .selectAll()
      .where('merchant_id', '=', merchant_id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    digestKey(context, merchant_id),
  ]);
  if (!merchant) notFound();
  const processors = await Promise.all(rows.map((row) => known(context, row)));
  return {
    ...profileOf(merchant),
    processors: processors.filter((one) => one !== null),
    digest_key,
  };
}

type Row = Selectable<Merchant> & Selectable<Account> & { above: unknown[]; colorado_cap: boolean };

function profileOf(row: Row) {
  const primary = contact.parse(row.primary_contact);
  const billing = contact.parse(row.billing_contact);
  const address = billing.address_line_1 === '' ? primary : billing;
  const town = `${address.city}, ${address.state} ${address.postal_code}`.replace(/^, /, '');
  return {
    id: row.merchant_id,
    name: row.name,
    timezone: row.timezone,
    receipt_email: row.receipt_email,
    phone: row.phone,
    website: row.website,
    address: [address.address_line_1, address.address_line_2, town.trim()].filter(Boolean),
    state: address.state,
    documents: readDocuments(row, row.above),
    limits: stored_limits.parse(row.limits),
    colorado_cap: row.colorado_cap,
  };
}

async function known(context: Context, row: ProcessorRow): Promise<ProcessorConfig | null> {
  const type = processorType(row.type);
  if (!type) return null;
  const settings = await openSettings(context, row);
  return {
    row,
    type,
    account: { processor_id: row.id, type: row.type, settings },
    currencies: row.supported_currencies,
  };
}
