// What payers pay on top, as a form holds it: the kind, and its value as typed text (Q11).
import { formatMessage, requiredMessage } from '../../../contract/field-messages.ts';
import { formatPlain, formatRate, parseMoney, parsePercent } from '../../../contract/money.ts';

/** A stored fee as text, empty without one. */
export function feeText(kind: string, value: number, currency: string): string {
  if (value === 0) return '';
  return kind === 'flat' ? formatPlain(value, currency) : formatRate(value);
}

/** Minor units or thousandths of a per cent, by the kind; null for text that is neither. */
export function feeValue(kind: string, text: string, currency: string): number | null {
  if (kind === '') return 0;
  return kind === 'flat' ? parseMoney(text, currency) : parsePercent(text);
}

/** What is wrong with a fee; empty where nothing is. */
export function feeProblem(kind: string, text: string, currency: string): string {
  if (kind === '') return '';
  if (text.trim() === '') return requiredMessage('Fee');
  const value = feeValue(kind, text, currency);
  return value === null || value < 0 ? formatMessage('Fee') : '';
}
