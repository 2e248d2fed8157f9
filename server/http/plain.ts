// handlersOf(): the handlers of a noun made by crud(), over its store.
import type { z } from 'zod';
import type { PlainVerb } from '../../contract/crud.ts';
import type { Contract, Endpoint, RecordReply } from '../../contract/endpoint.ts';
import type { Context } from '../context.ts';
import { requireMerchant } from '../db/require-merchant.ts';
import type { RowPath, store } from '../db/store.ts';
import type { Page } from '../db/store-page.ts';
import type { Handlers } from './serve.ts';

type PlainContract = Contract & {
  readonly get: Endpoint<string, z.ZodType, RecordReply<z.ZodObject>>;
};
type Below = { mid?: string; merchantId?: string } | undefined;

/** The row as its contract's record says: those members alone, with dates as text. */
export function answered<R extends z.ZodObject>(record: R, row: object): z.output<R> {
  const texts = Object.entries(row).map(([name, value]) => {
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return record.parse(Object.fromEntries(texts));
}

/**
 * A handler for each call of the contract that crud() makes; others, and what differs, are spread
 * over it. Rows are answered by the contract's record, so a column it does not name stays inside.
 */
export function handlersOf<C extends PlainContract, Row extends object>(
  contract: C,
  plain: ReturnType<typeof store<Row>>,
): Pick<Handlers<C>, PlainVerb & keyof C> {
  const record = contract.get.reply.schema;
  const one = async (work: Promise<Row>) => answered(record, await work);
  async function search(context: Context, below: Below, page: Page) {
    const account_id = below?.mid ?? below?.merchantId;
    if (account_id !== undefined) await requireMerchant(context, account_id);
    const { rows, ...count } = await plain.search(context, page, account_id);
    return { rows: rows.map((row) => answered(record, row)), ...count };
  }
  async function create(context: Context, below: Below, input: object) {
    const account_id = below?.mid ?? context.actor.account_id;
    if (below?.mid !== undefined) await requireMerchant(context, account_id);
    return await one(plain.create(context, account_id, input));
  }
  const handlers = {
    search,
    searchOf: search,
    find: search,
    findOf: search,
    get: (context: Context, path: RowPath) => one(plain.get(context, path)),
    create,
    update: (context: Context, path: RowPath, input: object) =>
      one(plain.update(context, path, input)),
    remove: (context: Context, path: RowPath) => plain.remove(context, path),
    setStatus: (context: Context, path: RowPath & { action: string }) =>
      one(plain.setStatus(context, path)),
  };
  return handlers as unknown as Pick<Handlers<C>, PlainVerb & keyof C>;
}
