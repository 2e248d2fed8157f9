// What a limit means for payments in another currency than its own (decision 31).
import { formatMoney } from '../../contract/money.ts';

export function otherCurrencyHint(currency: string): string {
  const other = currency === 'jpy' ? 'usd' : 'jpy';
  const shown = (one: string) => `${formatMoney(100_000, one)} ${one.toUpperCase()}`;
  return `Currencies are counted separately: ${shown(currency)} also allows ${shown(other)}.`;
}
