// Saved searches: a user's own and those shared within its account (spec 1 §3, spec 3 §7, Q19).
import type { Selectable } from 'kysely';
import type { AccountType } from '../../contract/access/access.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../contract/errors.ts';
import {
  max_saved_searches_of_user,
  type SavedSearch as SavedSearchRecord,
  saved_search_record,
  type saved_searches,
  section as section_schema,
} from '../../contract/reports/saved-searches.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Query, type Tx } from '../db/database.ts';
import type { SavedSearch as Table } from '../db/tables.generated.ts';
import type { Handlers } from '../http/serve.ts';
import { visibleRows } from './own-rows.ts';
import { withMaskedNumber } from './saved-numbers.ts';

declare module '../db/tables.generated.ts' {
  interface JsonDocuments {
    'saved_search.data': SavedSearchRecord['data'];
    'saved_search.columns': SavedSearchRecord['columns'];
    'saved_search.sort': SavedSearchRecord['sort'];
  }
}

type Row = Selectable<Table> & { user_name: string };

const { data: data_schema, columns: columns_schema, sort: sort_schema } = saved_search_record.shape;

function toRecord(context: Context, row: Row): SavedSearchRecord {
  const { id, name, section, shared, user_id, user_name } = row;
  return {
    id,
    name,
    section,
    shared,
    user_id,
    user_name,
    data: data_schema.parse(row.data),
    columns: columns_schema.parse(row.columns),
    sort: sort_schema.parse(row.sort),
    account_type: context.actor.account_type as AccountType,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function visible(query: Query | Tx, context: Context) {
  return query.selectFrom('saved_search').where(visibleRows(context, 'saved_search'));
}

type Page = InputOf<typeof saved_searches.search>;

async function page(context: Context, { limit = 100, offset = 0 }: Page, section?: string) {
  const found = visible(connect(context), context).$if(section !== undefined, (query) =>
    query.where('section', '=', section as string),
  );
  const [rows, counted] = await Promise.all([
    found
      .innerJoin('user_account', 'user_account.id', 'saved_search.user_id')
      .selectAll('saved_search')
      .select('user_account.username as user_name')
      .orderBy('saved_search.name')
      .orderBy('saved_search.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map((row) => toRecord(context, row)), total_count: counted.count };
}

type Input = InputOf<typeof saved_searches.save>;

async function save(context: Context, input: Input, section = input.section) {
  const { account_type, account_id, user_id, username } = context.actor;
  if (section === undefined) invalid('Section');
  if (input.account_type !== undefined && input.account_type !== account_type) {
    invalid('Account Type');
  }
  const now = context.clock.now();
  const written = {
    data: JSON.stringify(await withMaskedNumber(context, input.data)),
    columns: JSON.stringify(input.columns ?? []),
    sort: input.sort === undefined ? null : JSON.stringify(input.sort),
    shared: input.shared ?? false,
    updated_at: now,
  };
  return await inTransaction(context, account_id, async (tx) => {
    const own = { merchant_id: account_id, user_id, section, name: input.name };
    await checkRoom(tx, own);
    const row = await tx
      .insertInto('saved_search')
      .values({ ...own, id: context.ids.next(), created_at: now, ...written })
      .onConflict((conflict) =>
        conflict.columns(['merchant_id', 'user_id', 'section', 'name']).doUpdateSet(written),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toRecord(context, { ...row, user_name: username });
    const noun = { noun: 'saved_search', id: row.id, merchant_id: account_id };
    await audit(tx, context, { verb: 'save', ...noun, after });
    return after;
  });
}

type Own = Pick<Row, 'merchant_id' | 'user_id' | 'section' | 'name'>;

/** 400 where one more would be too many; a lock on the user makes two at once count each other. */
async function checkRoom(tx: Tx, own: Own): Promise<void> {
  await tx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', own.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const others = await tx
    .selectFrom('saved_search')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', own.merchant_id)
    .where('user_id', '=', own.user_id)
    .where(({ not, and, eb }) =>
      not(and([eb('section', '=', own.section), eb('name', '=', own.name)])),
    )
    .executeTakeFirstOrThrow();
  if (others.count >= max_saved_searches_of_user) {
    const most = max_saved_searches_of_user;
    refuse('refused', `bad request error: a user can have at most ${most} saved searches`);
  }
}

/** Whoever may see it but did not make it needs the admin role: 403; what is not seen is 404. */
async function remove(context: Context, { id }: { id: string }): Promise<void> {
  const { account_id, user_id, role } = context.actor;
  await inTransaction(context, account_id, async (tx) => {
    const before = await visible(tx, context)
      .selectAll('saved_search')
      .where('saved_search.id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) notFound();
    if (before.user_id !== user_id && role !== 'admin') {
      refuse('forbidden', 'forbidden: only its creator or an admin of the account can remove it');
    }
    await tx
      .deleteFrom('saved_search')
      .where('merchant_id', '=', account_id)
      .where('id', '=', id)
      .execute();
    const noun = { noun: 'saved_search', id, merchant_id: account_id };
    await audit(tx, context, { verb: 'remove', ...noun, before });
  });
}

export const savedSearchHandlers: Handlers<typeof saved_searches> = {
  search: async (context, _params, input) => await page(context, input),
  searchOf: async (context, { section }, input) => await page(context, input, section),
  save: async (context, _params, input) => await save(context, input),
  saveOf: async (context, { section }, input) => {
    if (!section_schema.safeParse(section).success) invalid('Section');
    return await save(context, input, section);
  },
  remove,
};
