// What `npm run sentences` finds: texts that somebody reads, and nothing else.
import { expect, it } from 'vitest';
import { allSentences, sentencesIn } from './sentences.js';

const textsIn = (source) => sentencesIn('a.tsx', source).map(({ text }) => text);

it('finds text between tags, spoken attributes and members, on their lines', () => {
  const source = `const column = { key: 'amount', label: 'Amount' };
    export const A = () => <p title="Sum of the day" className="hint">Paid
      today {on ? 'Yes, it is on' : 'No'}</p>;`;
  expect(sentencesIn('a.tsx', source)).toEqual([
    { line: 1, text: 'Amount', kind: 'label' },
    { line: 2, text: 'Sum of the day', kind: 'label' },
    { line: 2, text: 'Paid today', kind: 'sentence' },
    { line: 3, text: 'Yes, it is on', kind: 'sentence' },
    { line: 3, text: 'No', kind: 'sentence' },
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

it('finds words in tables, conditions and templates of screens, not code', () => {
  const source = `const words = { pending: 'waiting for the bank', a: 'a_b and c' };
    const ends = found ? \`\${n} rows left\` : sql\`select a from b\`;
    root.querySelector('input, select, a');`;
  const found = (name) => sentencesIn(name, source).map(({ text }) => text);
  expect(found('panel/a.ts')).toEqual(['waiting for the bank', '… rows left']);
  expect(found('server/a.ts')).toEqual([]);
});

it('tells labels, toasts and sentences apart by their place', () => {
  const source = `const a = <TextField label="Name" hint="as on the card" />;
    const b = <Dialog title="Void" action={one ? 'Void it' : 'Void all'}><p>Gone</p></Dialog>;
    toast('Saved'); momentColumn('created_at', 'Created'); const c = { note: 'once' };`;
  expect(sentencesIn('a.tsx', source).map(({ text, kind }) => [text, kind])).toEqual([
    ['Name', 'label'],
    ['as on the card', 'label'],
    ['Void', 'label'],
    ['Void it', 'label'],
    ['Void all', 'label'],
    ['Gone', 'sentence'],
    ['Saved', 'toast'],
    ['Created', 'label'],
    ['once', 'sentence'],
  ]);
});

/** Read by whoever runs the product, not by its users: the log, the start, the API's reference. */
const of_operators =
  /^server\/(db|keys|config|main|process|ledger|clock|jobs|http|seed)\b|^tools\//;
const all = allSentences().filter(({ name }) => !of_operators.test(name));
const placed = ({ name, line, text }) => `${name}:${line} ${text}`;

/** Words of the house, and turns that no product writes: each stood in a label or a refusal. */
const house_words = [
  /\b(whoever|whatever|nobody|somebody|everybody|anybody)\b/i,
  /\b(told|owed|asked|wish|handed|goes|stands?|anew|letters of)\b/i,
  /\b(taken back|given back|gives? back|at hand|by hand|goes to the|stood|come of it)\b/i,
  /\b(what became|in force|within reach|takes? no|(a|second|two) persons?)\b/i,
  /\b(by itself|by themselves|of (its|their|your) own|as (it is|they are)|from (then|here) on)\b/i,
  /\b(is|are|was|were) mailed\b/i,
  /\b(take|takes) the (right|\w+ role)\b/,
  /\bha(s|ve) to\b/i,
  /\bany more\b/i,
  /\b(at once|leaves the list|proves? nothing|is no (known|valid))\b/i,
  /\b(payments|transactions|values) stay\b/i,
  // Permission is "can"; "may" is left for what is possible: `a fee may apply`.
  /\bmay (be (?!charged|tried)|see|set|use|move|state|charge|save|change|call|read)\b/i,
  // Whom to turn to is "support" or a name.
  /\b(your provider|the platform)\b/i,
  /\d %/,
];

it('keeps house words out of every sentence of the product', () => {
  const found = all.filter(({ text }) => house_words.some((word) => word.test(text)));
  expect(found.map(placed)).toEqual([]);
});

it('never names the product: a panel carries the brand of its partner', () => {
  const own = 'server/accounts/branding/installation-brand.ts';
  const found = all.filter(({ name, text }) => name !== own && /\bPenstock\b/.test(text));
  expect(found.map(placed)).toEqual([]);
});

/** One thing has one name on every screen, in every mail and refusal. */
const wrong_names = [
  [/\buser names?\b/i, 'username'],
  [/\b(e-)?mails?\b/i, 'email'],
  [/\b(your|their|own|same|and) rights?\b|\brights of\b/i, 'permission'],
  [/\blicences?\b/i, 'license'],
  [/\b(log|sign)[- ]on\b/i, 'sign in'],
  [/\bsub-?merchants?\b/i, 'merchant'],
  [/\bresellers?\b/i, 'partner'],
  [/\b(charge|payment) back\b/i, 'chargeback'],
];
/** Letter for letter of the specification: a filter (spec 2 §4), and a tab of the picker (§2). */
const of_the_specification = ['User Name', 'Please mail a check to the following address:'];

it('calls each thing by its one name', () => {
  const found = all
    .filter(({ text }) => !of_the_specification.includes(text))
    .flatMap((one) =>
      wrong_names
        .filter(([wrong]) => wrong.test(one.text))
        .map(([, name]) => `${placed(one)} (say ${name})`),
    );
  expect(found).toEqual([]);
});

const max_words = 15;
/** A name put in counts as one word. */
const isLong = (text) => text.split(' ').length > max_words;

it('keeps sentences within fifteen words: labels, hints, buttons, titles, refusals', () => {
  const found = all.filter(({ text }) => text.split(/(?<=[.!?])\s+/).some(isLong));
  expect(found.map(placed)).toEqual([]);
});

/** A toast is gone before more is read. */
it('keeps whole toasts within fifteen words', () => {
  const found = all.filter(({ kind, text }) => kind === 'toast' && isLong(text));
  expect(found.map(placed)).toEqual([]);
});

it('reads a product that says a lot', () => {
  expect(all.length).toBeGreaterThan(2900);
  const count = (of) => all.filter(({ kind }) => kind === of).length;
  expect(count('label')).toBeGreaterThan(1000);
  expect(count('toast')).toBeGreaterThan(30);
});
