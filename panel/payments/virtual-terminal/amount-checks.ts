// What is wrong with the amounts of a payment by hand.
import {
  formatMessage,
  minValueMessage,
  requiredMessage,
} from '../../../contract/field-messages.ts';
import { formatMoney, parseMoney, parsePercent } from '../../../contract/money.ts';
import { type CheckFacts, isAsked, type Problems } from './check-facts.ts';
import type { TerminalForm } from './form.ts';
import { messageLabel } from './labels.ts';
import { sumsLines } from './lines/lines.ts';

const money_fields = [
  'discount_amount',
  'shipping_amount',
  'tax_amount',
  'tip_amount',
  'national_tax_amount',
  'duty_amount',
] as const satisfies readonly (keyof TerminalForm)[];

/** A tax may be stated by its rate; who is exempt states none. */
function isRated(form: TerminalForm, name: (typeof money_fields)[number]): boolean {
  if (name === 'tax_amount') return form.tax_exempt || form.tax_rate.trim() !== '';
  return name === 'national_tax_amount' && form.national_tax_rate.trim() !== '';
}

/** What is charged; a verification has no amounts. */
export function moneyProblems(form: TerminalForm, facts: CheckFacts): Problems {
  const found: Problems = {};
  if (!sumsLines(form)) {
    const amount = parseMoney(form.amount, facts.currency);
    if (form.amount.trim() === '') found.amount = requiredMessage('Amount');
    else if (amount === null) found.amount = formatMessage('Amount');
    else if (amount <= 0) found.amount = minValueMessage('Amount', formatMoney(1, facts.currency));
  }
  for (const name of money_fields) {
    const label = messageLabel(name);
    const typed = form[name].trim();
    const value = parseMoney(typed, facts.currency);
    if (typed === '') {
      const is_required = name !== 'tip_amount' && isAsked(form, facts, name);
      if (is_required && !isRated(form, name)) found[name] = requiredMessage(label);
    } else if (value === null || value < 0) found[name] = formatMessage(label);
  }
  for (const name of ['tax_rate', 'national_tax_rate'] as const) {
    if (!isRate(form[name])) found[name] = formatMessage(messageLabel(name));
  }
  if (form.type === 'credit') {
    // Nobody is shown tip and fee of a credit.
    delete found.tip_amount;
    return found;
  }
  return { ...found, ...feeProblems(form, facts) };
}

function feeProblems(form: TerminalForm, facts: CheckFacts): Problems {
  const found: Problems = {};
  const fee = form.payment_adj_value.trim();
  const is_required = isAsked(form, facts, 'payment_adjustment');
  if (fee === '' && is_required) found.payment_adj_value = requiredMessage('Service Fee');
  const good_fee =
    form.payment_adj_type === 'flat'
      ? fee === '' || (parseMoney(fee, facts.currency) ?? -1) >= 0
      : isRate(fee);
  if (!good_fee) found.payment_adj_value = formatMessage('Service Fee');
  return found;
}

/** A percentage below 100, or nothing. */
function isRate(text: string): boolean {
  return text.trim() === '' || (parsePercent(text.trim()) ?? 100_000) < 100_000;
}
