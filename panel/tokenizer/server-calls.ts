// What the frame asks of the server: facts and fees of a card, and the token.
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

/** `1.00` as 100; undefined where it is no amount. */
export function centsOf(amount: string): number | undefined {
  const found = /^\$?(\d{1,8})(?:\.(\d{1,2}))?$/.exec(amount.trim().replaceAll(',', ''));
  if (!found) return undefined;
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
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

export interface Place {
  state: string;
  country: string;
}

/** Facts and fees by the first digits; none where the server cannot say. */
export async function lookUp(
  { apikey, amount, processor_id, calculate_fees }: Settings,
  bin: string,
  place: Place,
): Promise<CardFacts> {
  const cents = calculate_fees ? centsOf(amount) : undefined;
  const body = { bin, ...place, processor_id, ...(cents !== undefined && { amount: cents }) };
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
