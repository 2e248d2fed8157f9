// The parts of an amount as lines that add up to it.
import { expect, it } from 'vitest';
import { type MoneyLine, moneyLines } from './money-lines.ts';

const nothing = {
  ...{ amount: 10000, tax_amount: 0, shipping_amount: 0, duty_amount: 0, national_tax_amount: 0 },
  ...{ tip_amount: 0, discount_amount: 0, surcharge: 0, service_fee: 0 },
};
const printed = (lines: MoneyLine[]) => lines.map(({ label, amount }) => `${label} ${amount}`);

it.each<[Partial<typeof nothing>, string[]]>([
  [{}, ['Amount 10000']],
  [{ amount: 0 }, ['Amount 0']],
  [{ tip_amount: 500 }, ['Subtotal 9500', 'Tip 500']],
  [{ discount_amount: 500 }, ['Subtotal 10500', 'Discount -500']],
  [{ tax_amount: 10000 }, ['Subtotal 0', 'Tax 10000']],
  [{ tax_amount: 10001 }, ['Amount 10000']],
  [
    {
      ...{ tax_amount: 1, shipping_amount: 2, duty_amount: 3, national_tax_amount: 4 },
      ...{ tip_amount: 5, discount_amount: 6, surcharge: 7, service_fee: 8 },
    },
    [
      ...['Subtotal 9976', 'Discount -6', 'Shipping 2', 'Duty 3', 'Tax 1', 'National tax 4'],
      ...['Surcharge 7', 'Service fee 8', 'Tip 5'],
    ],
  ],
])('%j is printed as %j', (parts, lines) => {
  const shown = moneyLines({ ...nothing, ...parts });
  expect(printed(shown)).toEqual(lines);
  const total = shown.reduce((so_far, { amount }) => so_far + amount, 0);
  expect(total).toBe(parts.amount ?? 10000);
});
