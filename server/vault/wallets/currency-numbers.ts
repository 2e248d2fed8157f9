// ISO 4217 numbers of the currencies that are supported, as wallets state them.
import type { Currency } from '../../../contract/money.ts';

const numbers: Readonly<Record<Currency, string>> = {
  usd: '840',
  cad: '124',
  mxn: '484',
  eur: '978',
  aud: '036',
  gbp: '826',
  sek: '752',
  php: '608',
  nok: '578',
  dkk: '208',
  jpy: '392',
  cny: '156',
  rub: '643',
  pln: '985',
  inr: '356',
};

/** `usd` of `840`; null of a number that is not supported. */
export function currencyOfNumber(number: string): Currency | null {
  const found = Object.entries(numbers).find(([, one]) => one === number);
  return found ? (found[0] as Currency) : null;
}
