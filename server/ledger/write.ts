// Writes postings: many in one statement, once each, compared with what stands where a key exists.
import assert from 'node:assert/strict';
import { CompiledQuery, type QueryResult } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { accountId, splitAddress } from './accounts.ts';
import { kindOf } from './chart.ts';
import { allCommitted } from './known-accounts.ts';
import type { Posting } from './postings.ts';

const max_postings = 1000;

// An account is created with its first posting; where it exists already, the insert does nothing.
// A posting whose key exists returns no row and writes no entry. A posting of a closed month is
// booked in the month after the last closed one.
const open_accounts_sql = `
account as (
  insert into ledger_account (owner_id, id, owner_type, book, kind, party, currency)
  select $1, a.id, $2, a.book, a.kind, a.party, a.currency
  from unnest($16::text[], $17::text[], $18::text[], $19::text[], $20::text[])
    as a (id, book, kind, party, currency)
  on conflict do nothing
), `;

const write_sql_of = (opening: string) => `
with ${opening}written as (
  insert into ledger_posting
    (owner_id, id, kind, key, source_type, source_id, effective_on, period, request_id)
  select $1, p.id, p.kind, p.key, p.source_type, p.source_id, p.effective_on,
    case when p.period <> '' then p.period
      else greatest(left(p.effective_on, 7), (
        select to_char(to_date(max(c.period), 'YYYY-MM') + interval '1 month', 'YYYY-MM')
        from ledger_period c where c.owner_id = $1 and c.state <> 'open')) end, p.request_id
  from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::text[])
    as p (id, kind, key, source_type, source_id, effective_on, period, request_id)
  on conflict (owner_id, key) do nothing
  returning id, key, recorded_at
), line as (
  insert into ledger_entry (owner_id, posting_id, line, account_id, currency, amount, recorded_at)
  select $1, w.id, e.line, e.account_id, e.currency, e.amount, w.recorded_at
  from unnest($11::text[], $12::smallint[], $13::text[], $14::text[], $15::bigint[])
    as e (posting_id, line, account_id, currency, amount)
  join written w on w.id = e.posting_id
)
select key from written where $2 <> ''`;

// Fails unless every posting was written here and now.
const require_all_sql = `
union all select null
where case when (select count(*) from written) = cardinality($3::text[]) then false
  else missing_row() end`;
const require_sql = write_sql_of('') + require_all_sql;
const require_opening_sql = write_sql_of(open_accounts_sql) + require_all_sql;

const write_sql = write_sql_of('');
const write_opening_sql = write_sql_of(open_accounts_sql);

/** A row of the answer of each statement of `postStatements`: the key of a posting it wrote. */
interface WrittenRow {
  key: string;
}

/** The postings that move something, in statements of bearable size; all of one owner. */
function chunks(postings: readonly Posting[]): Posting[][] {
  const moving = postings.filter((posting) => posting.entries.length > 0);
  const owner_id = moving[0]?.owner_id;
  assert(
    moving.every((posting) => posting.owner_id === owner_id),
    'postings of several owners',
  );
  const count = Math.ceil(moving.length / max_postings);
  return Array.from({ length: count }, (_, n) =>
    moving.slice(n * max_postings, (n + 1) * max_postings),
  );
}

const posting_columns = [
  'id',
  'kind',
  'key',
  'source_type',
  'source_id',
  'effective_on',
  'period',
  'request_id',
] as const;

interface Account {
  id: string;
  book: string;
  kind: string;
  party: string;
  currency: string;
}

function accountOf(owner_id: string, address: string, currency: string): Account {
  const { kind, party } = splitAddress(address);
  const book = kindOf(kind)?.book;
  if (!book) throw new Error(`No such kind of ledger account: ${kind}`);
  return { id: accountId(owner_id, address, currency), book, kind, party, currency };
}

function statementOf(
  context: Context,
  owned: readonly Posting[],
  must_write: boolean,
): CompiledQuery<WrittenRow> {
  const { owner_id, owner_type } = owned[0] as Posting;
  const accounts = new Map<string, Account>();
  const { request_id } = context;
  const rows = owned.map((posting) => ({ request_id, ...posting, id: context.ids.next() }));
  const lines = rows.flatMap(({ id, currency, entries }) =>
    entries.map(({ account: address, amount }, n) => {
      const account = accountOf(owner_id, address, currency);
      accounts.set(account.id, account);
      return { posting_id: id, line: n + 1, account_id: account.id, currency, amount };
    }),
  );
  // Always in the order of their ids: two postings that open the same accounts never dead-lock.
  const opened = [...accounts.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const stand = allCommitted(
    context,
    owner_id,
    opened.map((account) => account.id),
  );
  const text = must_write
    ? stand
      ? require_sql
      : require_opening_sql
    : stand
      ? write_sql
      : write_opening_sql;
  return CompiledQuery.raw(text, [
    owner_id,
    owner_type,
    ...columns(rows, posting_columns),
    ...columns(lines, ['posting_id', 'line', 'account_id', 'currency', 'amount']),
    ...(stand ? [] : columns(opened, ['id', 'book', 'kind', 'party', 'currency'])),
  ]) as CompiledQuery<WrittenRow>;
}

function columns<Row, Name extends keyof Row>(rows: readonly Row[], names: readonly Name[]) {
  return names.map((name) => rows.map((row) => row[name]));
}

/**
 * The statements that write these postings of one owner, for sending together with others of the
 * same commit; their rows go to `confirmPosted`. One statement for up to a thousand postings.
 */
export function postStatements(
  context: Context,
  postings: readonly Posting[],
): CompiledQuery<WrittenRow>[] {
  return chunks(postings).map((owned) => statementOf(context, owned, false));
}

/**
 * The same statements, each failing (`missing_row()`) unless it wrote all its postings: for a
 * commit whose results are not read before it is sent. On that failure, post again and compare.
 * Postings of several requests may name each its own.
 */
export function requirePostStatements(
  context: Context,
  postings: readonly (Posting & { request_id?: string })[],
): CompiledQuery<WrittenRow>[] {
  return chunks(postings).map((owned) => statementOf(context, owned, true));
}

/**
 * Writes postings of one owner in a transaction that may write to that owner; a posting that stands
 * already is left as it is. Throws, as a defect, where one already exists with other entries
 * (reference ledger 3.1).
 */
export async function post(tx: Tx, context: Context, postings: readonly Posting[]): Promise<void> {
  const statements = postStatements(context, postings);
  const results = await Promise.all(statements.map((statement) => tx.executeQuery(statement)));
  await confirmPosted(tx, postings, results);
}

/**
 * Compares every posting that was not written, because its key existed, with what stands there;
 * without such a posting it asks nothing. The statements of the postings are the last of `results`.
 */
export async function confirmPosted(
  tx: Tx,
  postings: readonly Posting[],
  results: readonly QueryResult<unknown>[],
): Promise<void> {
  const count = chunks(postings).length;
  const written = results.slice(results.length - count);
  const keys = new Set(written.flatMap(({ rows }) => (rows as WrittenRow[]).map((row) => row.key)));
  // A key that is given twice was written once: the second is compared like one that stood before.
  const existing = postings.filter((posting) => !keys.delete(posting.key));
  for (const owned of chunks(existing)) await compare(tx, owned);
}

const stored_sql = `
select p.key, a.kind, a.party, e.currency, e.amount
from ledger_posting p
join ledger_entry e on e.owner_id = p.owner_id and e.posting_id = p.id
join ledger_account a on a.owner_id = e.owner_id and a.id = e.account_id
where p.owner_id = $1 and p.key = any($2::text[])`;

interface StoredRow {
  key: string;
  kind: string;
  party: string;
  currency: string;
  amount: number;
}

async function compare(tx: Tx, owned: readonly Posting[]): Promise<void> {
  const { owner_id } = owned[0] as Posting;
  const keys = owned.map((posting) => posting.key);
  const query = CompiledQuery.raw(stored_sql, [owner_id, keys]) as CompiledQuery<StoredRow>;
  const { rows } = await tx.executeQuery(query);
  const stored = new Map<string, string[]>(keys.map((key) => [key, []]));
  for (const { key, kind, party, currency, amount } of rows) {
    stored.get(key)?.push(formatEntry(party === '' ? kind : `${kind}/${party}`, currency, amount));
  }
  for (const { key, currency, entries } of owned) {
    const computed = entries.map((entry) => formatEntry(entry.account, currency, entry.amount));
    if (stored.get(key)?.sort().join() !== computed.sort().join()) {
      throw new Error(`Posting ${key} of ${owner_id} already exists with other entries.`);
    }
  }
}

function formatEntry(account: string, currency: string, amount: number): string {
  return `${account} ${currency} ${amount}`;
}
