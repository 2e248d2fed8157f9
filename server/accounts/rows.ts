// Rows of partners and merchants with their accounts, in the caller's scope, and as answered.
import type { Selectable } from 'kysely';
import type { AccountStatus } from '../../contract/access/access.ts';
import { answeredBilling, contact } from '../../contract/accounts/contacts.ts';
import { answeredDefaults } from '../../contract/accounts/documents/default-values.ts';
import { stored_limits } from '../../contract/accounts/limits.ts';
import type { MerchantRecord } from '../../contract/accounts/merchants.ts';
import type { PartnerRecord } from '../../contract/accounts/partners.ts';
import { notFound } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { connect, type Query, type Tx } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import type { Account, Merchant, Partner } from '../db/tables.generated.ts';
import { parentStructure } from '../identity/account-tree.ts';
import { delegationOf } from './settings/delegation.ts';
import { readDocuments } from './settings/documents.ts';
import { defaultsAbove } from './settings/levels.ts';
import './stored-documents.ts';

export type MerchantRow = Selectable<Merchant> & Selectable<Account> & { above: unknown[] };
export type PartnerRow = Selectable<Partner> & Selectable<Account>;

/** A merchant's row in scope, 404 for any other id; `lock` holds it until the commit. */
export async function merchantRow(
  query: Query | Tx,
  context: Context,
  id: string,
  lock = false,
): Promise<MerchantRow> {
  let found = query
    .selectFrom('merchant as m')
    .innerJoin('account as a', 'a.id', 'm.merchant_id')
    .selectAll('m')
    .selectAll('a')
    .select(defaultsAbove('m.merchant_id').as('above'))
    .where('m.merchant_id', '=', id)
    .where(scope(context, 'm.merchant_id'));
  if (lock) found = found.forUpdate(['m', 'a']);
  return (await found.executeTakeFirst()) ?? notFound();
}

/** As merchantRow(), for a partner; the caller's own is in scope. */
export async function partnerRow(
  query: Query | Tx,
  context: Context,
  id: string,
  lock = false,
): Promise<PartnerRow> {
  let found = query
    .selectFrom('partner as p')
    .innerJoin('account as a', 'a.id', 'p.id')
    .selectAll('p')
    .selectAll('a')
    .where('p.id', '=', id)
    .where(scope(context, 'p.id'));
  if (lock) found = found.forUpdate(['p', 'a']);
  return (await found.executeTakeFirst()) ?? notFound();
}

/** A merchant in scope of the caller; 404 for any other id. */
export async function getMerchant(context: Context, id: string): Promise<MerchantRecord> {
  const query = connect(context);
  const [row, parents] = await Promise.all([
    merchantRow(query, context, id),
    parentStructure(query, id),
  ]);
  return toMerchant(row, parents);
}

function toMerchant(row: MerchantRow, parent_structure: Record<string, string>): MerchantRecord {
  const documents = readDocuments(row, row.above);
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
    limits: stored_limits.parse(row.limits),
    default_values: answeredDefaults(documents.default_values),
    primary_contact: contact.parse(row.primary_contact),
    billing_contact: contact.parse(row.billing_contact),
    billing_details: answeredBilling(row.billing_details),
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

/** A partner in scope of the caller, itself included; 404 for any other id. */
export async function getPartner(context: Context, id: string): Promise<PartnerRecord> {
  const query = connect(context);
  const [row, parents, delegation] = await Promise.all([
    partnerRow(query, context, id),
    parentStructure(query, id),
    delegationOf(query, id),
  ]);
  return {
    id: row.id,
    parent_id: row.parent_id ?? '',
    name: row.name,
    description: row.description,
    website: row.website,
    phone: row.phone,
    phone_ext: row.phone_ext,
    email: row.email,
    timezone: row.timezone,
    status: row.status as AccountStatus,
    fee_schedule_id: row.fee_schedule_id,
    ...delegation,
    primary_contact: contact.parse(row.primary_contact),
    billing_contact: contact.parse(row.billing_contact),
    parent_structure: parents,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
