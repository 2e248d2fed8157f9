// Marked numbers drawn one after the other, and the requests that carry them.
import { type MarkedCard, markedCard, spellings } from './canary.ts';
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
