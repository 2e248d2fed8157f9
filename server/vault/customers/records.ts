// Saved customers as they are answered: each with its addresses and methods, read in three queries.
import type { Selectable } from 'kysely';
import { allowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { notFound } from '../../../contract/errors.ts';
import { formatExpiration } from '../../../contract/payments/cards/cards.ts';
import type { CustomerRecord } from '../../../contract/vault/customers.ts';
import type { SavedAccount, SavedCard } from '../../../contract/vault/saved-methods.ts';
import { type VaultAddress, vault_address_fields } from '../../../contract/vault/vault-address.ts';
import type { Context } from '../../context.ts';
import { connect, type Query, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import type { Customer, CustomerAddress, SavedMethod } from '../../db/tables.generated.ts';

declare module '../../db/tables.generated.ts' {
  interface JsonDocuments {
    'customer.flags': string[];
    'customer.custom_fields': Record<string, string[]>;
    'saved_method.flags': string[];
  }
}

export type CustomerRow = Selectable<Customer>;
export type AddressRow = Selectable<CustomerAddress>;
export type MethodRow = Selectable<SavedMethod>;

/** A customer with what it has, oldest first. */
export interface WholeCustomer {
  row: CustomerRow;
  addresses: AddressRow[];
  methods: MethodRow[];
  /**
   * If it was requested by the ID of a merged customer: the replaced IDs with those that replaced
   * them.
   */
  kept_ids?: ReadonlyMap<string, string>;
}

/** IDs that a call created besides the customer. */
export interface CreatedIds {
  created_address_id?: string;
  created_payment_method_id?: string;
}

/** `MM/YY` of the last day of a month, as the table keeps it; '' for a bank account. */
export function expirationOf({ expires_on }: Pick<MethodRow, 'expires_on'>): string {
  if (expires_on === null) return '';
  const [year, month] = String(expires_on).split('-').map(Number) as [number, number];
  return formatExpiration({ year, month });
}

export function toAddress(row: AddressRow): VaultAddress {
  const members = vault_address_fields.map((name) => [name, row[name]]);
  return { id: row.id, hash: row.hash, ...Object.fromEntries(members) } as VaultAddress;
}

export function toCard(row: MethodRow): SavedCard {
  const { id, card_type, flags, processor_id } = row;
  const expiration_date = expirationOf(row);
  return { id, card_type, expiration_date, masked_number: row.masked, flags, processor_id };
}

export function toAccount(row: MethodRow): SavedAccount {
  const { id, account_type, sec_code, routing_number, flags, processor_id } = row;
  const masked_account_number = row.masked;
  return { id, account_type, sec_code, masked_account_number, routing_number, flags, processor_id };
}

export function toRecord(
  { row, addresses, methods }: WholeCustomer,
  made: CreatedIds | null = null,
): CustomerRecord {
  const { id, description, notes, flags, custom_fields, processor_id } = row;
  const { shared, do_not_share, payment_method_id, billing_address_id, shipping_address_id } = row;
  const payment_method_type = row.payment_method_type as '' | 'card' | 'ach';
  return {
    id,
    owner_id: row.merchant_id,
    ...made,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    data: {
      customer: {
        addresses: addresses.map(toAddress),
        defaults: {
          billing_address_id,
          shipping_address_id,
          payment_method_id,
          payment_method_type,
        },
        description,
        notes,
        flags,
        custom_fields,
        processor_id,
        shared,
        do_not_share,
        payments: {
          cards: methods.filter(({ type }) => type === 'card').map(toCard),
          ach: methods.filter(({ type }) => type === 'ach').map(toAccount),
        },
      },
    },
  };
}

/** The record with only what the call created; everything else is empty. */
function onlyCreated(
  { row, addresses, methods }: WholeCustomer,
  made: CreatedIds | null,
): WholeCustomer {
  const { merchant_id, id, created_at, updated_at } = row;
  const { created_address_id, created_payment_method_id } = made ?? {};
  const none = { description: '', notes: '', flags: [], custom_fields: {}, processor_id: '' };
  const no_defaults = {
    payment_method_id: '',
    payment_method_type: '',
    billing_address_id: '',
    shipping_address_id: '',
  };
  const no_marks = { shared: false, do_not_share: false };
  return {
    row: { merchant_id, id, created_at, updated_at, ...none, ...no_defaults, ...no_marks },
    addresses: addresses.filter((one) => one.id === created_address_id),
    methods: methods.filter((one) => one.id === created_payment_method_id),
  };
}

/**
 * Whether the caller may see customers: a limited key may save them without that right (decision
 * 17).
 */
export const maySeeCustomers = ({ actor }: Context): boolean =>
  allowed(may.see_customers, actor).ok;

/** The record of an existing customer for a caller who may change it but perhaps not see it. */
export function recordForCaller(
  context: Context,
  whole: WholeCustomer,
  made: CreatedIds | null = null,
): CustomerRecord {
  return toRecord(maySeeCustomers(context) ? whole : onlyCreated(whole, made), made);
}

/** One customer of the caller; 404 where there is none. `lock` holds it until the commit. */
export async function findCustomer(
  query: Query | Tx,
  context: Context,
  id: string,
  lock = false,
): Promise<CustomerRow> {
  const found = query
    .selectFrom('customer')
    .selectAll()
    .where(scope(context, 'customer.merchant_id'))
    .where('merchant_id', '=', context.actor.account_id)
    .where('id', '=', id);
  return (await (lock ? found.forUpdate() : found).executeTakeFirst()) ?? notFound();
}

/** The parts of these customers of the caller, each in the order in which it was added. */
export async function withParts(
  query: Query | Tx,
  context: Context,
  rows: readonly CustomerRow[],
): Promise<WholeCustomer[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const merchant_id = context.actor.account_id;
  const [addresses, methods] = await Promise.all([
    query
      .selectFrom('customer_address')
      .selectAll()
      .where(scope(context, 'customer_address.merchant_id'))
      .where('merchant_id', '=', merchant_id)
      .where('customer_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    query
      .selectFrom('saved_method')
      .selectAll()
      .where(scope(context, 'saved_method.merchant_id'))
      .where('merchant_id', '=', merchant_id)
      .where('customer_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ]);
  return rows.map((row) => ({
    row,
    addresses: addresses.filter(({ customer_id }) => customer_id === row.id),
    methods: methods.filter(({ customer_id }) => customer_id === row.id),
  }));
}

/** The customer that stands for one that was merged into it (decision 26); 404 for no such id. */
async function mergedInto(query: Query, context: Context, id: string): Promise<WholeCustomer> {
  const merged = query
    .selectFrom('customer_merge')
    .select(['kind', 'id', 'kept_id', 'customer_id'])
    .where(scope(context, 'customer_merge.merchant_id'))
    .where('merchant_id', '=', context.actor.account_id);
  const found = await merged.where('kind', '=', 'customer').where('id', '=', id).executeTakeFirst();
  if (!found) notFound();
  const [row, parts] = await Promise.all([
    findCustomer(query, context, found.customer_id),
    merged.where('customer_id', '=', found.customer_id).execute(),
  ]);
  const [whole] = await withParts(query, context, [row]);
  const kept_ids = new Map(parts.map((part) => [part.id, part.kept_id]));
  return { ...(whole as WholeCustomer), kept_ids };
}

/** The ID of the customer that this one was merged into. */
export async function keptIdOf(
  tx: Tx,
  merchant_id: string,
  id: string,
): Promise<string | undefined> {
  const merged = await tx
    .selectFrom('customer_merge')
    .select('kept_id')
    .where('merchant_id', '=', merchant_id)
    .where('kind', '=', 'customer')
    .where('id', '=', id)
    .executeTakeFirst();
  return merged?.kept_id;
}

/** The ID of the caller's customer that this one names, also after a merge; null for none. */
export async function knownCustomerId(context: Context, id: string): Promise<string | null> {
  const query = connect(context);
  const merchant_id = context.actor.account_id;
  const found = await query
    .selectFrom('customer')
    .select('id')
    .where(scope(context, 'customer.merchant_id'))
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .unionAll(
      query
        .selectFrom('customer_merge')
        .select('customer_id as id')
        .where(scope(context, 'customer_merge.merchant_id'))
        .where('merchant_id', '=', merchant_id)
        .where('kind', '=', 'customer')
        .where('id', '=', id),
    )
    .executeTakeFirst();
  return found?.id ?? null;
}

/** One customer of the caller with all it has, by its own id or by one that was merged into it. */
export async function readCustomer(context: Context, id: string): Promise<WholeCustomer> {
  const query = connect(context);
  const row = await query
    .selectFrom('customer')
    .selectAll()
    .where(scope(context, 'customer.merchant_id'))
    .where('merchant_id', '=', context.actor.account_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return await mergedInto(query, context, id);
  const [whole] = await withParts(query, context, [row]);
  return whole as WholeCustomer;
}
