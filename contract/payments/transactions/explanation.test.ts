// Kept verdicts of rules as they are read beside a transaction.
import { expect, it } from 'vitest';
import { readVerdicts } from './explanation.ts';

it('verdicts are read in their order, with what was not kept yet filled in', () => {
  const first = { rule: 'Country', verdict: 'pass', value: 'US', operator: '=', threshold: 'US' };
  const second = { rule: 'Amount', verdict: 'deny', phase: 'after', set_by: 'Ann' };
  const broken = [{ rule: 'Amount', verdict: 'maybe' }, null, 'x', { verdict: 'pass' }];
  expect(readVerdicts([first, ...broken, second])).toEqual([
    { ...first, phase: 'before', set_by: '' },
    second,
  ]);
});

it.each([null, undefined, {}, 'x', []])('of %j nothing is read', (stored) => {
  expect(readVerdicts(stored)).toEqual([]);
});
