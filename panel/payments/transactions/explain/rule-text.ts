// Kept verdicts of fraud rules as a table reads them: value, what would match, result.
import { formatMoney } from '../../../../contract/money.ts';
import { avsMeaning, cvvMeaning } from '../../../../contract/payments/cards/avs-cvv.ts';
import type { StoredVerdict } from '../../../../contract/payments/transactions/explanation.ts';
import { midSentence } from '../../../kit/format/sentence.ts';
import { ruleLabel } from './rule-labels.ts';

/** A value as it was read: money as money, lists with commas, nothing as such. */
export function valueText(rule: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (rule === 'amount' && typeof value === 'number') return formatMoney(value, currency);
  if (Array.isArray(value)) return value.map((one) => valueText(rule, one, currency)).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

const operators: Readonly<Record<string, string>> = {
  '>': 'more than ',
  '>=': 'at least ',
  '<': 'less than ',
  '<=': 'at most ',
  '!=': 'not ',
  in: 'one of ',
  not_in: 'none of ',
  '%': 'contains ',
};

/** `more than $2,500.00`; '' where a rule was held against nothing. */
export function matchText({ rule, operator = '=', threshold }: StoredVerdict, currency: string) {
  if (threshold === undefined || threshold === null) return '';
  return `${operators[operator] ?? ''}${valueText(rule, threshold, currency)}`;
}

const letters: Readonly<Record<string, (code: string) => string>> = {
  avs_response: avsMeaning,
  cvv_response: cvvMeaning,
};

/** `The rule “Amount” flagged this payment. Its value was $88.73; it flags more than $50.00.` */
export function flaggedText(of: StoredVerdict, currency: string): string {
  const { rule, value } = of;
  const flagged = `The rule “${ruleLabel(rule)}” flagged this payment`;
  const meaning = typeof value === 'string' ? letters[rule]?.(value) : undefined;
  if (meaning) return `${flagged}. The bank’s response: ${midSentence(meaning)}.`;
  const condition = matchText(of, currency);
  const read = `Its value was ${valueText(rule, value, currency)}`;
  return condition === '' ? `${flagged}. ${read}.` : `${flagged}. ${read}; it flags ${condition}.`;
}

const results: Readonly<Record<StoredVerdict['verdict'], string>> = {
  pass: 'no match',
  deny: 'matched, declined',
  flag: 'matched, flagged',
  skipped: 'skipped after an earlier match',
};

export const resultText = ({ verdict }: StoredVerdict): string => results[verdict];
export const hasMatched = ({ verdict }: StoredVerdict): boolean =>
  verdict === 'deny' || verdict === 'flag';

/** `7 read, none matched`, `1 of 3 matched, deny`; that none ran is said too. */
export function rulesSummary(rules: readonly StoredVerdict[]): string {
  if (rules.length === 0) return 'no rules apply to this payment';
  const matched = rules.filter(hasMatched);
  if (matched.length === 0) return `${rules.length} checked, none matched`;
  const worst = matched.some(({ verdict }) => verdict === 'deny') ? 'declined' : 'flagged';
  return `${matched.length} of ${rules.length} matched, ${worst}`;
}
