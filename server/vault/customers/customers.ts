// Saved customers: saving, changing and removing one (gateway-api 5).
import { invalid } from '../../../contract/errors.ts';
import { notUnique } from '../../../contract/faults.ts';
import type {
  CustomerChange,
  CustomerInput,
  customers,
} from '../../../contract/vault/customers.ts';
import type { VaultAddressInput } from '../../../contract/vault/vault-address.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { refuseOnConstraint } from '../../db/constraint-errors.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import type { Handlers } from '../../http/serve.ts';
import { createAddress, newAddress, removeAddress, updateAddress } from './addresses.ts';
import { changeCustomer, getCustomer } from './change.ts';
import { chosenId } from './chosen-id.ts';
import { checkCard, refuseDuplicateId } from './methods/check-card.ts';
import { type NumberKeys, numberKeys } from './methods/method-columns.ts';
import {
  consumeMethodToken,
  createAccount,
  createCard,
  insertMethod,
  type MethodInput,
  newMethod,
  removeAccount,
  removeCard,
  updateAccount,
  updateCard,
} from './methods/methods.ts';
import {
  type CheckedWalletMethod,
  createByApplePay,
  createByGooglePay,
  createByToken,
  methodOfToken,
  methodOfWallet,
  updateByToken,
} from './methods/token-methods.ts';
import { hasProcessors, refuseProcessor } from './own-processor.ts';
import { findCustomer, keptIdOf, toRecord, type WholeCustomer, withParts } from './records.ts';
import { globalSearch, search } from './search.ts';
import { writeWords } from './search-words.ts';

const noun = 'customer';

/** The method that the body names; 400 where it names several or one not served. */
async function methodOf(
  context: Context,
  { default_payment }: CustomerInput,
  apple_place: string,
): Promise<{ method: MethodInput | null; check?: CheckedWalletMethod['check'] }> {
  const named = Object.entries(default_payment ?? {}).filter(([, value]) => value != null);
  if (named.length === 0) return { method: null };
  const { card, ach, token, apple_pay, google_pay_token } = default_payment ?? {};
  if (named.length > 1) invalid('Default Payment');
  if (card) return { method: { type: 'card', input: card } };
  if (ach) return { method: { type: 'ach', input: ach } };
  if (token) return { method: await methodOfToken(context, { token }, token_field) };
  if (apple_pay) {
    const { flags, processor_id, ...apple_pay_token } = apple_pay;
    const members = { flags, processor_id };
    return await methodOfWallet(context, { apple_pay_token }, members, apple_place);
  }
  if (!google_pay_token) invalid('Default Payment');
  return await methodOfWallet(context, { google_pay_token }, {}, google_place);
}

type Method = MethodInput | null;

const token_field = 'default_payment.token';
const google_place = 'default_payment.google_pay_token';

/** What an id in the format `xid_type_last4` is made of. */
function facts(method: Method) {
  if (!method) return null;
  const number = method.type === 'card' ? method.input.number : method.input.account_number;
  return { type: method.type, last_four: number?.slice(-4) ?? '' };
}

const labels = { id: 'ID', id_format: 'ID Format' };

/** What the audit log keeps of the customer itself. */
function auditedCustomer({ row }: WholeCustomer) {
  const { description, flags, processor_id, shared, do_not_share } = row;
  const { payment_method_id, billing_address_id, shipping_address_id } = row;
  const defaults = { payment_method_id, billing_address_id, shipping_address_id };
  return { description, flags, processor_id, shared, do_not_share, ...defaults };
}

/** One stored address is used for both if they are equal. */
function addressesOf(
  context: Context,
  key: { merchant_id: string; id: string },
  input: CustomerInput,
) {
  const made = (address: VaultAddressInput | undefined) =>
    address && newAddress(context, key, address);
  const billing = made(input.default_billing_address);
  const other = made(input.default_shipping_address);
  const shipping = other && other.hash === billing?.hash ? billing : other;
  const rows = [...new Set([billing, shipping])].filter((row) => row !== undefined);
  return {
    rows,
    ids: { billing_address_id: billing?.id ?? '', shipping_address_id: shipping?.id ?? '' },
  };
}

const sentences = { customer_pkey: notUnique('id') };

/** `POST /vault/customer`; what is wrong with a token of Apple Pay is named at `apple_place`. */
export async function createCustomer(
  context: Context,
  input: CustomerInput,
  apple_place = 'default_payment.apple_pay',
) {
  const named = await methodOf(context, input, apple_place);
  const { method } = named;
  const has = await hasProcessors(context, input.processor_id, method?.input.processor_id);
  if (!has) refuseProcessor();
  const { id, id_format } = input;
  const chosen = chosenId(context, { id, id_format, labels }, facts(method));
  const key = { merchant_id: context.actor.account_id, id: chosen };
  const keys = method && (await numberKeys(context));
  const checked_by = await checkCard(context, chosen, input, named);
  // The payment that checked a token has used it up.
  const unspent = method && checked_by ? { ...method, token: null, checked_by } : method;
  const made = inTransaction(context, key.merchant_id, (tx) =>
    insertCustomer(tx, context, key, { input, method: unspent, keys }),
  );
  const sentences_of_token = { ...sentences, ...unspent?.token?.sentences };
  const { whole, ...ids } = await refuseOnConstraint(made, sentences_of_token, 'invalid');
  return toRecord(whole, ids);
}

interface NewCustomer {
  input: CustomerInput;
  method: Method;
  keys: NumberKeys | null;
}

/** 400 if the ID belongs to a customer that was merged into another one. */
async function refuseMergedId(tx: Tx, { merchant_id, id }: { merchant_id: string; id: string }) {
  if ((await keptIdOf(tx, merchant_id, id)) !== undefined) refuseDuplicateId();
}

/** Writes a customer with its parts; a constraint reports an ID that is taken. */
export async function insertCustomer(
  tx: Tx,
  context: Context,
  key: { merchant_id: string; id: string },
  { input, method, keys }: NewCustomer,
) {
  const { rows: addresses, ids } = addressesOf(context, key, input);
  if (method) await consumeMethodToken(tx, key.merchant_id, method);
  const saved = method && keys && newMethod(context, keys, key, method);
  const now = context.clock.now();
  await tx
    .insertInto('customer')
    .values({
      ...key,
      description: input.description ?? '',
      notes: input.notes ?? '',
      flags: JSON.stringify(input.flags ?? []),
      processor_id: input.processor_id ?? '',
      shared: input.shared ?? false,
      do_not_share: input.do_not_share ?? false,
      custom_fields: JSON.stringify(input.custom_fields ?? {}),
      payment_method_id: saved ? saved.id : '',
      payment_method_type: saved ? saved.type : '',
      ...ids,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await refuseMergedId(tx, key);
  if (addresses.length > 0) await tx.insertInto('customer_address').values(addresses).execute();
  if (saved) await insertMethod(tx, saved);
  const [found] = await withParts(tx, context, [await findCustomer(tx, context, key.id)]);
  const whole = found as WholeCustomer;
  await writeWords(tx, whole);
  const { payments } = toRecord(whole).data.customer;
  await audit(tx, context, {
    verb: 'create',
    noun,
    ...key,
    after: { ...auditedCustomer(whole), payments },
  });
  return {
    whole,
    ...(addresses[0] && { created_address_id: addresses[0].id }),
    ...(saved && { created_payment_method_id: saved.id }),
  };
}

/** 400 where a default names what this customer does not have. */
function checkedDefaults({ addresses, methods }: WholeCustomer, change: CustomerChange) {
  const { payment_method_id, payment_method_type, ...places } = change.defaults ?? {};
  if (payment_method_id) {
    const method = methods.find(({ id }) => id === payment_method_id);
    if (!method) invalid('Payment Method ID');
    if (method.type !== payment_method_type) invalid('Payment Method Type');
  }
  if (payment_method_id === '' && payment_method_type !== '') invalid('Payment Method Type');
  const { billing_address_id, shipping_address_id } = places;
  const has = (id: string | undefined) => !id || addresses.some((address) => address.id === id);
  if (!has(billing_address_id)) invalid('Billing Address ID');
  if (!has(shipping_address_id)) invalid('Shipping Address ID');
  return change.defaults ?? {};
}

/** `POST /vault/customer/{id}`: members left out keep their values. */
async function update(context: Context, { id }: { id: string }, input: CustomerChange) {
  const has = await hasProcessors(context, input.processor_id);
  return await changeCustomer(context, id, async (tx, whole) => {
    if (!has) refuseProcessor();
    const { flags, custom_fields, defaults: _, ...plain } = input;
    const values = {
      ...plain,
      ...(flags && { flags: JSON.stringify(flags) }),
      ...(custom_fields && { custom_fields: JSON.stringify(custom_fields) }),
      ...checkedDefaults(whole, input),
      updated_at: context.clock.now(),
    };
    await tx
      .updateTable('customer')
      .set(values)
      .where('merchant_id', '=', whole.row.merchant_id)
      .where('id', '=', id)
      .execute();
    const after = await findCustomer(tx, context, id);
    const change = {
      before: auditedCustomer(whole),
      after: auditedCustomer({ ...whole, row: after }),
    };
    const { merchant_id } = whole.row;
    await audit(tx, context, { verb: 'update', noun, id, merchant_id, ...change });
    return null;
  });
}

/** `DELETE /vault/{id}`: payments keep the ID; everything else is deleted. */
async function remove(context: Context, { id }: { id: string }): Promise<void> {
  const merchant_id = context.actor.account_id;
  await inTransaction(context, merchant_id, async (tx) => {
    const row = await findCustomer(tx, context, id, true);
    const [whole] = await withParts(tx, context, [row]);
    await tx
      .deleteFrom('customer')
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute();
    const before = auditedCustomer(whole as WholeCustomer);
    await audit(tx, context, { verb: 'remove', noun, id, merchant_id, before });
  });
}

export const customerHandlers = {
  get: getCustomer,
  search,
  globalSearch,
  create: async (context, _, input) => await createCustomer(context, input),
  update,
  remove,
  createAddress,
  updateAddress,
  removeAddress,
  createCard,
  updateCard,
  removeCard,
  createAccount,
  updateAccount,
  removeAccount,
  createByToken,
  updateByToken,
  createByApplePay,
  createByGooglePay,
} satisfies Handlers<typeof customers>;
