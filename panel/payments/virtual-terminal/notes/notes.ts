// What stands below the total before a payment: surcharge, the other price, when it settles.
import { formatMoney, formatPercent, subtract, sum } from '../../../../contract/money.ts';
import {
  type PaymentType,
  pricesByMethod,
} from '../../../../contract/payments/pricing/fee-programs.ts';
import { surchargeVerdictOf } from '../../../../contract/payments/pricing/pricing.ts';
import type { Price, PriceInput } from '../../../../contract/payments/pricing/pricing-types.ts';
import { nextTime } from '../../../kit/format/cut-off.ts';
import type { TerminalType } from '../form.ts';
import type { TerminalProcessor } from '../methods.ts';

/** `ok`: in order; `warn`: read this before charging; `time`: when something happens. */
export type NoteTone = 'ok' | 'warn' | 'info' | 'time';

export interface Note {
  tone: NoteTone;
  text: string;
  /** Where more of it is shown. */
  path?: string;
}

const note = (tone: NoteTone, text: string): Note => ({ tone, text });

/** Whether this card is surcharged, how far, and why not. */
function surchargeNotes(price: Price, input: PriceInput): Note[] {
  if (price.program !== 'surcharge' || input.payment_type !== 'card') return [];
  const verdict = surchargeVerdictOf(input);
  if (!verdict.allowed) return [note('info', verdict.reason)];
  if (price.surcharge === 0) return [];
  if (input.card === undefined) {
    return [note('info', 'The surcharge applies to credit cards only, not to debit cards.')];
  }
  const state = input.state || input.merchant.state;
  const where = state ? `, billing state ${state.toUpperCase()}` : '';
  const cap = verdict.cap_thousandths;
  const limit = cap === null ? '' : ` The cap is ${formatPercent(cap)}.`;
  const why = price.surcharge_reason === '' ? '' : ` ${price.surcharge_reason}`;
  return [note('ok', `Surcharge allowed: credit card${where}.${limit}${why}`)];
}

/** The goods as they were entered, before a program changed their price. */
function enteredOf(price: Price, input: PriceInput): number {
  const { line_items: lines, subtotal } = price;
  if (lines.length === 0) return input.amount ?? input.subtotal ?? 0;
  return subtract(subtotal, sum(lines.map((line) => line.price_adjustment)));
}

/** How the price of the goods differs from what was entered. */
function changedNotes(price: Price, input: PriceInput): Note[] {
  const change = subtract(price.subtotal, enteredOf(price, input));
  if (!pricesByMethod(price.program) || change === 0) return [];
  const shown = formatMoney(Math.abs(change), input.currency);
  if (price.program.startsWith('cash_discount')) {
    return [note('info', `The listed price includes a card fee of ${shown}.`)];
  }
  const words = change > 0 ? 'The card price is' : 'The cash price is';
  return [note('info', `${words} ${shown} ${change > 0 ? 'above' : 'below'} the entered price.`)];
}

/** What the amount holds already: stated with the payment, added to nothing. */
function withinNotes(of: Price, currency: string): Note[] {
  const { tax_amount, shipping_amount, amounts_included: included } = of;
  const within = [
    { name: 'tax', amount: subtract(tax_amount, included.tax_amount) },
    { name: 'shipping', amount: subtract(shipping_amount, included.shipping_amount) },
  ].filter(({ amount }) => amount > 0);
  if (within.length === 0) return [];
  const texts = within.map(({ name, amount }) => `${formatMoney(amount, currency)} ${name}`);
  return [note('info', `The amount already includes ${texts.join(' and ')}.`)];
}

/** All that the price itself says. */
export function priceNotes(price: Price, input: PriceInput): Note[] {
  return [
    ...surchargeNotes(price, input),
    ...changedNotes(price, input),
    ...withinNotes(price, input.currency),
  ];
}

type Closing = Pick<TerminalProcessor, 'settle_at' | 'timezone' | 'auto_settles' | 'terminal'>;

/** `Settles today at 7:00 PM PDT.`: the processor's next cut-off, on its own clock. */
export function settlesNote(
  type: TerminalType,
  method: PaymentType,
  processor: Closing,
  now: Date,
): Note | null {
  if (type === 'verification' || processor.settle_at === '') return null;
  if (method === 'cash') return note('time', 'Cash is settled immediately.');
  if (type === 'authorize') return note('time', 'Settles after it is captured.');
  const { terminal: at_counter } = processor;
  const what = at_counter ? 'terminal' : 'processor';
  if (!processor.auto_settles) return note('time', `This ${what} does not settle automatically.`);
  const next = nextTime({ at: processor.settle_at, zone: processor.timezone }, now);
  return note('time', `Settles ${next}.`);
}
