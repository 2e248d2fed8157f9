// What `npm run sentences` finds: texts that somebody reads, and nothing else.
import { expect, it } from 'vitest';
import { sentencesIn } from './sentences.js';

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
