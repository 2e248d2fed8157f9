// What became of a payment by hand in words, and the form for what it left open.
import { formatMoney, formatPlain, subtract } from '../../../../contract/money.ts';
import { responseText } from '../../../../contract/payments/response-codes.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { sentenceCase } from '../../../kit/format/sentence.ts';
import type { Tone } from '../../../kit/format/status-badge.tsx';
import { maskedAccount, methodSentence } from '../../labels.ts';
import { type TerminalForm, withoutSaving } from '../form.ts';

const tones: Readonly<Record<string, Tone>> = {
  approved: 'ok',
  partial: 'warn',
  pending: 'warn',
  unknown: 'warn',
  declined: 'bad',
  error: 'bad',
};

const words: Readonly<Record<string, string>> = {
  partial: 'Partially approved',
  unknown: 'Outcome not known yet',
  pending: 'Pending',
  error: 'Not processed',
};

/** `Declined: insufficient funds`. */
export function verdictText(t: TransactionRecord): string {
  const word = words[t.response] ?? sentenceCase(t.response);
  const reason = responseText(t.response_code);
  const failed = toneOf(t) === 'bad' && reason !== t.response;
  return failed ? `${word}: ${reason}` : word;
}

export function toneOf(t: Pick<TransactionRecord, 'response'>): Tone {
  return tones[t.response] ?? 'warn';
}

/** What a partial approval left open; 0 after any other answer. */
export function openRest(t: Pick<TransactionRecord, 'response' | 'amount' | 'amount_authorized'>) {
  return t.response === 'partial' ? subtract(t.amount, t.amount_authorized) : 0;
}

/**
 * The form for what comes next: after a decline another try, which may still save the payer; after
 * a payment the same once more; after a part the rest alone, whose parts are paid with it.
 */
export function againOf(
  again: TerminalForm,
  t: Pick<TransactionRecord, 'response' | 'amount' | 'amount_authorized' | 'currency'>,
): TerminalForm {
  const rest = openRest(t);
  if (rest === 0) return toneOf(t) === 'bad' ? again : withoutSaving(again);
  return {
    ...withoutSaving(again),
    amount: formatPlain(rest, t.currency),
    discount_amount: '',
    shipping_amount: '',
    tip_amount: '',
    tax_rate: '',
    tax_amount: '',
    national_tax_rate: '',
    national_tax_amount: '',
    duty_amount: '',
    // A fee was part of the first amount.
    payment_adj_type: 'flat',
    payment_adj_value: formatPlain(0, t.currency),
    calculate_total_from_line_items: false,
  };
}

/** One sentence for readers of the screen: `Approved: $25.00, Visa credit ending in 1111.` */
export function resultAnnouncement(t: TransactionRecord): string {
  const amount = formatMoney(t.response === 'partial' ? t.amount_authorized : t.amount, t.currency);
  const mask = maskedAccount(t);
  const ending = mask === '' ? '' : ` ending in ${mask.slice(-4)}`;
  return `${verdictText(t)}: ${amount}, ${methodSentence(t)}${ending}.`;
}
