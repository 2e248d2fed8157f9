// Amounts of the screen's own currency stand alone; others say which they are (visual 7).
import { formatMoney } from '../../contract/money.ts';

export function moneyBeside(amount: number, currency: string, main: string): string {
  const text = formatMoney(amount, currency);
  return currency === main ? text : `${text} ${currency.toUpperCase()}`;
}
