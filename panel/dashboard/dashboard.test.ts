// What the first screen says of a day, and which rows each figure leads to.
import { expect, test } from 'vitest';
import type { HomeRecord } from '../../contract/reports/dashboard.ts';
import { default_display } from '../kit/format/display.ts';
import { payments_action_items } from '../payments/action-items.ts';
import { capturedChart, refundChart } from './charts.ts';
import { dayFigures } from './day-figures.tsx';
import { moneyBeside } from './money-beside.ts';
import { belowPartner, everything, ofMerchant } from './place.ts';

const span = (day: string) => ({
  day,
  start_at: `${day}T07:00:00.000Z`,
  end_at: `${day}T17:42:00.000Z`,
});
const [today, week_ago] = [span('2026-06-18'), span('2026-06-11')];
const none = { amount: 0, count: 0 };
const figures = {
  captured: { today: { amount: 381_164, count: 13 }, week_ago: { amount: 339_113, count: 11 } },
  approval: {
    today: { approved: 13, declined: 1, attempts: 15 },
    week_ago: { approved: 0, declined: 0, attempts: 0 },
  },
  refunded: { today: { amount: 6_450, count: 1 }, week_ago: none },
  awaiting: { amount: 455_262, count: 14, closes_at: null },
  held: { amount: 204_994, count: 2 },
};
const home = {
  ...{ today, week_ago, currency: 'usd' },
  by_day: [
    {
      ...today,
      ...{ captured_amount: 381_164, captured_count: 13, refunded_amount: 0, refunded_count: 0 },
      ...{ approved_count: 0, declined_count: 0, attempt_count: 2 },
    },
  ],
} as unknown as HomeRecord;

const made = `created_at=${encodeURIComponent(`between:${today.start_at}..${today.end_at}`)}`;
const search = (to: string) => new URL(to, 'http://panel').searchParams;

test('a rate is of what was answered, and says what was not', () => {
  const [, rate] = dayFigures(home, figures, everything('merchant'), default_display);
  expect(rate).toMatchObject({
    value: '92.9%',
    note: '13 of 15 attempts, 1 pending',
  });
  expect(rate).not.toHaveProperty('before');
});

test('a batch that closes after midnight closes tomorrow', () => {
  const closing = (closes_at: string) => {
    const open = { ...figures, awaiting: { ...figures.awaiting, closes_at } };
    const at = { ...home, as_of: '2026-06-18T17:42:00.000Z' };
    const display = { ...default_display, time_zone: 'UTC' };
    return dayFigures(at, open, everything('merchant'), display)[2]?.note;
  };
  expect(closing('2026-06-18T22:00:00.000Z')).toBe('batch closes at 22:00 UTC');
  expect(closing('2026-06-19T03:00:00.000Z')).toBe('batch closes tomorrow at 03:00 UTC');
});

test('figures lead to the payments made on their day, in their currency', () => {
  const all = dayFigures(home, figures, everything('partner'), default_display);
  const links = all.map(({ to }) => search(to));
  expect(links.map((one) => one.get('currency_iso_code'))).toEqual(all.map(() => 'is:usd'));
  for (const at of [0, 1, 3]) expect(String(links[at])).toContain(made);
  expect(links.map((one) => one.get('type') ?? one.get('status'))).toEqual([
    null,
    'not:refund',
    'is:pending_settlement',
    'is:refund',
    'is:flagged_partner',
  ]);
});

test('a day of a chart leads to the same rows; a rate of nothing answered is none', () => {
  const { plots } = capturedChart(home, everything('merchant'), default_display);
  expect(plots.map(({ values }) => values[0])).toEqual([381_164, null]);
  for (const plot of [
    ...plots,
    ...refundChart(home, everything('merchant'), default_display).plots,
  ]) {
    expect(plot.to?.(0), plot.key).toContain(made);
  }
});

test('amounts of another currency say which', () => {
  expect([moneyBeside(900, 'cad', 'usd'), moneyBeside(900, 'usd', 'usd')]).toEqual([
    'CA$9.00 CAD',
    '$9.00',
  ]);
});

test('what waits reads as a sentence with its sum, and without one', () => {
  const one = { count: 2, currency: 'usd', name: '' };
  const { flagged, unresolved } = payments_action_items;
  expect(flagged.title({ ...one, count: 1 })).toBe('1 flagged payment');
  expect(flagged.note({ money: '$20.49', day: '06/18/2026' })).toBe(
    '$20.49 held, oldest from 06/18/2026',
  );
  expect(flagged.note({ money: '', day: '' })).toBe('Held');
  expect(unresolved.note({ money: '', day: '' })).toBe(
    'May have been charged. Do not charge again.',
  );
  expect(unresolved.to('admin', one)).toBe('/admin/unresolved?currency_iso_code=is:usd');
});

test('figures of one account lead to its own rows', () => {
  const merchant = dayFigures(home, figures, ofMerchant('admin', 'm'.repeat(20)), default_display);
  for (const { to } of merchant) {
    expect(to).toMatch(/^\/admin\/merchants\/update\/m{20}\/transaction\?/);
  }
  const partner = dayFigures(home, figures, belowPartner('admin', 'p'.repeat(20)), default_display);
  for (const { to } of partner) expect(search(to).get('partner_id')).toBe(`is:${'p'.repeat(20)}`);
});
