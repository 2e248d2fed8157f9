// Marked numbers drawn one after the other, and the requests that carry them.
import { type ImportColumn, import_columns } from '../../../contract/vault/import.ts';
import { readable_endings } from '../../http/secret-names.ts';
import { type MarkedCard, marked_secret, markedCard, spellings } from './canary.ts';
import type { Request } from './case-parts.ts';
import { withPlace } from './text-places.ts';

type Body = NonNullable<Request['body']>;

let count = 0;

/** How many were drawn. */
export const drawn = (): number => count;
export const next = (): MarkedCard => markedCard(count++, (count % 3) as 0 | 1 | 2);

/** The next marked number in the next of its spellings. */
export function text(): string {
  const spell = spellings[count % spellings.length] as (number: string) => string;
  return spell(next().number);
}

/** A body with each of these places holding a text with a marked number. */
export function marked(body: object, places: readonly string[][]): Body {
  return places.reduce<unknown>((whole, place) => withPlace(whole, place, text()), body) as Body;
}

/** The same in a filter, `{operator, value}`, and as the name of a member. */
export function markedOtherwise(body: object, places: readonly string[][]): Body[] {
  const filters = places.reduce<unknown>((whole, place) => {
    return withPlace(whole, place, { operator: '=', value: text() });
  }, body);
  const named = places.reduce<unknown>((whole, place) => {
    return withPlace(whole, [...place.slice(0, -1), text()], { note: text(), value: text() });
  }, body);
  return [filters as Body, named as Body];
}

/** Names that sound like a secret. */
const secret_name = /secret|password|(totp|csv|certificate|ticket|pin|ref_?id|token|code|key)s?$/i;

/** Whether a place has to be kept from every table, file and log. */
export function isSecretPlace(place: readonly string[]): boolean {
  const name = (place.at(-1) ?? '').replace(/[_-]/g, '').toLowerCase().replace(/s$/, '');
  const may_be_read = Object.keys(readable_endings).some((ending) => name.endsWith(ending));
  return secret_name.test(place.at(-1) ?? '') && !may_be_read;
}

/** The marked secret in the forms of temporary tokens, tokens and linked accounts. */
const secrets = [
  marked_secret,
  `tok_${marked_secret.padEnd(43, '0')}`,
  `ref_${marked_secret.padEnd(43, '0')}`,
];

/** Bodies with each of these places holding a secret, one for each of its forms. */
export function withSecrets(body: object, places: readonly string[][]): Body[] {
  return secrets.map(
    (secret) =>
      places.reduce<unknown>((whole, place) => withPlace(whole, place, secret), body) as Body,
  );
}

/** A digit as an address may spell it. */
export const coded = (digit: string) => `%3${digit}`;

export function oddHeaders(): Record<string, string> {
  const { number } = next();
  return {
    'x-fingerprint': number,
    'x-correlation-id': number,
    'x-request-id': number,
    'x-forwarded-for': number,
    'x-bot-check': number,
    'accept-language': number,
    cookie: `device=${number}; other=${number}`,
    origin: `http://${number}.example.com`,
    referer: `http://shop/${number}`,
    host: `${number}.example.com`,
  };
}

const of_account: readonly string[] = [
  'routing_number',
  'account_number',
  'account_type',
  'sec_code',
] satisfies ImportColumn[];

/** A row of an import whose every other cell is right: a card, or a bank account. */
function importRow(name: ImportColumn, id: string): Record<ImportColumn, string> {
  const blank = Object.fromEntries(import_columns.map((column) => [column, '']));
  const card = { card_number: next().number, expiration_date: '12/30' };
  const ach = { routing_number: '490000018', account_number: next().number };
  const method = of_account.includes(name) ? { ...ach, account_type: 'checking' } : card;
  return { ...(blank as Record<ImportColumn, string>), id, ...method };
}

/** A file of customers: each column holds a marked number, in each of the spellings. */
export function markedImport(): string {
  const cell = (value: string) => `"${value}"`;
  const rows = import_columns.flatMap((name) =>
    spellings.map((_, at) => {
      const row = { ...importRow(name, `canary-${name}-${at}`), [name]: text() };
      return import_columns.map((column) => cell(row[column])).join(',');
    }),
  );
  return [import_columns.join(','), ...rows].join('\n');
}

/** Files that are refused as a whole: numbers among the names, no header, broken quotes. */
export function brokenImports(): string[] {
  return [
    `id,${next().number}\nx,1`,
    `${next().number},12/30\n${next().number},12/30`,
    `id,card_number\n"x,${next().number}`,
    `id,card_number\nx,${next().number},${next().number}`,
    `${text()}\n${text()}`,
  ];
}
