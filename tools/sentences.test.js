// What `npm run sentences` finds: texts that somebody reads, and nothing else.
import { expect, it } from 'vitest';
import { allSentences, sentencesIn } from './sentences.js';

const textsIn = (source) => sentencesIn('a.tsx', source).map(({ text }) => text);

it('finds text between tags, spoken attributes and members, on their lines', () => {
  const source = `const column = { key: 'amount', label: 'Amount' };
    export const A = () => <p title="Sum of the day" className="hint">Paid
      today {on ? 'Yes, it is on' : 'No'}</p>;`;
  expect(sentencesIn('a.tsx', source)).toEqual([
    { line: 1, text: 'Amount' },
    { line: 2, text: 'Sum of the day' },
    { line: 2, text: 'Paid today' },
    { line: 3, text: 'Yes, it is on' },
    { line: 3, text: 'No' },
  ]);
});

it('finds refusals and toasts, with what is put in as a gap', () => {
  expect(textsIn("refuse('refused', `The batch ${id} is closed`); toast('Saved');")).toEqual([
    'The batch … is closed',
    'Saved',
  ]);
});

it('leaves out what nobody reads', () => {
  const source = `call('/transaction/search'); const status = 'settled';
    const x = <b className={a === 'open' ? 'wide' : ''}>{a === 'late' && <i />}–</b>;`;
  expect(textsIn(source)).toEqual([]);
});

it('finds whole sentences wherever they stand', () => {
  expect(
    textsIn("const lines = ['The key is shown only once.']; f(`Sent ${a} to ${b}.`);"),
  ).toEqual(['The key is shown only once.', 'Sent … to ….']);
});

const all = allSentences();

/** Words of the house, and turns that no product writes: each stood in a label or a refusal. */
const house_words = [
  /\b(whoever|whatever|nobody|somebody|everybody|anybody)\b/i,
  /\b(told|owed|anew|letters of)\b/i,
  /\b(taken back|at hand|by hand|goes to the|stands? below|stood|come of it|what became of)\b/i,
  /\b(by itself|by themselves|of (its|their|your) own|as (it is|they are)|from (then|here) on)\b/i,
  /\b(is|are|was|were) mailed\b/i,
  /\b(take|takes) the (right|\w+ role)\b/,
  /\bany more\b/i,
  /\buser names?\b/i,
];

/** Read by whoever runs the product, not by its users: the log, the start, the API's reference. */
const of_operators =
  /^server\/(db|keys|config|main|process|ledger|clock|jobs|http|seed)\b|^tools\//;

it('keeps house words out of every sentence of the product', () => {
  const found = all
    .filter(({ name }) => !of_operators.test(name))
    .filter(({ text }) => house_words.some((word) => word.test(text)))
    .map(({ name, line, text }) => `${name}:${line} ${text}`);
  expect(found).toEqual([]);
});

/** A toast is gone before more is read. */
it('keeps toasts within fifteen words', () => {
  const long = all
    .filter(({ is_toast }) => is_toast)
    .filter(({ text }) => text.split(' ').length > 15);
  expect(long).toEqual([]);
});

it('reads a product that says a lot', () => {
  expect(all.length).toBeGreaterThan(2000);
});
