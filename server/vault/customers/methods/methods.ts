// Cards and bank accounts of saved customers: numbers are sealed as they come and answered masked.
import { type Insertable, sql } from 'kysely';
import { notFound, refuse } from '../../../../contract/errors.ts';
import type {
  SavedAccountInput,
  SavedCardInput,
  SavedMethodType,
} from '../../../../contract/vault/saved-methods.ts';
import type { CheckedBy, Context } from '../../../context.ts';
import { audit } from '../../../db/audit-log/audit-log.ts';
import { refuseOnConstraint } from '../../../db/constraint-errors.ts';
import type { Tx } from '../../../db/database.ts';
import type { SavedMethod } from '../../../db/tables.generated.ts';
import { resolveMethod } from '../../resolve.ts';
import { consumeToken, type UsedToken } from '../../tokens/payment-token.ts';
import { flagsAfter } from '../card-updates.ts';
import { changeCustomer } from '../change.ts';
import { hasProcessors, refuseProcessor } from '../own-processor.ts';
import { type MethodRow, toAccount, toCard, type WholeCustomer } from '../records.ts';
import {
  type MethodColumns,
  methodColumns,
  type NumberKeys,
  numberKeys,
} from './method-columns.ts';
import { openNumber } from './sealed-numbers.ts';

export const max_methods = 50;

export function refuseMoreMethods(): never {
  refuse('refused', `bad request error: a customer has at most ${max_methods} methods`);
}

/**
 * A method to save; `token` where it came in one, which is used up with the save, and
 * `checked_by` where its bank was asked before.
 */
export type MethodInput = { token?: UsedToken | null; checked_by?: CheckedBy } & (
  | { type: 'card'; input: SavedCardInput }
  | { type: 'ach'; input: SavedAccountInput }
);

/** Consumes the token of a method. */
export async function consumeMethodToken(
  tx: Tx,
  merchant_id: string,
  { token }: MethodInput,
): Promise<void> {
  if (token) await tx.executeQuery(consumeToken(merchant_id, token));
}

/** The stored form of a method; 400 names the invalid field, as for a payment. */
function factsOf(
  context: Context,
  keys: NumberKeys,
  id: string,
  { type, input }: MethodInput,
): MethodColumns {
  const { flags: _, processor_id: __, ...named } = input;
  const method = resolveMethod(context, keys.digest, { [type]: named });
  if (method.kind === 'cash') throw new Error('A saved method is a card or a bank account.');
  const facts = methodColumns(context, keys.seal, id, method);
  method.sensitive.wipe();
  return facts;
}

/** The row of a new method of this customer. */
export function newMethod(
  context: Context,
  keys: NumberKeys,
  customer: { merchant_id: string; id: string },
  method: MethodInput,
): Insertable<SavedMethod> & MethodColumns {
  const [id, now] = [context.ids.next(), context.clock.now()];
  return {
    merchant_id: customer.merchant_id,
    id,
    customer_id: customer.id,
    type: method.type,
    ...factsOf(context, keys, id, method),
    flags: JSON.stringify(method.input.flags ?? []),
    processor_id: method.input.processor_id ?? '',
    ...method.checked_by,
    created_at: now,
    updated_at: now,
  } as unknown as Insertable<SavedMethod> & MethodColumns;
}

/** The audit log stores the record as it is answered. */
const auditedMethod = (row: MethodRow) => (row.type === 'card' ? toCard(row) : toAccount(row));

function about({ merchant_id, id }: { merchant_id: string; id: string }) {
  return { noun: 'saved_method', id, merchant_id };
}

export async function insertMethod(tx: Tx, row: Insertable<SavedMethod>): Promise<MethodRow> {
  return await tx.insertInto('saved_method').values(row).returningAll().executeTakeFirstOrThrow();
}

type Path = { id: string };
type OnePath = Path & { methodId: string };

/**
 * Adds a method, the first one as the default; `once` adds no number that the customer has already.
 */
export async function createMethod(
  context: Context,
  customer_id: string,
  method: MethodInput,
  once = false,
) {
  const has = await hasProcessors(context, method.input.processor_id);
  const keys = await numberKeys(context);
  const made = changeCustomer(context, customer_id, async (tx, { row, methods }) => {
    if (!has) refuseProcessor();
    await consumeMethodToken(tx, row.merchant_id, method);
    const draft = newMethod(context, keys, row, method);
    if (once && methods.some(({ digest }) => digest === draft.digest)) return null;
    if (methods.length >= max_methods) refuseMoreMethods();
    const made = await insertMethod(tx, draft);
    await audit(tx, context, { verb: 'create', ...about(made), after: auditedMethod(made) });
    if (row.payment_method_id === '') await setDefault(tx, row, made);
    return { created_payment_method_id: made.id };
  });
  return await refuseOnConstraint(made, method.token?.sentences ?? {}, 'invalid');
}

async function setDefault(
  tx: Tx,
  { merchant_id, id }: { merchant_id: string; id: string },
  method: Pick<MethodRow, 'id' | 'type'> | undefined,
): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ payment_method_id: method?.id ?? '', payment_method_type: method?.type ?? '' })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
}

function methodIn({ methods }: WholeCustomer, type: SavedMethodType, id: string): MethodRow {
  return methods.find((method) => method.id === id && method.type === type) ?? notFound();
}

/**
 * What is left out stays, also a number that comes back as it is answered, masked. Any other mask
 * is no number, and refused as such.
 */
async function completed(
  context: Context,
  before: MethodRow,
  method: MethodInput,
): Promise<MethodInput> {
  const keeps = (number: string | undefined) => number === undefined || number === before.masked;
  const number = () => openNumber(context, before);
  if (method.type === 'card') {
    const { input } = method;
    const number_in_full = keeps(input.number) ? await number() : input.number;
    const expiration_date = input.expiration_date ?? formatDay(before);
    return { type: 'card', input: { ...input, number: number_in_full, expiration_date } };
  }
  const { input } = method;
  const keeps_number = keeps(input.account_number);
  return {
    type: 'ach',
    input: {
      ...input,
      account_number: keeps_number ? await number() : input.account_number,
      routing_number: input.routing_number ?? before.routing_number,
      check_number: input.check_number ?? (keeps_number ? before.check_number : ''),
      account_type: input.account_type ?? (before.account_type as 'checking' | 'savings'),
      sec_code: input.sec_code ?? (before.sec_code as 'web'),
    },
  };
}

function formatDay({ expires_on }: MethodRow): string {
  const [year = '', month = ''] = String(expires_on).split('-');
  return `${month}/${year.slice(2)}`;
}

/** A new number clears the facts of the old one: flags, first payment and network reference. */
const of_another_number = {
  flags: JSON.stringify([]),
  initial_transaction_id: '',
  network_transaction_id: '',
  checked_at: null,
};

/** What a change clears: all facts of another number; with a new month the updater's flags. */
function cleared(before: MethodRow, facts: MethodColumns) {
  if (facts.digest !== before.digest) return of_another_number;
  if (String(facts.expires_on) === String(before.expires_on)) return {};
  return { flags: JSON.stringify(flagsAfter(before, 'valid')) };
}

export async function updateMethod(
  context: Context,
  { id, methodId }: OnePath,
  method: MethodInput,
) {
  const has = await hasProcessors(context, method.input.processor_id);
  const keys = await numberKeys(context);
  const changed = changeCustomer(context, id, async (tx, whole) => {
    const before = methodIn(whole, method.type, methodId);
    if (!has) refuseProcessor();
    await consumeMethodToken(tx, before.merchant_id, method);
    const full = await completed(context, before, method);
    const { flags, processor_id } = full.input;
    const facts = factsOf(context, keys, before.id, full);
    const after = await tx
      .updateTable('saved_method')
      .set({
        ...facts,
        ...cleared(before, facts),
        ...(flags && { flags: JSON.stringify(flags) }),
        ...(processor_id !== undefined && { processor_id }),
        updated_at: context.clock.now(),
      })
      .where('merchant_id', '=', before.merchant_id)
      .where('customer_id', '=', before.customer_id)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const change = { before: auditedMethod(before), after: auditedMethod(after) };
    await audit(tx, context, { verb: 'update', ...about(before), ...change });
    return null;
  });
  return await refuseOnConstraint(changed, method.token?.sentences ?? {}, 'invalid');
}

/** Removes a method; where it was the default, the oldest one that is left takes its place. */
async function remove(context: Context, type: SavedMethodType, { id, methodId }: OnePath) {
  return await changeCustomer(context, id, async (tx, whole) => {
    const before = methodIn(whole, type, methodId);
    await sql`delete from saved_method where merchant_id = ${before.merchant_id}
      and customer_id = ${before.customer_id} and id = ${before.id}`.execute(tx);
    if (whole.row.payment_method_id === before.id) {
      await setDefault(
        tx,
        whole.row,
        whole.methods.find((other) => other.id !== before.id),
      );
    }
    await audit(tx, context, { verb: 'remove', ...about(before), before: auditedMethod(before) });
    return null;
  });
}

export const createCard = (context: Context, { id }: Path, input: SavedCardInput) =>
  createMethod(context, id, { type: 'card', input });
export const createAccount = (context: Context, { id }: Path, input: SavedAccountInput) =>
  createMethod(context, id, { type: 'ach', input });
export const updateCard = (context: Context, path: OnePath, input: SavedCardInput) =>
  updateMethod(context, path, { type: 'card', input });
export const updateAccount = (context: Context, path: OnePath, input: SavedAccountInput) =>
  updateMethod(context, path, { type: 'ach', input });
export const removeCard = (context: Context, path: OnePath) => remove(context, 'card', path);
export const removeAccount = (context: Context, path: OnePath) => remove(context, 'ach', path);
