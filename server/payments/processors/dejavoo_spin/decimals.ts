// Amounts of the SPIn wire: decimal numbers there, minor units here.
import { formatPlain, parseMoney } from '../../../../contract/money.ts';

/** 1234 US cents become 12.34. */
export function decimal(minor: number, currency: string): number {
  return Number(formatPlain(minor, currency));
}

/** Minor units of a decimal, as a number or as text; null where it is no exact amount. */
export function minorOf(value: unknown, currency: string): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  return parseMoney(String(value), currency);
}
