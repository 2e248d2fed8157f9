// The words a saved customer is found by while they are typed, and the search by their beginnings.
import { type RawBuilder, sql } from 'kysely';
import { most_counted } from '../../../contract/vault/customer-search.ts';
import type { Query, Tx } from '../../db/database.ts';
import type { AddressRow, MethodRow, WholeCustomer } from './records.ts';

const longest_word = 40;
const max_words = 200;

/** Without accents and in lower case, as both sides of the search are compared. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text: letters and digits of any script. */
export function wordsIn(text: string): string[] {
  const found = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return found.map((word) => word.slice(0, longest_word));
}

/** A text as one word: single spaces, as long as a word may be. */
function wholeOf(text: string): string {
  return folded(text.trim()).replace(/\s+/g, ' ').slice(0, longest_word);
}

/** A text as a whole too, so that `acme-17` and `ann@shop.example` are found as typed. */
const wholeAndParts = (text: string) => [wholeOf(text), ...wordsIn(text)];

interface Searched {
  row: Pick<WholeCustomer['row'], 'id' | 'description'>;
  addresses: readonly Pick<
    AddressRow,
    'first_name' | 'last_name' | 'company' | 'email' | 'phone'
  >[];
  methods: readonly Pick<MethodRow, 'last_four'>[];
}

/** All search words of a customer, each once. */
export function wordsOf({ row, addresses, methods }: Searched): string[] {
  const names = addresses.flatMap(({ first_name, last_name, company }) => [
    ...wholeAndParts(`${first_name} ${last_name}`),
    wholeOf(`${last_name} ${first_name}`),
    ...wholeAndParts(company),
  ]);
  const found = [
    ...wholeAndParts(row.id),
    ...wordsIn(row.description),
    ...names,
    ...addresses.flatMap(({ email }) => wholeAndParts(email)),
    ...addresses.map(({ phone }) => phone),
    ...methods.map(({ last_four }) => last_four),
  ];
  return [...new Set(found.filter((word) => word !== ''))].slice(0, max_words);
}

/** Rewrites the words of a customer; the caller holds the lock on its row. */
export async function writeWords(tx: Tx, whole: WholeCustomer): Promise<void> {
  const { merchant_id, id: customer_id } = whole.row;
  const words = wordsOf(whole);
  await sql`with gone as (delete from customer_word
      where merchant_id = ${merchant_id} and customer_id = ${customer_id}
        and not word = any(${words}::text[]))
    insert into customer_word (merchant_id, word, customer_id)
    select ${merchant_id}, word, ${customer_id} from unnest(${words}::text[]) as word
    on conflict do nothing`.execute(tx);
}

/** The first text after all those that begin with `word`. */
function after(word: string): string {
  const points = [...word];
  const last = points.pop() as string;
  return points.join('') + String.fromCodePoint((last.codePointAt(0) as number) + 1);
}

const begins = (column: RawBuilder<unknown>, word: string) =>
  sql<boolean>`(${column} >= ${word} and ${column} < ${after(word)})`;

/**
 * At most a thousand words of the merchant's customers that begin so, as rows `matched`: two
 * letters cost no more than a page.
 */
const matchesOf = (merchant_id: string, word: string) => sql`(
  select customer_id, word from customer_word
  where merchant_id = ${merchant_id} and ${begins(sql`word`, word)}
  order by word, customer_id limit ${sql.lit(most_counted)}) as matched`;

/** The words, with the most selective one first. */
async function rarestFirst(query: Query, merchant_id: string, words: readonly string[]) {
  const [only] = words;
  if (words.length === 1) return { rarest: only as string, others: [] };
  const counts = words.map(
    (word) => sql`(select count(*)::int from ${matchesOf(merchant_id, word)})`,
  );
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts`.execute(query);
  const found = rows[0]?.counts ?? [];
  const least = found.indexOf(Math.min(...found));
  return { rarest: words[least] as string, others: words.filter((_, at) => at !== least) };
}

/** What may be stored as one word: the text itself, and the digits of a phone number. */
function wholesIn(typed: string): string[] {
  const digits = typed.replace(/\D/g, '');
  const is_number = digits.length > 1 && !/\p{L}/u.test(typed);
  return is_number ? [wholeOf(typed), digits] : [wholeOf(typed)];
}

/** Whether a word of the customer begins so. */
const hasWord = (word: string) => sql<boolean>`customer.id in (select customer_id from customer_word
  where customer_word.merchant_id = customer.merchant_id and ${begins(sql`word`, word)})`;

/** Whether a row of `customer` is found by what is typed: by each word of it, or by the whole. */
export function isFoundBy(typed: string) {
  const words = [...new Set(wordsIn(typed))];
  if (words.length === 0) return sql<boolean>`false`;
  const each = sql.join(words.map(hasWord), sql` and `);
  return sql<boolean>`(${each} or ${sql.join(wholesIn(typed).map(hasWord), sql` or `)})`;
}

interface Typed {
  q: string;
  limit: number;
  offset: number;
}

/** A row of `pageByWords`; a page that is empty is one row with the count alone. */
interface Found {
  id: string | null;
  rank: number | null;
  word: string | null;
  total_count: number;
}

/** Whether a customer of `matched` has a word that begins so. */
const alsoHas = (merchant_id: string, word: string) =>
  // `offset 0` keeps a look-up for each match: joined, every word of the merchant that begins so
  // would be read.
  sql`exists (select from customer_word as other
    where other.merchant_id = ${merchant_id} and other.customer_id = matched.customer_id
      and ${begins(sql`other.word`, word)} offset 0)`;

/**
 * The merchant's customers that have a word beginning with the whole of what is typed (names in
 * both orders, an email, an id), then those that have for each typed word one that begins so: a
 * page of ids in the order of the words found, each with the count of all; null where no word was
 * typed. A thousand matches of each
 * whole and of the rarest word are looked at; behind them nothing is found, and a thousand of a
 * whole are enough.
 */
export async function pageByWords(query: Query, merchant_id: string, { q, ...page }: Typed) {
  const words = [...new Set(wordsIn(q))];
  if (words.length === 0) return null;
  const { rarest, others } = await rarestFirst(query, merchant_id, words);
  const wholes = wholesIn(q).filter((whole) => words.length > 1 || whole !== rarest);
  const by_whole = wholes.map((whole) => sql`select * from ${matchesOf(merchant_id, whole)}`);
  const none = sql`select customer_id, word from customer_word where false`;
  // Each customer once and in order: it has several such words, and the look-ups go one way.
  const rare = sql`(select customer_id, min(word) as word from ${matchesOf(merchant_id, rarest)}
    group by customer_id order by customer_id) as matched`;
  const by_words = [
    sql`(select count(*) from by_whole) < ${sql.lit(most_counted)}`,
    ...others.map((word) => alsoHas(merchant_id, word)),
  ];
  return sql<Found>`(
    with by_whole as materialized (${sql.join([none, ...by_whole], sql` union all `)}),
    found as materialized (
      select customer_id as id, min(rank) as rank, min(word) as word from (
        select 1 as rank, customer_id, word from by_whole
        union all
        select 2 as rank, customer_id, word from ${rare} where ${sql.join(by_words, sql` and `)}
      ) as one group by customer_id)
    select page.*, total_count
    from (select count(*)::int as total_count from found) as counted
    left join (select * from found order by rank, word, id
      limit ${page.limit} offset ${page.offset}) as page on true)`;
}
