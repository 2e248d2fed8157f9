// The sales of a demo merchant: what a newcomer is shown does not hang on the dice.
import { expect, it } from 'vitest';
import { trades } from './demo-merchants.ts';
import { makeSales } from './demo-sales.ts';
import { makeDice } from './seeded-random.ts';

const now = new Date('2026-11-30T10:00:00Z');
const with_debits = trades.filter(({ ach }) => ach > 0);

it.each(with_debits)(
  '$key has a bank debit of the last month that came back, whatever the dice',
  (trade) => {
    for (let seed = 1; seed <= 20; seed++) {
      const sales = makeSales(makeDice(seed), trade, now, 120);
      const recent = sales.filter(({ at }) => now.getTime() - at.getTime() < 30 * 86_400_000);
      const returned = recent.filter((sale) => sale.returned === 'returned');
      expect(returned.length, `seed ${seed}`).toBeGreaterThan(0);
      expect(returned.every(({ rail, refunds }) => rail === 'ach' && refunds.length === 0)).toBe(
        true,
      );
    }
  },
);
