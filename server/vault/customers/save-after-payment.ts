// Saves the method of a payment: drafted before sending, saved on approval (gateway-api 3.2).
import type { CompiledQuery } from 'kysely';
import type { Subject } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { invalid, refuse } from '../../../contract/errors.ts';
import { notUnique } from '../../../contract/faults.ts';
import type { CreateInput } from '../../../contract/payments/transactions/input.ts';
import type { SavedMethodType } from '../../../contract/vault/saved-methods.ts';
import type { Context } from '../../context.ts';
import { type Row, statement } from '../../db/connections/statements.ts';
import type { Tx } from '../../db/database.ts';
import { checkAccess } from '../../http/access.ts';
import type { ResolvedMethod } from '../resolve.ts';
import { newAddress } from './addresses.ts';
import { chosenId } from './chosen-id.ts';
import { methodColumns } from './methods/method-columns.ts';
import { max_methods, refuseMoreMethods } from './methods/methods.ts';
import { numberKey } from './methods/sealed-numbers.ts';
import { keptIdOf, knownCustomerId, readCustomer } from './records.ts';
import { wordsOf } from './search-words.ts';

/** What an approval will save; a transaction keeps it in its detail until it has an outcome. */
export interface MethodDraft {
  customer_id: string;
  payment_method_id: string;
  payment_method_type: SavedMethodType;
  is_new_customer: boolean;
  /** Whether the payment's custom fields are saved with the new customer. */
  with_custom_fields: boolean;
}

/** A draft and the columns of its row that hold the sealed number and the facts beside it. */
export interface DraftedMethod {
  draft: MethodDraft;
  facts: object;
  /** Until when an unsaved draft is retained; null for a draft that an approval saves. */
  expires_at: Date | null;
}

const labels = { id: 'Vault Record Custom ID', id_format: 'Vault Record ID Format' };
const duplicate_id = notUnique('vault_record_custom_id');
/** Another payment in progress saves a customer with this ID. */
export const draft_sentences = { saved_method_draft_customer: duplicate_id };

/** 400 if a customer with this ID exists; the draft of another payment is caught by its index. */
async function checkFree(context: Context, id: string): Promise<void> {
  const known = await knownCustomerId(context, id);
  if (known !== null) refuse('invalid', duplicate_id.sentence, duplicate_id.data);
}

async function newCustomer(
  context: Context,
  input: CreateInput,
  type: SavedMethodType,
  last_four: string,
) {
  const { vault_record_custom_id: id, vault_record_id_format: id_format, set_customer_id } = input;
  if (set_customer_id && id === undefined) invalid(labels.id);
  const customer_id = chosenId(context, { id, id_format, labels }, { type, last_four });
  if (id !== undefined) await checkFree(context, id);
  return { customer_id, payment_method_id: context.ids.next(), is_new_customer: true };
}

/** The customer's own method if it already has this number, so that no number is saved twice. */
async function existingCustomer(context: Context, id: string, digest: string) {
  // If this customer was merged: the one that it was merged into (decision 26).
  const { row, methods } = await readCustomer(context, id);
  const same = methods.find((method) => method.digest === digest);
  if (!same && methods.length >= max_methods) refuseMoreMethods();
  const payment_method_id = same?.id ?? context.ids.next();
  return { customer_id: row.id, payment_method_id, is_new_customer: false };
}

/**
 * What the payment asks to save, sealed; null where it asks for nothing or pays with a saved
 * customer, whose method stands there already. 403 without the right to save customers, 404 for an
 * unknown one, 400 for a method that cannot be saved.
 */
export async function draftMethod(
  context: Context,
  account: { permissions: Subject['account_permissions']; with_custom_fields: boolean },
  input: CreateInput,
  method: ResolvedMethod,
): Promise<DraftedMethod | null> {
  const { create_vault_record_for: existing_id } = input;
  if (!input.create_vault_record && existing_id === undefined) return null;
  if (input.payment_method.customer) return null;
  checkAccess({ ...context.actor, account_permissions: account.permissions }, may.save_customers);
  if (method.kind === 'cash') invalid('Create Vault Record');
  const { last_four } = method.sensitive;
  const ids =
    existing_id === undefined
      ? await newCustomer(context, input, method.kind, last_four)
      : await existingCustomer(context, existing_id, method.digest);
  const merchant_id = context.actor.account_id;
  const key = await numberKey(context, merchant_id);
  const draft = {
    ...ids,
    payment_method_type: method.kind,
    with_custom_fields: account.with_custom_fields && ids.is_new_customer,
  };
  const facts = methodColumns(context, key, ids.payment_method_id, method);
  return { draft, facts, expires_at: null };
}

/** The row of a draft, written in the commit before the payment is sent. */
export function draftRow(
  payment: { merchant_id: string; id: string },
  { draft, facts, expires_at }: DraftedMethod,
) {
  return {
    merchant_id: payment.merchant_id,
    transaction_id: payment.id,
    customer_id: draft.customer_id,
    is_new_customer: draft.is_new_customer,
    method_id: draft.payment_method_id,
    type: draft.payment_method_type,
    expires_at,
    ...facts,
  };
}

/** The members of a payment that become the customer's. */
export interface PaidDetails {
  merchant_id: string;
  id: string;
  billing_address: Record<string, string | undefined>;
  shipping_address: Record<string, string | undefined>;
  custom_fields: Record<string, string[]>;
  detail: { network_transaction_id?: string };
}

const customer_text = `insert into customer (merchant_id, id, custom_fields, payment_method_id,
    payment_method_type, billing_address_id, shipping_address_id, created_at, updated_at)
  select merchant_id, customer_id, $3::jsonb, method_id, type, $4::text, $5::text,
    $6::timestamptz, $6
  from saved_method_draft where merchant_id = $1 and transaction_id = $2 and is_new_customer
  on conflict do nothing`;

/**
 * A customer that a payment makes begins with its method. Another one of the chosen id, made
 * meanwhile, is somebody else, who must not get this payer's card.
 */
const is_own = '(not draft.is_new_customer or customer.payment_method_id = draft.method_id)';

/** The draft with its customer; no row if the customer was removed. */
const of_draft = `from saved_method_draft as draft
  join customer on customer.merchant_id = draft.merchant_id and customer.id = draft.customer_id
  where draft.merchant_id = $1 and draft.transaction_id = $2 and ${is_own}`;

const address_text = `insert into customer_address
  select given.* from json_populate_recordset(null::customer_address, $3::json) as given
  where exists (select ${of_draft}) on conflict do nothing`;

const method_columns = `sealed_number, digest, masked, last_four, card_type, expires_on,
  routing_number, account_type, sec_code, check_number`;
/** For an existing method: the values of its first payment, if it had one. */
const firstOf = (column: string) =>
  `case when saved_method.initial_transaction_id = '' then excluded.${column}
    else saved_method.${column} end`;
const method_text = `insert into saved_method (merchant_id, id, customer_id, type,
    ${method_columns}, initial_transaction_id, network_transaction_id, created_at, updated_at)
  select draft.merchant_id, method_id, customer_id, type, ${method_columns},
    transaction_id, $4::text, $3::timestamptz, $3
  ${of_draft} for key share of customer
  on conflict (merchant_id, id) do update set sealed_number = excluded.sealed_number,
    expires_on = excluded.expires_on, updated_at = excluded.updated_at,
    initial_transaction_id = ${firstOf('initial_transaction_id')},
    network_transaction_id = ${firstOf('network_transaction_id')}
  where saved_method.customer_id = excluded.customer_id
    and saved_method.digest = excluded.digest`;

const default_text = `update customer set updated_at = $3::timestamptz,
    payment_method_id = case when customer.payment_method_id = '' then draft.method_id
      else customer.payment_method_id end,
    payment_method_type = case when customer.payment_method_id = '' then draft.type
      else customer.payment_method_type end
  from saved_method_draft as draft
  where draft.merchant_id = $1 and draft.transaction_id = $2
    and customer.merchant_id = draft.merchant_id and customer.id = draft.customer_id
    and ${is_own}`;

const words_text = `insert into customer_word (merchant_id, word, customer_id)
  select draft.merchant_id, word, draft.customer_id
  from saved_method_draft as draft
  join customer on customer.merchant_id = draft.merchant_id and customer.id = draft.customer_id,
    jsonb_array_elements_text($3::jsonb || to_jsonb(draft.last_four)) as word
  where draft.merchant_id = $1 and draft.transaction_id = $2 and word <> '' and ${is_own}
  on conflict do nothing`;

const delete_text = 'delete from saved_method_draft where merchant_id = $1 and transaction_id = $2';

type Key = Pick<PaidDetails, 'merchant_id' | 'id'>;

/** An address of the payment with the vault's field names; null if there is none. */
function addressFrom(context: Context, customer: Key, address: PaidDetails['billing_address']) {
  const { address_line_1: line_1, address_line_2: line_2, ...others } = address;
  const members = { ...others, line_1, line_2 };
  if (!Object.values(members).some(Boolean)) return null;
  return newAddress(context, customer, members);
}

/** Where the payer is billed and shipped to; one address stands for both if they are equal. */
function addressesFrom(context: Context, payment: PaidDetails, id: string) {
  const customer = { merchant_id: payment.merchant_id, id };
  const billing = addressFrom(context, customer, payment.billing_address);
  const shipping_address = addressFrom(context, customer, payment.shipping_address);
  const shipping =
    shipping_address && shipping_address.hash === billing?.hash ? billing : shipping_address;
  const rows = [...new Set([billing, shipping])].filter((row) => row !== null);
  return { rows, billing_id: billing?.id ?? '', shipping_id: shipping?.id ?? '' };
}

/** The customer of this id, locked, or the one it was merged into meanwhile; '' for none. */
async function lockCustomer(tx: Tx, merchant_id: string, wanted: string): Promise<string> {
  for (let id: string | undefined = wanted; id !== undefined; ) {
    const customer = await tx
      .selectFrom('customer')
      .select('id')
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (customer) return customer.id;
    id = await keptIdOf(tx, merchant_id, id);
  }
  return '';
}

/**
 * The method that an approval saves, or finds saved by another payment meanwhile; null where it
 * saves nothing: the chosen id belongs to another customer by now, or the customer was removed or
 * has as many methods as it may have. Payments into one customer wait here for each other.
 */
export async function methodToSave(
  tx: Tx,
  { merchant_id, id: transaction_id }: Pick<PaidDetails, 'merchant_id' | 'id'>,
  { customer_id: wanted, payment_method_id, is_new_customer }: MethodDraft,
): Promise<{ customer_id: string; id: string; is_saved: boolean } | null> {
  const customer_id = await lockCustomer(tx, merchant_id, wanted);
  const drafted = { customer_id: customer_id || wanted, id: payment_method_id, is_saved: false };
  if (is_new_customer) return customer_id === '' ? drafted : null;
  if (customer_id === '') return null;
  const methods = await tx
    .selectFrom('saved_method')
    .innerJoin('saved_method_draft as draft', 'draft.merchant_id', 'saved_method.merchant_id')
    .select(['saved_method.id'])
    .select(({ ref, eb }) => eb('saved_method.digest', '=', ref('draft.digest')).as('is_same'))
    .where('saved_method.merchant_id', '=', merchant_id)
    .where('saved_method.customer_id', '=', customer_id)
    .where('draft.transaction_id', '=', transaction_id)
    .execute();
  if (methods.some(({ id }) => id === payment_method_id)) return drafted;
  const same = methods.find(({ is_same }) => is_same);
  if (same) return { customer_id, id: same.id, is_saved: true };
  return methods.length < max_methods ? drafted : null;
}

/** Deletes the draft of a payment that was not approved. */
export function deleteDraft({ merchant_id, id }: Pick<PaidDetails, 'merchant_id' | 'id'>) {
  return statement<Row>(delete_text, [merchant_id, id]);
}

/**
 * The statements that save an approved payment's method, for the commit of its outcome. None of
 * them fails that commit: where the customer was removed meanwhile, nothing is saved, and where one
 * of the chosen id was made meanwhile, nothing is saved either.
 */
export function saveDraft(
  context: Context,
  payment: PaidDetails,
  draft: MethodDraft,
): CompiledQuery<Row>[] {
  const key = [payment.merchant_id, payment.id] as const;
  const now = context.clock.now();
  const made: CompiledQuery<Row>[] = [];
  const words: string[] = [];
  if (draft.is_new_customer) {
    const { rows, billing_id, shipping_id } = addressesFrom(context, payment, draft.customer_id);
    const fields = draft.with_custom_fields ? payment.custom_fields : {};
    made.push(statement(customer_text, [...key, fields, billing_id, shipping_id, now]));
    if (rows.length > 0) made.push(statement(address_text, [...key, rows]));
    const row = { id: draft.customer_id, description: '' };
    words.push(...wordsOf({ row, addresses: rows, methods: [] }));
  }
  return [
    ...made,
    statement(method_text, [...key, now, payment.detail.network_transaction_id ?? '']),
    statement(default_text, [...key, now]),
    statement(words_text, [...key, words]),
    deleteDraft(payment),
  ];
}
