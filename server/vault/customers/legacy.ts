// Saved customers for deprecated clients: the same verbs under other names (gateway-api 6).

import type { z } from 'zod';
import { invalid, notFound } from '../../../contract/errors.ts';
import type { Search } from '../../../contract/search/search.ts';
import type { CustomerRecord } from '../../../contract/vault/customers.ts';
import type {
  LegacyChange,
  LegacyCustomer,
  LegacyInput,
  LegacyMethod,
  legacy_address,
  legacy_customers,
} from '../../../contract/vault/legacy-customers.ts';
import type {
  SavedAccountInput,
  SavedCardInput,
  SavedMethodType,
} from '../../../contract/vault/saved-methods.ts';
import {
  type VaultAddressInput,
  vault_address_fields,
} from '../../../contract/vault/vault-address.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/serve.ts';
import { createCustomer, customerHandlers } from './customers.ts';
import {
  type AddressRow,
  expirationOf,
  type MethodRow,
  readCustomer,
  type WholeCustomer,
} from './records.ts';
import { searchWhole } from './search.ts';

type LegacyAddress = z.output<typeof legacy_address>;

function addressOf(row: AddressRow): LegacyAddress {
  const members = Object.fromEntries(vault_address_fields.map((name) => [name, row[name]]));
  const { line_1: address_line_1, line_2: address_line_2, ...others } = members;
  return {
    id: row.id,
    customer_id: row.customer_id,
    address_line_1,
    address_line_2,
    ...others,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  } as LegacyAddress;
}

const commonOf = ({ id, processor_id, created_at, updated_at }: MethodRow) => ({
  id,
  processor_id,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

function cardOf(row: MethodRow): NonNullable<LegacyMethod['card']> {
  const { card_type, masked, last_four } = row;
  return {
    ...commonOf(row),
    card_type,
    first_six: masked.slice(0, 6),
    last_four,
    masked_card: masked,
    expiration_date: expirationOf(row),
  };
}

function accountOf(row: MethodRow): NonNullable<LegacyMethod['ach']> {
  const { sec_code, account_type, routing_number, masked } = row;
  const numbers = { routing_number, masked_account_number: masked };
  return { ...commonOf(row), sec_code, account_type, ...numbers };
}

const methodOf = (row: MethodRow): LegacyMethod =>
  row.type === 'card' ? { card: cardOf(row) } : { ach: accountOf(row) };

export function toLegacy({ row, addresses, methods }: WholeCustomer): LegacyCustomer {
  const method = methods.find(({ id }) => id === row.payment_method_id);
  const place = (id: string) => {
    const found = addresses.find((one) => one.id === id);
    return found ? addressOf(found) : null;
  };
  return {
    id: row.id,
    description: row.description,
    flags: row.flags,
    payment_method: method ? methodOf(method) : null,
    payment_method_type: row.payment_method_type,
    billing_address: place(row.billing_address_id),
    shipping_address: place(row.shipping_address_id),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

type Path = { id: string };
type AddressPath = Path & { addressId: string };
type TypePath = Path & { type: string };
type MethodPath = TypePath & { methodId: string };

const typeOf = ({ type }: TypePath): SavedMethodType =>
  type === 'card' || type === 'ach' ? type : notFound();

async function create(context: Context, _: unknown, legacy_input: LegacyInput) {
  const { description, billing_address, shipping_address, payment_method, ...check } = legacy_input;
  const { card, ach, apple_pay_token, processor_id, ...others } = payment_method ?? {};
  const has_unknown = Object.values(others).some((value) => value != null);
  const has_several = [card, ach, apple_pay_token].filter((one) => one).length > 1;
  if (has_unknown || has_several) invalid('Payment Method');
  const input = {
    ...check,
    description,
    processor_id,
    default_payment: { card, ach, apple_pay: apple_pay_token },
    default_billing_address: billing_address,
    default_shipping_address: shipping_address,
  };
  const made = await createCustomer(context, input, 'payment_method.apple_pay_token');
  return toLegacy(await readCustomer(context, made.id));
}

async function update(context: Context, path: Path, input: LegacyChange): Promise<void> {
  const { description, payment_method, payment_method_id, ...places } = input;
  const both = payment_method !== undefined && payment_method_id !== undefined;
  if (!both && payment_method_id !== undefined) {
    await readCustomer(context, path.id);
    invalid('Payment Method');
  }
  const defaults = {
    ...places,
    ...(both && { payment_method_id, payment_method_type: payment_method }),
  };
  await customerHandlers.update(context, path, { description, defaults } as never);
}

async function search(context: Context, _: unknown, input: Search) {
  const { whole, ...count } = await searchWhole(context, input);
  return { rows: whole.map(toLegacy), ...count };
}

/** A list of one, as these clients read it. */
const only = <T>(row: T) => ({ rows: [row], total_count: 1 });

async function addressRows(context: Context, { id }: Path): Promise<LegacyAddress[]> {
  return (await readCustomer(context, id)).addresses.map(addressOf);
}

async function oneAddress(context: Context, path: AddressPath): Promise<LegacyAddress> {
  const rows = await addressRows(context, path);
  return rows.find(({ id }) => id === path.addressId) ?? notFound();
}

async function createAddress(context: Context, path: Path, input: VaultAddressInput) {
  const made = await customerHandlers.createAddress(context, path, input);
  return await oneAddress(context, { ...path, addressId: made.created_address_id ?? '' });
}

async function updateAddress(context: Context, path: AddressPath, input: VaultAddressInput) {
  await customerHandlers.updateAddress(context, path, input);
  return await oneAddress(context, path);
}

async function methodRows(context: Context, path: TypePath): Promise<MethodRow[]> {
  const type = typeOf(path);
  return (await readCustomer(context, path.id)).methods.filter((row) => row.type === type);
}

async function oneMethod(context: Context, path: MethodPath): Promise<MethodRow> {
  const rows = await methodRows(context, path);
  return rows.find(({ id }) => id === path.methodId) ?? notFound();
}

const shownOf = (row: MethodRow) => (row.type === 'card' ? cardOf(row) : accountOf(row));

/** The method that a call has just made. */
async function madeMethod(context: Context, made: CustomerRecord): Promise<LegacyMethod> {
  const { methods } = await readCustomer(context, made.id);
  return methodOf(methods.find(({ id }) => id === made.created_payment_method_id) ?? notFound());
}

interface MethodChange {
  card?: SavedCardInput | undefined;
  ach?: SavedAccountInput | undefined;
}

async function updateMethod(context: Context, path: MethodPath, { card, ach }: MethodChange) {
  const type = typeOf(path);
  if (!(type === 'card' ? card : ach)) {
    await oneMethod(context, path);
    invalid(type === 'card' ? 'Card' : 'ACH');
  }
  if (card && type === 'card') await customerHandlers.updateCard(context, path, card);
  else if (ach) await customerHandlers.updateAccount(context, path, ach);
}

export const legacyCustomerHandlers: Handlers<typeof legacy_customers> = {
  create,
  update,
  search,
  createAddress,
  updateAddress,
  updateMethod,
  createCard: async (context, path, input) =>
    await madeMethod(context, await customerHandlers.createCard(context, path, input)),
  createAccount: async (context, path, input) =>
    await madeMethod(context, await customerHandlers.createAccount(context, path, input)),
  createByToken: async (context, path, input) =>
    await madeMethod(context, await customerHandlers.createByToken(context, path, input)),
  get: async (context, { id }) => toLegacy(await readCustomer(context, id)),
  remove: async (context, path) => await customerHandlers.remove(context, path),
  async addresses(context, path) {
    const rows = await addressRows(context, path);
    return { rows, total_count: rows.length };
  },
  getAddress: async (context, path) => only(await oneAddress(context, path)),
  async removeAddress(context, path) {
    await customerHandlers.removeAddress(context, path);
  },
  async methods(context, path) {
    const rows = (await methodRows(context, path)).map(shownOf);
    return { rows, total_count: rows.length };
  },
  getMethod: async (context, path) => only(shownOf(await oneMethod(context, path))),
  async removeMethod(context, path) {
    const gone =
      typeOf(path) === 'card' ? customerHandlers.removeCard : customerHandlers.removeAccount;
    await gone(context, path);
  },
};
