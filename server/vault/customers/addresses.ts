// Addresses of saved customers: each content is stored once and identified by its hash (gateway-api
// 5).
import { createHash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { notFound, refuse } from '../../../contract/errors.ts';
import {
  type VaultAddressInput,
  vault_address_fields,
} from '../../../contract/vault/vault-address.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { refuseOnConstraint } from '../../db/constraint-errors.ts';
import type { Tx } from '../../db/database.ts';
import type { CustomerAddress } from '../../db/tables.generated.ts';
import { changeCustomer } from './change.ts';
import { type AddressRow, type CustomerRow, toAddress, type WholeCustomer } from './records.ts';

const duplicate = 'invalid: would create a duplicate address';
export const max_addresses = 50;

/** All twelve members, empty where they were not given. */
function membersOf(input: VaultAddressInput) {
  const members = vault_address_fields.map((name) => [name, input[name] ?? ''] as const);
  return Object.fromEntries(members) as Record<(typeof vault_address_fields)[number], string>;
}

/** Base64 of a digest of 32 bytes over the content: the same address has the same hash. */
function hashOf(members: Readonly<Record<string, string>>): string {
  const content = JSON.stringify(vault_address_fields.map((name) => members[name]));
  return createHash('sha256').update(content).digest('base64');
}

/** The row of an address of this customer. */
export function newAddress(
  context: Context,
  customer: Pick<CustomerRow, 'merchant_id' | 'id'>,
  input: VaultAddressInput,
): Insertable<CustomerAddress> {
  const members = membersOf(input);
  const now = context.clock.now();
  return {
    merchant_id: customer.merchant_id,
    id: context.ids.next(),
    customer_id: customer.id,
    hash: hashOf(members),
    ...members,
    created_at: now,
    updated_at: now,
  };
}

const about = ({ merchant_id, id }: { merchant_id: string; id: string }) => ({
  noun: 'customer_address',
  id,
  merchant_id,
});

type Path = { id: string };
type OnePath = Path & { addressId: string };

const sentences = { customer_address_hash: duplicate };

/** `POST /vault/customer/{id}/address`; 400 if the customer already has this address. */
export async function createAddress(context: Context, { id }: Path, input: VaultAddressInput) {
  const done = changeCustomer(context, id, async (tx, whole) => {
    if (whole.addresses.length >= max_addresses) {
      refuse('refused', `bad request error: a customer has at most ${max_addresses} addresses`);
    }
    const row = newAddress(context, whole.row, input);
    await tx.insertInto('customer_address').values(row).execute();
    const after = toAddress(row as AddressRow);
    await audit(tx, context, { verb: 'create', ...about(row), after });
    return { created_address_id: row.id };
  });
  return await refuseOnConstraint(done, sentences, 'invalid');
}

function addressIn({ addresses }: WholeCustomer, id: string): AddressRow {
  return addresses.find((address) => address.id === id) ?? notFound();
}

/** `POST /vault/customer/{id}/address/{addressId}`: the whole address, as a form sends it. */
export async function updateAddress(
  context: Context,
  { id, addressId }: OnePath,
  input: VaultAddressInput,
) {
  const done = changeCustomer(context, id, async (tx, whole) => {
    const before = addressIn(whole, addressId);
    const members = membersOf(input);
    const values = { ...members, hash: hashOf(members), updated_at: context.clock.now() };
    await tx
      .updateTable('customer_address')
      .set(values)
      .where('merchant_id', '=', before.merchant_id)
      .where('customer_id', '=', before.customer_id)
      .where('id', '=', before.id)
      .execute();
    const change = { before: toAddress(before), after: toAddress({ ...before, ...values }) };
    await audit(tx, context, { verb: 'update', ...about(before), ...change });
    return null;
  });
  return await refuseOnConstraint(done, sentences, 'invalid');
}

/** `DELETE …/address/{addressId}`; a default that refers to it is cleared. */
export async function removeAddress(context: Context, { id, addressId }: OnePath) {
  return await changeCustomer(context, id, async (tx, whole) => {
    const before = addressIn(whole, addressId);
    await tx
      .deleteFrom('customer_address')
      .where('merchant_id', '=', before.merchant_id)
      .where('customer_id', '=', before.customer_id)
      .where('id', '=', before.id)
      .execute();
    await withoutDefault(tx, whole.row, addressId);
    await audit(tx, context, { verb: 'remove', ...about(before), before: toAddress(before) });
    return null;
  });
}

async function withoutDefault(tx: Tx, row: CustomerRow, address_id: string): Promise<void> {
  await sql`update customer
    set billing_address_id = case when billing_address_id = ${address_id} then ''
        else billing_address_id end,
      shipping_address_id = case when shipping_address_id = ${address_id} then ''
        else shipping_address_id end
    where merchant_id = ${row.merchant_id} and id = ${row.id}`.execute(tx);
}
