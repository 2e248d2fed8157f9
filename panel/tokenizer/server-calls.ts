// What the frame asks of the server: facts and fees of a card, and the token.
import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { Settings } from './settings.ts';

export interface CardFacts {
  bin: Record<string, unknown>;
  fees: { amount: number; surcharge: number; service_fee: number; currency: string } | null;
}

export type TokenAnswer =
  | { kind: 'token'; token: string }
  | { kind: 'invalid'; names: string[] }
  | { kind: 'error'; text: string };

const away = 'The payment details could not be sent. Check the connection and try again.';

/** Labels in refusals of the server, and the fields they are of. */
const names_of: Readonly<Record<string, string>> = {
  'Card Number': 'cc',
  'Expiration Date': 'exp',
  CVC: 'cvv',
  'Track 1': 'cc',
  'Track 2': 'cc',
  'Routing Number': 'routing',
  'Account Number': 'account',
  'Check Number': 'check_number',
};

/** `1.00` as 100, of yen 1; undefined where it is no amount of the currency. */
export function minorOf(amount: string, currency: string): number | undefined {
  const minor = parseMoney(amount, currency);
  return minor === null || minor < 0 ? undefined : minor;
}

/** What the payer pays beside the price, in words; '' where nothing is added. */
export function feesText(fees: CardFacts['fees']): string {
  const extra = fees ? fees.surcharge + fees.service_fee : 0;
  if (!fees || extra === 0) return '';
  const kind = fees.surcharge > 0 ? 'surcharge' : 'service fee';
  const [added, total] = [extra, fees.amount].map((minor) => formatMoney(minor, fees.currency));
  return `Includes a ${kind} of ${added}. Total ${total}.`;
}

async function post(path: string, body: object): Promise<Response> {
  return await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
}

const base = (key: string) => `/api/tokenizer/${encodeURIComponent(key)}`;

/** Where the card is charged, and by whom. */
export interface Place {
  currency: string;
  state: string;
  country: string;
}

/** Facts and fees by the first digits; none where the server cannot say. */
export async function lookUp(
  { apikey, amount, processor_id, calculate_fees }: Settings,
  bin: string,
  { currency, ...place }: Place,
): Promise<CardFacts> {
  const minor = calculate_fees ? minorOf(amount, currency) : undefined;
  const body = { bin, ...place, processor_id, ...(minor !== undefined && { amount: minor }) };
  try {
    const answer = await post(`${base(apikey)}/card`, body);
    if (answer.ok) return (await answer.json()).data;
  } catch {
    // The card can be charged without its facts.
  }
  return { bin: {}, fees: null };
}

/** The token, or why there is none. */
export async function askForToken(key: string, body: object): Promise<TokenAnswer> {
  try {
    const answer = await post(base(key), body);
    const { token, msg = '' } = await answer.json();
    if (answer.ok && typeof token === 'string') return { kind: 'token', token };
    const message = String(msg).replace(/^bad request error: /, '');
    const name = names_of[message.replace(/^invalid /, '')];
    if (name) return { kind: 'invalid', names: [name] };
    if (/card expiration/.test(message)) return { kind: 'invalid', names: ['exp'] };
    return { kind: 'error', text: answer.status < 500 ? message : away };
  } catch {
    return { kind: 'error', text: away };
  }
}
