// The words a saved customer is found by while they are typed, and the search by their beginnings.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { AddressRow, MethodRow, WholeCustomer } from './records.ts';

const longest_word = 40;
const most_words = 200;

/** Without accents and in small letters, as both sides of the search are compared. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text: letters and digits of any script. */
export function wordsIn(text: string): string[] {
  const found = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return found.map((word) => word.slice(0, longest_word));
}

/** A name or an id as a whole too, so that `acme-17` and `ann@shop.example` are found as typed. */
function wholeAndParts(text: string): string[] {
  const whole = folded(text.trim()).slice(0, longest_word);
  return whole === '' ? [] : [whole, ...wordsIn(text)];
}

interface Found {
  row: Pick<WholeCustomer['row'], 'id' | 'description'>;
  addresses: readonly Pick<
    AddressRow,
    'first_name' | 'last_name' | 'company' | 'email' | 'phone'
  >[];
  methods: readonly Pick<MethodRow, 'last_four'>[];
}

/** Everything a customer is found by, each word once. */
export function wordsOf({ row, addresses, methods }: Found): string[] {
  const names = addresses.flatMap(({ first_name, last_name, company }) =>
    [first_name, last_name, company].flatMap(wordsIn),
  );
  const found = [
    ...wholeAndParts(row.id),
    ...wordsIn(row.description),
    ...names,
    ...addresses.flatMap(({ email }) => wholeAndParts(email)),
    ...addresses.map(({ phone }) => phone),
    ...methods.map(({ last_four }) => last_four),
  ];
  return [...new Set(found.filter((word) => word !== ''))].slice(0, most_words);
}

/** Writes the words anew; whoever calls it holds the customer's row. */
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

/** The first text that does not begin with `word`. */
function after(word: string): string {
  const points = [...word];
  const last = points.pop() as string;
  return points.join('') + String.fromCodePoint((last.codePointAt(0) as number) + 1);
}

/** Matches of one word that are looked at, so that two letters cost no more than a page. */
const most_matches = 1_000;

const begins = (column: RawBuilder<unknown>, word: string) =>
  sql<boolean>`(${column} >= ${word} and ${column} < ${after(word)})`;

/**
 * Ids of the merchant's customers that have a word beginning with each of the given ones, as rows
 * `id`, in the order of the words found. At most a thousand matches of the longest one are read.
 */
export function customersByWords(merchant_id: string, words: readonly string[]) {
  const [longest = '', ...others] = [...words].sort((a, b) => b.length - a.length);
  const rest = others.map(
    (word) => sql`and exists (select from customer_word as other
      where other.merchant_id = ${merchant_id} and other.customer_id = found.customer_id
        and ${begins(sql`other.word`, word)})`,
  );
  return sql<{ id: string }>`select customer_id as id, min(word) as word from (
      select customer_id, word from customer_word as found
      where merchant_id = ${merchant_id} and ${begins(sql`word`, longest)} ${sql.join(rest, sql` `)}
      order by word, customer_id limit ${sql.lit(most_matches)}) as matches
    group by customer_id order by min(word), customer_id`;
}
