// Merchants: reading one, and changing its required fields and default values (gateway-api 17).
import type { Selectable } from 'kysely';
import type { AccountStatus } from '../../contract/access.ts';
import { billing_details, contact } from '../../contract/accounts/contacts.ts';
import {
  answeredDefaults,
  type DefaultGroup,
  defaultGroup,
} from '../../contract/accounts/documents/default-values.ts';
import type { MerchantRecord, merchants } from '../../contract/accounts/merchants.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { notFound, refuse } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log.ts';
import { connect, inTransaction, type Query, type Tx } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import type { Account, Merchant } from '../db/tables.generated.ts';
import type { Handlers } from '../http/serve.ts';
import { parentStructure } from '../identity/accounts-tree.ts';
import { readDocuments, writeDefaults, writeRequireds } from './documents.ts';

type Row = Selectable<Merchant> & Selectable<Account>;

function rowOf(query: Query, context: Context, id: string): Promise<Row | undefined> {
  return query
    .selectFrom('merchant as m')
    .innerJoin('account as a', 'a.id', 'm.merchant_id')
    .selectAll('m')
    .selectAll('a')
    .where('m.merchant_id', '=', id)
    .where(scope(context, 'm.merchant_id'))
    .executeTakeFirst();
}

/** A merchant within reach of the caller; 404 for any other id. */
export async function getMerchant(context: Context, id: string): Promise<MerchantRecord> {
  const query = connect(context);
  const [row, parents] = await Promise.all([rowOf(query, context, id), parentStructure(query, id)]);
  return row ? toMerchant(row, parents) : notFound();
}

function toMerchant(row: Row, parent_structure: Record<string, string>): MerchantRecord {
  const documents = readDocuments(row);
  return {
    id: row.merchant_id,
    partner_id: row.parent_id ?? '',
    type: 'merchant',
    name: row.name,
    description: row.description,
    website: row.website,
    phone: row.phone,
    phone_ext: row.phone_ext,
    receipt_email: row.receipt_email,
    timezone: row.timezone,
    status: row.status as AccountStatus,
    fee_schedule_id: row.fee_schedule_id,
    logo_url: row.logo_url,
    ...documents,
    default_values: answeredDefaults(documents.default_values),
    primary_contact: contact.parse(row.primary_contact),
    billing_contact: contact.parse(row.billing_contact),
    billing_details: billing_details.parse(row.billing_details),
    parent_structure,
    // Services are booked per merchant; a merchant without bookings has none.
    services: [],
    tos_accepted_by: row.tos_accepted_by,
    tos_accepted_by_username: row.tos_accepted_by_username,
    tos_last_accepted_at: row.tos_last_accepted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A merchant's settings are its role admin's business; those above it may change them too. */
function mayChangeSettings(context: Context): void {
  const { account_type, role } = context.actor;
  if (account_type === 'merchant' && role !== 'admin') refuse('forbidden', 'forbidden');
}

type Document = 'requireds' | 'default_values';

/** Changes one document under a lock, with its audit row; 404 for a merchant out of reach. */
async function changeDocument<T>(
  context: Context,
  id: string,
  document: Document,
  change: (stored: unknown) => T,
): Promise<T> {
  return await inTransaction(context, id, async (tx) => {
    const row = await tx
      .selectFrom('merchant')
      .selectAll()
      .where('merchant_id', '=', id)
      .where(scope(context, 'merchant.merchant_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!row) notFound();
    const before: unknown = row[document];
    const after = change(before);
    await writeDocument(tx, context, id, document, JSON.stringify(after));
    await audit(tx, context, {
      verb: 'update',
      noun: 'merchant',
      id,
      merchant_id: id,
      before: { [document]: before },
      after: { [document]: after },
    });
    return after;
  });
}

async function writeDocument(tx: Tx, context: Context, id: string, name: Document, text: string) {
  await Promise.all([
    tx
      .updateTable('merchant')
      .set(name === 'requireds' ? { requireds: text } : { default_values: text })
      .where('merchant_id', '=', id)
      .execute(),
    tx
      .updateTable('account')
      .set({ updated_at: context.clock.now() })
      .where('id', '=', id)
      .execute(),
  ]);
}

function groupNamed(name: string): DefaultGroup {
  return defaultGroup(name) ?? notFound();
}

async function updateRequireds(
  context: Context,
  { id }: { id: string },
  input: InputOf<typeof merchants.updateRequireds>,
) {
  mayChangeSettings(context);
  await changeDocument(context, id, 'requireds', (stored) =>
    writeRequireds(stored, input.requireds),
  );
  return await getMerchant(context, id);
}

async function updateDefaults(
  context: Context,
  params: { id: string; group: string },
  input: InputOf<typeof merchants.updateDefaults>,
) {
  mayChangeSettings(context);
  const group = groupNamed(params.group);
  const after = await changeDocument(context, params.id, 'default_values', (stored) =>
    writeDefaults(stored, group, input),
  );
  return after[group];
}

export const merchantHandlers: Handlers<typeof merchants> = {
  getOwn: (context) => getMerchant(context, context.actor.account_id),
  get: (context, { id }) => getMerchant(context, id),
  updateRequireds,
  async getDefaults(context, params) {
    const group = groupNamed(params.group);
    const { default_values } = await getMerchant(context, params.id);
    return default_values[group];
  },
  updateDefaults,
};
