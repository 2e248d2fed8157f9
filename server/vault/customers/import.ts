// Imports customers of another processor: each row separately, safe to repeat.
import { Refusal } from '../../../contract/errors.ts';
import { faultsIn } from '../../../contract/faults.ts';
import { type CustomerInput, customer_input } from '../../../contract/vault/customers.ts';
import type { customer_import, ImportInput, ImportRecord } from '../../../contract/vault/import.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, violatedConstraint } from '../../db/database.ts';
import type { Handlers } from '../../http/serve.ts';
import { type ResolvedAccount, type ResolvedCard, resolveMethod } from '../resolve.ts';
import { isReservedId } from './chosen-id.ts';
import { insertCustomer } from './customers.ts';
import { expirationIn, type ImportRow, importRows } from './import-rows.ts';
import { type NumberKeys, numberKeys } from './methods/method-columns.ts';
import { createMethod, type MethodInput } from './methods/methods.ts';

type Outcome = 'created' | 'added' | 'unchanged';
type Refused = ImportRecord['refused'][number];

interface Customer {
  row: number;
  id: string;
  input: CustomerInput;
  method: MethodInput | null;
  /** Of the number; '' without a method. */
  digest: string;
}

/** Why a row is not imported: the column and a sentence that repeats none of its content. */
class RowFault extends Error {
  readonly column: string;
  constructor(column: string, message: string) {
    super(message);
    this.column = column;
  }
}

/** Labels in refusals of methods, and the columns they are of. */
const columns_of: Readonly<Record<string, string>> = {
  'Card Number': 'card_number',
  'Expiration Date': 'expiration_date',
  'Routing Number': 'routing_number',
  'Account Number': 'account_number',
};

function faultOf({ message }: Refusal): RowFault {
  const reason = message.replace(/^bad request error: /, '');
  if (/card expiration/i.test(reason)) {
    const text = /expired/.test(reason) ? 'The card has expired.' : 'The date is too far ahead.';
    return new RowFault('expiration_date', text);
  }
  if (/it is taken$/.test(reason)) {
    return new RowFault('id', 'The customer with this ID was merged into another customer.');
  }
  const column = columns_of[reason.replace(/^invalid /, '')];
  return column
    ? new RowFault(column, 'The number or the date is not valid.')
    : new RowFault('', reason.charAt(0).toUpperCase() + reason.slice(1));
}

/** The body of `POST /vault/customer` that the row stands for. */
function bodyOf({ values }: ImportRow): object {
  const { id, description, notes, card_number, expiration_date, ...others } = values;
  const { routing_number, account_number, account_type, sec_code, ...more } = others;
  const { check_number, ...address } = more;
  if (id === undefined) throw new RowFault('id', 'The ID is missing.');
  if (id.includes('*')) throw new RowFault('id', 'An ID must not be a card number.');
  if (isReservedId(id)) throw new RowFault('id', 'This ID cannot be used.');
  if (card_number && account_number) {
    throw new RowFault('account_number', 'Use separate rows for a card and a bank account.');
  }
  if (card_number && !expiration_date) {
    throw new RowFault('expiration_date', 'The expiration date is missing.');
  }
  const card = card_number && {
    number: card_number,
    expiration_date: expirationIn(expiration_date ?? ''),
  };
  const entry = { account_type, sec_code, check_number };
  const ach = account_number && { routing_number, account_number, ...entry };
  const default_payment = { ...(card && { card }), ...(ach && { ach }) };
  const has_address = Object.keys(address).length > 0;
  return {
    id,
    description,
    notes,
    ...((card || ach) && { default_payment }),
    ...(has_address && { default_billing_address: address, default_shipping_address: address }),
  };
}

function customerOf(context: Context, keys: NumberKeys, row: ImportRow): Customer {
  if (row.is_uneven)
    throw new RowFault('', 'The row and the header have different numbers of cells.');
  const body = bodyOf(row);
  const parsed = customer_input.safeParse(body);
  if (!parsed.success) {
    const [fault] = faultsIn(customer_input, body, parsed.error.issues);
    const column = String(fault?.path.at(-1) ?? '');
    throw new RowFault(column === 'number' ? 'card_number' : column, fault?.message ?? '');
  }
  const input = parsed.data;
  const { card, ach } = input.default_payment ?? {};
  const method: MethodInput | null = card
    ? { type: 'card', input: card }
    : ach
      ? { type: 'ach', input: ach }
      : null;
  const digest = method ? digestOf(context, keys, method) : '';
  return { row: row.row, id: input.id as string, input, method, digest };
}

function digestOf(context: Context, keys: NumberKeys, { type, input }: MethodInput): string {
  try {
    const found = resolveMethod(context, keys.digest, { [type]: input }) as
      | ResolvedCard
      | ResolvedAccount;
    found.sensitive.wipe();
    return found.digest;
  } catch (error) {
    throw error instanceof Refusal ? faultOf(error) : error;
  }
}

interface Read {
  customers: Customer[];
  refused: Refused[];
  keys: NumberKeys;
}

/** Rows that can be imported, and those that cannot, each with its reason. */
async function read(context: Context, input: ImportInput): Promise<Read> {
  const rows = importRows(input);
  const keys = await numberKeys(context);
  const customers: Customer[] = [];
  const refused: Refused[] = [];
  for (const row of rows) {
    try {
      customers.push(customerOf(context, keys, row));
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      refused.push({ row: row.row, column: error.column, message: error.message });
    }
  }
  return { customers, refused, keys };
}

/** Numbers that customers with these IDs already have: digests by customer. */
async function standing(context: Context, customers: readonly Customer[]) {
  const ids = customers.map(({ id }) => id);
  const merchant_id = context.actor.account_id;
  const query = connect(context);
  const [rows, methods] = await Promise.all([
    query
      .selectFrom('customer')
      .select('id')
      .where('merchant_id', '=', merchant_id)
      .where('id', 'in', ids)
      .execute(),
    query
      .selectFrom('saved_method')
      .select(['customer_id', 'digest'])
      .where('merchant_id', '=', merchant_id)
      .where('customer_id', 'in', ids)
      .execute(),
  ]);
  const known = new Map(rows.map(({ id }) => [id, new Set<string>()]));
  for (const { customer_id, digest } of methods) known.get(customer_id)?.add(digest);
  return known;
}

const countsOf = (outcomes: readonly Outcome[]) => ({
  created: outcomes.filter((one) => one === 'created').length,
  added: outcomes.filter((one) => one === 'added').length,
  unchanged: outcomes.filter((one) => one === 'unchanged').length,
});

async function check(context: Context, input: ImportInput): Promise<ImportRecord> {
  const { customers, refused } = await read(context, input);
  const known = customers.length > 0 ? await standing(context, customers) : new Map();
  const outcomes = customers.map(({ id, digest }): Outcome => {
    const numbers = known.get(id);
    if (!numbers) {
      known.set(id, new Set([digest]));
      return 'created';
    }
    if (digest === '' || numbers.has(digest)) return 'unchanged';
    numbers.add(digest);
    return 'added';
  });
  return { row_count: outcomes.length + refused.length, ...countsOf(outcomes), refused };
}

/** One row in one commit: a new customer, or a method of an existing one. */
async function saveRow(context: Context, keys: NumberKeys, one: Customer): Promise<Outcome> {
  const key = { merchant_id: context.actor.account_id, id: one.id };
  const { input, method } = one;
  const customer = { input, method, keys };
  const inserting = inTransaction(context, key.merchant_id, async (tx) => {
    const found = await tx
      .selectFrom('customer')
      .select('id')
      .where('merchant_id', '=', key.merchant_id)
      .where('id', '=', key.id)
      .executeTakeFirst();
    if (found) return false;
    await insertCustomer(tx, context, key, customer);
    return true;
  });
  // Another import has saved the same customer at this moment.
  const is_new = await inserting.catch((error: unknown) => {
    if (violatedConstraint(error) === 'customer_pkey') return false;
    throw error;
  });
  if (is_new) return 'created';
  if (!method) return 'unchanged';
  const { created_payment_method_id } = await createMethod(context, one.id, method, true);
  return created_payment_method_id === undefined ? 'unchanged' : 'added';
}

async function save(context: Context, input: ImportInput): Promise<ImportRecord> {
  const { customers, refused, keys } = await read(context, input);
  const outcomes: Outcome[] = [];
  for (const one of customers) {
    try {
      outcomes.push(await saveRow(context, keys, one));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { column, message } = faultOf(error);
      refused.push({ row: one.row, column, message });
    }
  }
  const counts = { row_count: outcomes.length + refused.length, ...countsOf(outcomes) };
  const merchant_id = context.actor.account_id;
  await inTransaction(context, merchant_id, (tx) =>
    audit(tx, context, {
      verb: 'import',
      noun: 'customer',
      id: context.request_id,
      merchant_id,
      after: { ...counts, refused: refused.length },
    }),
  );
  refused.sort((one, other) => one.row - other.row);
  return { ...counts, refused };
}

export const customerImportHandlers: Handlers<typeof customer_import> = {
  check: (context, _, input) => check(context, input),
  save: (context, _, input) => save(context, input),
};
