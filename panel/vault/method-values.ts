// A card or bank account as a form holds it: checked in the words of the payment forms, then sent.
import { formatMessage, requiredMessage } from '../../contract/field-messages.ts';
import {
  brandOf,
  isAccountNumber,
  isCardNumber,
  isExpired,
  isRoutingNumber,
  parseExpiration,
} from '../../contract/payments/cards/cards.ts';
import type { SavedAccount, SavedCard } from '../../contract/vault/saved-methods.ts';
import { businessNow } from '../business-time.ts';
import { environmentBanner } from '../environment.ts';
import { groupedCard, slashedExpiration } from '../payments/picker/typing.ts';

export interface CardValues {
  number: string;
  expiration_date: string;
}
export interface AccountValues {
  routing_number: string;
  account_number: string;
  account_type: string;
  sec_code: string;
  /** Of an account that is debited by TEL. */
  check_number: string;
}

/** Without a saved one, a new one. */
export function cardValues(saved?: SavedCard): CardValues {
  return { number: '', expiration_date: saved?.expiration_date ?? '' };
}

export function accountValues(saved?: SavedAccount): AccountValues {
  return {
    routing_number: saved?.routing_number ?? '',
    account_number: '',
    account_type: saved?.account_type || 'checking',
    sec_code: saved?.sec_code || 'ppd',
    check_number: '',
  };
}

const digits = (text: string) => text.replace(/[\s-]/g, '');

/** How a number and a month arrange themselves while they are typed. */
export const readNumber = (typed: string) => groupedCard(typed, brandOf(digits(typed)));
export const readExpiration = (typed: string) => slashedExpiration(typed);

type Problems = Record<string, string>;

/** `keeps_number`: a saved card keeps the one it has where none is typed. */
export function cardProblems(
  { number, expiration_date }: CardValues,
  keeps_number: boolean,
): Problems {
  const found: Problems = {};
  const typed = digits(number);
  if (typed === '' && !keeps_number) found.number = requiredMessage('Card Number');
  else if (typed !== '' && !isCardNumber(typed)) found.number = formatMessage('Card Number');
  const expiration = parseExpiration(expiration_date);
  if (expiration_date.trim() === '') found.expiration_date = requiredMessage('Expiry');
  else if (expiration === null) found.expiration_date = formatMessage('Expiry');
  else if (isExpired(expiration, businessNow().toISOString().slice(0, 10))) {
    found.expiration_date = 'Invalid card expiration - expired';
  }
  return found;
}

/** `saved`: a saved account keeps what is not typed; a check number goes with its account. */
export function accountProblems(
  { routing_number, account_number, sec_code, check_number }: AccountValues,
  saved?: SavedAccount,
): Problems {
  const keeps_number = saved !== undefined;
  const found: Problems = {};
  const routing = digits(routing_number);
  const account = digits(account_number);
  if (routing === '') found.routing_number = requiredMessage('Routing Number');
  else if (!isRoutingNumber(routing, environmentBanner() !== '')) {
    found.routing_number = formatMessage('Routing Number');
  }
  if (account === '' && !keeps_number) found.account_number = requiredMessage('Account Number');
  else if (account !== '' && !isAccountNumber(account)) {
    found.account_number = formatMessage('Account Number');
  }
  const keeps_check = saved?.sec_code === 'tel' && account === '';
  const check = digits(check_number);
  if (sec_code === 'tel' && check === '' && !keeps_check) {
    found.check_number = requiredMessage('Check Number');
  } else if (check !== '' && !/^\d{1,6}$/.test(check)) {
    found.check_number = formatMessage('Check Number');
  }
  return found;
}

/** The same problems below another name: `default_payment.card.number`. */
export function below(name: string, problems: Problems): Problems {
  return Object.fromEntries(
    Object.entries(problems).map(([field, text]) => [`${name}.${field}`, text]),
  );
}
