// Where a merchant's money is between the payer and its bank: what the ledger holds of each
// processor, and what that means for the next days.
import { z } from 'zod';
import { may } from '../access/may.ts';
import { nextBankingDay } from '../banking-days.ts';
import { endpoint, record } from '../endpoint.ts';
import { blankable, day, id } from '../fields.ts';
import { add, subtract, sum } from '../money.ts';

/** How many days back movements are answered by day. */
export const payout_days = 30;

/** Balances of the payments book with one processor; minor units, negative where it is owed. */
const held_with = z.object({
  /** Empty for cash. */
  processor_id: z.string(),
  currency: z.string(),
  /** Authorized, not captured: authorization_hold. */
  held: z.int(),
  /** Captured, in no settled batch yet: processor_receivable. */
  open: z.int(),
  /** In a settled batch, no deposit reported yet: settlement_receivable. */
  settled: z.int(),
  /** Kept back by the processor: processor_reserve. */
  reserve: z.int(),
  /** Under dispute: dispute_receivable. */
  disputed: z.int(),
  /** What a batch report differs by, until it is explained: settlement_suspense. */
  difference: z.int(),
  /** Cash taken: cash_collected. */
  cash: z.int(),
});

const moved_on = z.object({
  processor_id: z.string(),
  currency: z.string(),
  day,
  /** Movement of settlement_receivable without deposits: batches, late returns, differences. */
  settled: z.int(),
  /** Deposits reported: movement of merchant_bank. */
  paid_out: z.int(),
});

/** A processor or terminal that money is held with. */
const payout_processor = z.object({
  id: z.string(),
  name: z.string(),
  /** `HH:MM:SS` of each day in `timezone`; empty where it does not settle by itself. */
  settle_at: z.string(),
  timezone: z.string(),
});
export type PayoutProcessor = z.infer<typeof payout_processor>;

export const payouts_record = z.object({
  /** First day of `days`. */
  since: day,
  sums: z.array(held_with),
  /** Days with a movement, newest first. */
  days: z.array(moved_on),
  /** Those that `sums` and `days` name. */
  processors: z.array(payout_processor),
});
export type PayoutsRecord = z.infer<typeof payouts_record>;

export const payouts = {
  get: endpoint({
    method: 'POST',
    path: '/ledger/payouts',
    access: may.see_settlements,
    /** Those above merchants name one; a merchant's own is its default. */
    input: z.object({ merchant_id: blankable(id) }),
    reply: record(payouts_record),
    rate_class: 'search',
    summary: 'Money of one merchant by processor: held, open, settled, and deposits of 30 days.',
  }),
};

/**
 * The day on which the money of a batch is expected at the bank: the banking day after it closed.
 * Processors state no day, and the papers give one example (visual: settles 06/18, expected 06/19).
 */
export const expectedOn = nextBankingDay;

export interface Arrival {
  processor_id: string;
  /** The processor's local day on which the batch closed. */
  closed_on: string;
  expected_on: string;
  amount: number;
}

/** One currency of a merchant; minor units. */
export interface PayoutPicture {
  currency: string;
  held: number;
  open: number;
  /** Settled and expected today or later, soonest first. */
  arriving: Arrival[];
  /** Open and arriving together; 0 where refunds and returns exceed them. */
  on_its_way: number;
  /** Settled, its day has passed, and no deposit was reported. */
  unconfirmed: number;
  /** Deposits reported within `payout_days`. */
  paid_out: number;
  /** What the processors take back: refunds, returns and disputes above what they hold. */
  owed: number;
  reserve: number;
  disputed: number;
  difference: number;
  cash: number;
}

type Sums = z.infer<typeof held_with>;
type Day = z.infer<typeof moved_on>;

/**
 * What of a settled balance is still to come: deposits pay the oldest batches first, so the newest
 * days explain it. Gives the arrivals and the rest, whose days have passed.
 */
function arrivalsOf({ settled, processor_id }: Sums, days: readonly Day[], today: string) {
  let rest = settled;
  const arriving: Arrival[] = [];
  for (const one of days) {
    const expected_on = expectedOn(one.day);
    if (expected_on < today) break;
    const amount = one.settled > 0 ? Math.min(one.settled, Math.max(rest, 0)) : one.settled;
    if (amount === 0) continue;
    arriving.push({ processor_id, closed_on: one.day, expected_on, amount });
    rest = subtract(rest, amount);
  }
  return { arriving, rest };
}

function pictureOf(currency: string, sums: readonly Sums[], record: PayoutsRecord, today: string) {
  const found = { arriving: [] as Arrival[], on_its_way: 0, unconfirmed: 0, owed: 0 };
  for (const one of sums) {
    const days = record.days.filter((each) => {
      return each.processor_id === one.processor_id && each.currency === currency;
    });
    const { arriving, rest } = arrivalsOf(one, days, today);
    found.arriving.push(...arriving);
    found.unconfirmed = add(found.unconfirmed, Math.max(rest, 0));
    const net = add(one.open, Math.min(rest, 0), ...arriving.map(({ amount }) => amount));
    found.on_its_way = add(found.on_its_way, Math.max(net, 0));
    found.owed = subtract(found.owed, Math.min(net, 0));
  }
  found.arriving.sort((a, b) => a.expected_on.localeCompare(b.expected_on));
  const of = (name: Exclude<keyof Sums, 'processor_id' | 'currency'>) =>
    sum(sums.map((one) => one[name]));
  const deposits = record.days.filter((each) => each.currency === currency);
  return {
    currency,
    ...found,
    paid_out: sum(deposits.map((each) => each.paid_out)),
    held: of('held'),
    open: of('open'),
    reserve: of('reserve'),
    disputed: of('disputed'),
    difference: of('difference'),
    cash: of('cash'),
  };
}

/** A picture for each currency, the one with most money first. `today` is a local day. */
export function payoutPictures(record: PayoutsRecord, today: string): PayoutPicture[] {
  const seen = new Set([...record.sums, ...record.days].map(({ currency }) => currency));
  const pictures = [...seen].map((currency) => {
    const sums = record.sums.filter((one) => one.currency === currency);
    return pictureOf(currency, sums, record, today);
  });
  const size = (one: PayoutPicture) => one.on_its_way + one.held + one.paid_out + one.unconfirmed;
  return pictures.sort((a, b) => size(b) - size(a));
}
