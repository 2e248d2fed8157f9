// What a merchant reads of its money: the answer first, then when, then everything else.
import { describe, expect, it } from 'vitest';
import type { PayoutPicture } from '../../contract/ledger/payouts.ts';
import { payoutText, stripParts, whenText, you } from './payout-texts.ts';

const display = { time_zone: 'UTC', dateformat: 'MM/DD/YYYY' };
const today = '2026-06-16';
const nothing: PayoutPicture = {
  currency: 'usd',
  arriving: [],
  ...{ held: 0, open: 0, on_its_way: 0, unconfirmed: 0, paid_out: 0, owed: 0 },
  ...{ reserve: 0, disputed: 0, difference: 0, cash: 0 },
};
const arrival = (expected_on: string, amount: number, processor_id = 'p') => ({
  ...{ processor_id, closed_on: today, expected_on, amount },
});
const facts = { owner: you, today, display, settles: 'today at 7:00 PM PDT' };

describe('the first lines', () => {
  it('say how much is on its way and when it arrives', () => {
    const arriving = [arrival('2026-06-19', 50_000), arrival('2026-06-19', 30_000, 'q')];
    const picture = { ...nothing, on_its_way: 124_000, open: 44_000, arriving };
    expect(payoutText(picture, facts)).toMatchObject({
      lead: 'You have $1,240.00 on the way.',
      next: [
        '$800.00 arrives on Friday.',
        '$440.00 settles today at 7:00 PM PDT and reaches the bank on the next banking day.',
      ],
    });
    const them = { ...facts, owner: { subject: 'Alder', has: 'has' } as const };
    expect(payoutText(picture, them).lead).toBe('Alder has $1,240.00 on the way.');
  });

  it('say it once where all of it arrives on one day', () => {
    const picture = { ...nothing, on_its_way: 800, arriving: [arrival('2026-06-17', 800)] };
    expect(payoutText(picture, facts).next).toEqual(['All of it arrives tomorrow.']);
  });

  it('say what is owed, and that nothing is on its way', () => {
    expect(payoutText({ ...nothing, owed: 2_500 }, facts)).toMatchObject({
      lead: 'You owe $25.00. Refunds and returns exceeded sales.',
      next: ['It is deducted from the next deposits.'],
    });
    expect(payoutText(nothing, facts).lead).toBe('No money is on the way.');
  });

  it('keep what is held, disputed or unconfirmed apart, one sentence each', () => {
    const picture = { ...nothing, held: 700, disputed: 100, unconfirmed: 5_000, cash: 450 };
    const { rest } = payoutText(picture, facts);
    expect(rest.map((text) => text.split(' ')[0])).toEqual(['$7.00', '$50.00', '$1.00', '$4.50']);
    for (const text of rest.flatMap((one) => one.split(/(?<=\.) /))) {
      expect(text.split(' ').length, text).toBeLessThanOrEqual(15);
    }
  });
});

it.each([
  ['2026-06-16', 'today'],
  ['2026-06-17', 'tomorrow'],
  ['2026-06-22', 'on Monday'],
  ['2026-06-23', 'on 06/23/2026'],
])('%s is %s', (day, words) => {
  expect(whenText(day, today, display)).toBe(words);
});

it('the strip has a width for what there is, never for what is owed', () => {
  const arriving = [arrival('2026-06-17', 200)];
  const parts = stripParts({ ...nothing, held: 100, open: -50, arriving, paid_out: 300 });
  expect(parts.map(({ key, amount }) => [key, amount])).toEqual([
    ['held', 100],
    ['arriving', 200],
    ['paid_out', 300],
  ]);
});
