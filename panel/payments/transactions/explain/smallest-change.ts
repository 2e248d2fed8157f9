// The smallest single change with which a declined payment would have come out otherwise.
import type {
  Explanation,
  StoredVerdict,
} from '../../../../contract/payments/transactions/explanation.ts';
import type { PendingTransaction } from '../../../../contract/payments/transactions/record.ts';
import { spanText } from '../list/span.ts';
import { ruleNoun } from './rule-labels.ts';
import { valueText } from './rule-text.ts';

/** What a bank or processor would have had to be given; codes that name nothing stay out. */
const by_code: Readonly<Record<number, string>> = {
  202: 'A smaller amount, or another account.',
  203: 'A smaller amount, or another card.',
  205: 'The same payment with 3-D Secure.',
  220: 'A different amount.',
  221: 'The right card number.',
  222: 'The right number.',
  223: 'A card that has not expired.',
  225: 'The right security code.',
  300: 'A smaller amount, or a higher limit.',
};

/** What a value must be so that a rule does not match. */
const opposites: Readonly<Record<string, string>> = {
  '>': 'at most ',
  '>=': 'less than ',
  '<': 'at least ',
  '<=': 'more than ',
  '=': 'other than ',
  '!=': '',
  in: 'none of ',
  not_in: 'one of ',
  '%': 'without ',
};

function otherValue({ rule, value, operator = '=', threshold }: StoredVerdict, currency: string) {
  const opposite = opposites[operator];
  if (opposite === undefined || threshold === undefined || threshold === null) return '';
  const text = (of: unknown) => valueText(rule, of, currency);
  return `A different ${ruleNoun(rule)}: ${opposite}${text(threshold)}. It was ${text(value)}.`;
}

/** One sentence, or '' where the payment went through, or where no one change can be named. */
export function smallestChange(t: PendingTransaction, e: Explanation): string {
  if (t.status !== 'declined') return '';
  const { duplicate_of, window_seconds } = e.duplicates;
  if (duplicate_of !== '') {
    const wait =
      window_seconds > 0 ? `, or at least ${spanText(window_seconds)} between the payments` : '';
    return `A different order ID${wait}.`;
  }
  const denied = e.rules.filter(({ verdict }) => verdict === 'deny');
  const [only] = denied;
  if (denied.length > 1) return '';
  return only ? otherValue(only, t.currency) : (by_code[t.response_code] ?? '');
}
