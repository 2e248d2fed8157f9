// What happened at a demo merchant, day by day: pure, from the dice alone.
import { Temporal } from 'temporal-polyfill';
import { percentOf } from '../../contract/money.ts';
import { first_names, last_names, streets, type Trade } from './demo-merchants.ts';
import type { Dice } from './seeded-random.ts';

export type Rail = 'card' | 'ach' | 'cash';

export interface Person {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  address_line_1: string;
  city: string;
  state: string;
  postal_code: string;
}

export interface SeedCard {
  brand: string;
  funding: 'credit' | 'debit';
  number: string;
}

export interface DemoSale {
  at: Date;
  type: 'sale' | 'authorize';
  rail: Rail;
  source: 'cp' | 'api';
  person: Person;
  card: SeedCard | null;
  account_number: string;
  sec_code: string;
  item: string;
  order_id: string;
  amount: number;
  tax_amount: number;
  tip_amount: number;
  /** Network code of a decline, or '' when it was approved. */
  declined: string;
  /** Approved and held back by a rule: a person has yet to decide. */
  flagged: boolean;
  captured_at: Date | null;
  voided_at: Date | null;
  refunds: { at: Date; share_percent: number }[];
  /** ACH return: before or after it was settled. */
  returned: '' | 'returned' | 'late_return';
}

const cards: readonly SeedCard[] = [
  { brand: 'visa', funding: 'credit', number: '4005519200000004' },
  { brand: 'visa', funding: 'credit', number: '4012000077777777' },
  { brand: 'visa', funding: 'debit', number: '4217651111111119' },
  { brand: 'visa', funding: 'debit', number: '4111111111111111' },
  { brand: 'mastercard', funding: 'debit', number: '5555555555554444' },
  { brand: 'mastercard', funding: 'credit', number: '2223000048400011' },
  { brand: 'amex', funding: 'credit', number: '378282246310005' },
  { brand: 'discover', funding: 'credit', number: '6011111111111117' },
];
const decline_codes = ['51', '51', '51', '05', '05', '14', '54', '41', '61', '82'] as const;

const day_ms = 86_400_000;
/** A bank debit has come back by then, or it does not. */
const return_ms = 5 * day_ms;
const month_ms = 30 * day_ms;

/** Regular customers: most payments come from people who have been there before. */
function makePeople(dice: Dice, trade: Trade): Person[] {
  return Array.from({ length: 90 }, (_, number) => {
    const first_name = dice.pick(first_names);
    const last_name = dice.pick(last_names);
    return {
      first_name,
      last_name,
      email: `${first_name}.${last_name}${number}@example.com`.toLowerCase(),
      phone: `503555${String(1000 + number)}`,
      address_line_1: `${dice.between(10, 990)} ${dice.pick(streets)}`,
      city: trade.city,
      state: trade.state,
      postal_code: trade.postal_code,
    };
  });
}

/** Local instant of a day, as a moment. */
function localMoment(day: Temporal.PlainDate, zone: string, seconds: number): Date {
  const start = day.toZonedDateTime({ timeZone: zone, plainTime: '00:00' });
  return new Date(start.add({ seconds }).epochMilliseconds);
}

function priceOf(dice: Dice, trade: Trade): number {
  const cents = trade.price_cents * Math.max(0.12, dice.bell(trade.spread * 1.3));
  // Prices end in round figures more often than not.
  return dice.chance(0.5) ? Math.round(cents / 50) * 50 : Math.round(cents);
}

function railOf(dice: Dice, trade: Trade): Rail {
  const roll = dice.next();
  if (roll < trade.ach) return 'ach';
  return roll < trade.ach + trade.cash ? 'cash' : 'card';
}

function refundsOf(dice: Dice, trade: Trade, at: Date, now: Date): DemoSale['refunds'] {
  if (!dice.chance(trade.refunded)) return [];
  const first = new Date(at.getTime() + dice.between(2, 21) * day_ms + dice.between(0, 20_000_000));
  if (first > now) return [];
  if (dice.chance(0.6)) return [{ at: first, share_percent: 100 }];
  const share_percent = dice.pick([25, 40, 50]);
  const second = new Date(first.getTime() + dice.between(1, 9) * day_ms);
  const again = dice.chance(0.25) && second < now;
  return again
    ? [
        { at: first, share_percent },
        { at: second, share_percent: 30 },
      ]
    : [{ at: first, share_percent }];
}

function saleOf(dice: Dice, trade: Trade, people: Person[], at: Date, now: Date): DemoSale {
  const rail = railOf(dice, trade);
  const net = priceOf(dice, trade);
  const tax_amount = percentOf(net, trade.tax_thousandths);
  const tip_amount =
    rail === 'card' && dice.chance(trade.tipped)
      ? percentOf(net, dice.pick([15_000, 18_000, 20_000]))
      : 0;
  const declined = rail === 'card' && dice.chance(trade.declined) ? dice.pick(decline_codes) : '';
  const type = rail === 'card' && dice.chance(trade.authorize) ? 'authorize' : 'sale';
  const age_ms = now.getTime() - at.getTime();
  const capture_ms = dice.between(2, 50) * 3_600_000;
  const captured = type === 'sale' ? at : new Date(at.getTime() + capture_ms);
  const flagged = rail === 'card' && !declined && age_ms < 2 * day_ms && dice.chance(0.08);
  const voided = !declined && !flagged && rail === 'card' && dice.chance(0.012);
  const void_at = new Date(at.getTime() + dice.between(4, 50) * 60_000);
  const returned = rail === 'ach' && age_ms > return_ms && dice.chance(0.02);
  return {
    at,
    type,
    rail,
    source: dice.pick(trade.sources),
    person: dice.pick(people),
    card: rail === 'card' ? dice.pick(cards) : null,
    account_number: `10000${dice.between(1000, 9999)}`,
    sec_code: rail === 'ach' ? dice.pick(['web', 'ppd', 'ccd']) : '',
    item: dice.pick(trade.items),
    order_id: `${trade.key.slice(0, 2).toUpperCase()}-${dice.between(100_000, 999_999)}`,
    amount: net + tax_amount + tip_amount,
    tax_amount,
    tip_amount,
    declined,
    flagged,
    captured_at: declined || flagged || captured > now ? null : captured,
    voided_at: voided && void_at < now ? void_at : null,
    refunds:
      declined || flagged || voided || rail === 'cash' || returned
        ? []
        : refundsOf(dice, trade, captured, now),
    returned: returned ? (dice.chance(0.7) ? 'returned' : 'late_return') : '',
  };
}

/** Every sale of a merchant over the last `days` days, oldest first; none lies in the future. */
export function makeSales(dice: Dice, trade: Trade, now: Date, days: number): DemoSale[] {
  const people = makePeople(dice, trade);
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(trade.timezone)
    .toPlainDate();
  const sales: DemoSale[] = [];
  for (let back = days; back >= 0; back--) {
    const day = today.subtract({ days: back });
    const weekday = trade.week[day.dayOfWeek % 7] as number;
    const season = day.month === 12 || day.month === 11 ? 1.25 : 1;
    const grown = 1 - back / (days * 3);
    const count = Math.round(trade.a_day * weekday * season * grown * Math.max(0, dice.bell(0.5)));
    const [opens, closes] = trade.hours;
    const moments = Array.from({ length: count }, () =>
      localMoment(day, trade.timezone, dice.between(opens * 3600, closes * 3600 - 1)),
    );
    moments.sort((a, b) => a.getTime() - b.getTime());
    for (const at of moments) {
      if (at < now) sales.push(saleOf(dice, trade, people, at, now));
    }
  }
  holdNewest(sales);
  returnOne(sales, now);
  return sales;
}

/** The newest sales by card wait for somebody: a quiet weekend has holds to show, too. */
function holdNewest(sales: DemoSale[]): void {
  const by_card = sales.filter(
    ({ type, rail, declined }) => type === 'sale' && rail === 'card' && declined === '',
  );
  const held = { captured_at: null, voided_at: null, refunds: [] };
  for (const sale of by_card.slice(-3)) Object.assign(sale, held, { flagged: true });
  for (const sale of by_card.slice(-5, -3)) {
    Object.assign(sale, held, { type: 'authorize', flagged: false });
  }
}

/** Where no bank debit of the last month was returned by the dice, the newest that could be is. */
function returnOne(sales: DemoSale[], now: Date): void {
  const debits = sales.filter(({ rail, at }) => {
    const age_ms = now.getTime() - at.getTime();
    return rail === 'ach' && age_ms > return_ms && age_ms < month_ms;
  });
  if (debits.some(({ returned }) => returned === 'returned')) return;
  const newest = debits.filter(({ returned }) => returned === '').at(-1);
  if (newest) Object.assign(newest, { returned: 'returned', refunds: [] });
}
