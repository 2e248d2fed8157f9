// Where the money is, in sentences: what is on its way, when it arrives, what is held and owed.
import type { Arrival, PayoutPicture } from '../../contract/ledger/payouts.ts';
import { add, formatMoney, sum } from '../../contract/money.ts';
import { supportName } from '../brand.ts';
import type { Display } from '../kit/format/display.ts';
import { formatDay } from '../kit/format/moments.ts';

/** Whose money it is: `You have`, `Alder & Pine has`. */
export interface Owner {
  subject: string;
  has: 'have' | 'has';
}

export const you: Owner = { subject: 'You', has: 'have' };

const day_ms = 86_400_000;
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

/** `today`, `tomorrow`, `on Friday`, further off `on 06/26/2026`. */
export function whenText(day: string, today: string, display: Display): string {
  const days = Math.round((utc(day) - utc(today)) / day_ms);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days > 1 && days < 7) return `on ${weekday.format(new Date(utc(day)))}`;
  return `on ${formatDay(day, display)}`;
}

interface DayOf {
  day: string;
  amount: number;
}

/** What arrives on each day, soonest first. */
export function arrivalDays(arriving: readonly Arrival[]): DayOf[] {
  const found = new Map<string, number>();
  for (const { expected_on, amount } of arriving) {
    found.set(expected_on, add(found.get(expected_on) ?? 0, amount));
  }
  return [...found].map(([day, amount]) => ({ day, amount }));
}

export interface PayoutTexts {
  /** The answer in one sentence. */
  lead: string;
  /** When it comes. */
  next: string[];
  /** What else there is, each with its own reason. */
  rest: string[];
}

interface PayoutFacts {
  owner: Owner;
  today: string;
  display: Display;
  /** When what is captured settles, `today at 7:00 PM PDT`; '' where that is not known. */
  settles: string;
}

function nextOf(of: PayoutPicture, { today, display, settles }: PayoutFacts): string[] {
  const money = (minor: number) => formatMoney(minor, of.currency);
  const days = arrivalDays(of.arriving).filter(({ amount }) => amount > 0);
  const arrivals = days.slice(0, 2).map(({ day, amount }) => {
    const all = amount === of.on_its_way;
    return `${all ? 'All of it' : money(amount)} arrives ${whenText(day, today, display)}.`;
  });
  if (of.open <= 0) return arrivals;
  const when = settles === '' ? 'settles with the next batch' : `settles ${settles}`;
  return [...arrivals, `${money(of.open)} ${when} and reaches the bank on the next banking day.`];
}

function restOf(of: PayoutPicture, { owner: { subject } }: PayoutFacts): string[] {
  const money = (minor: number) => formatMoney(minor, of.currency);
  const own = subject === 'You' ? 'your' : 'the';
  const looks =
    subject === 'You' ? `${supportName('merchant')} is looking into it.` : 'It is under review.';
  const all: [number, string][] = [
    [of.held, `${money(of.held)} is held on customers’ cards and not captured yet.`],
    [
      of.unconfirmed,
      `${money(of.unconfirmed)} settled, but no deposit is reported. Check ${own} bank account.`,
    ],
    [of.paid_out, `${money(of.paid_out)} was paid out in the last 30 days.`],
    [of.reserve, `${money(of.reserve)} is kept in reserve by ${own} processors.`],
    [of.disputed, `${money(of.disputed)} is on hold for open disputes.`],
    [of.difference, `${money(of.difference)} differs from a processor’s report. ${looks}`],
    [of.cash, `${money(of.cash)} received in cash (not deposited)`],
  ];
  return all.filter(([amount]) => amount !== 0).map(([, text]) => text);
}

/** All that is said of one currency. */
export function payoutText(of: PayoutPicture, facts: PayoutFacts): PayoutTexts {
  const { subject, has } = facts.owner;
  const money = (minor: number) => formatMoney(minor, of.currency);
  const owes = subject === 'You' ? 'owe' : 'owes';
  const debt = `${subject} ${owes} ${money(of.owed)}. Refunds and returns exceeded sales.`;
  const next = nextOf(of, facts);
  const rest = restOf(of, facts);
  if (of.on_its_way > 0) {
    const lead = `${subject} ${has} ${money(of.on_its_way)} on the way.`;
    return { lead, next: of.owed > 0 ? [...next, debt] : next, rest };
  }
  if (of.owed > 0) {
    const deduction = 'It is deducted from the next deposits.';
    return { lead: debt, next: [deduction, ...next], rest };
  }
  return { lead: 'No money is on the way.', next: ['New payments appear here.'], rest };
}

export interface Part {
  key: 'held' | 'open' | 'arriving' | 'paid_out';
  label: string;
  amount: number;
}

/** The strip: what is held, taken, settled and paid out; nothing below zero has a width. */
export function stripParts(of: PayoutPicture): Part[] {
  const arriving = sum(of.arriving.map(({ amount }) => amount));
  const all: Part[] = [
    { key: 'held', label: 'Held on cards', amount: of.held },
    { key: 'open', label: 'Not settled yet', amount: of.open },
    { key: 'arriving', label: 'Settled, on its way', amount: arriving },
    { key: 'paid_out', label: 'Paid out, 30 days', amount: of.paid_out },
  ];
  return all.filter(({ amount }) => amount > 0);
}
