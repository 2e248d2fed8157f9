// What is wrong with what was typed, by the names that pages know (gateway-api 13.1): cc, exp …
import {
  brandOf,
  cardDigits,
  cvcLength,
  isAccountNumber,
  isCardNumber,
  isExpired,
  isRoutingNumber,
  parseExpiration,
} from '../../contract/payments/cards/cards.ts';
import { address_fields, type PaymentType, type Settings, user_fields } from './settings.ts';

/** Everything that is typed, by the names of the fields. */
export type Values = Readonly<Record<string, string>>;

export interface CheckContext {
  settings: Settings;
  type: PaymentType;
  /** `YYYY-MM-DD` of the server's business time. */
  today: string;
  /** Trigger numbers of the sandbox count, too. */
  is_sandbox: boolean;
}

const messages: Readonly<Record<string, string>> = {
  cc: 'Enter a valid card number.',
  exp: 'Enter an expiration date that has not passed, such as 08/29.',
  cvv: 'Enter the security code of the card.',
  routing: 'Enter the nine digits of the bank’s routing number.',
  routing_again: 'The routing numbers differ.',
  account: 'Enter a valid account number.',
  check_number: 'Enter the number of a check, up to six digits.',
  account_again: 'The account numbers differ.',
  first_name: 'Enter a first name.',
  last_name: 'Enter a last name.',
  email: 'Enter an email address.',
  phone: 'Enter a phone number.',
  address: 'Enter an address.',
  city: 'Enter a city.',
  state: 'Enter a state.',
  zip: 'Enter a postal code.',
  country: 'Choose a country.',
};

/** What is said beside a field of this name. */
export const messageOf = (name: string): string =>
  messages[name.replace(/^shipping_/, '')] ?? 'Check this field.';

function cardFaults(values: Values, { settings, today }: CheckContext): string[] {
  const { card } = settings;
  const number = cardDigits(values.cc ?? '');
  const found: string[] = [];
  if (!isCardNumber(number) || number.length > card.most_digits) found.push('cc');
  const expiration = parseExpiration(values.exp ?? '');
  if (expiration === null || isExpired(expiration, today)) found.push('exp');
  const code = values.cvv ?? '';
  const is_code = /^\d+$/.test(code) && code.length === cvcLength(brandOf(number));
  if (code === '' ? card.require_code : !is_code) found.push('cvv');
  return found;
}

/** Debits that were agreed to by telephone name a check (gateway-api 3.3). */
const is_check = /^\d{1,6}$/;

function accountFaults(values: Values, { settings, is_sandbox }: CheckContext): string[] {
  const routing = (values.routing ?? '').trim();
  const account = (values.account ?? '').trim();
  const found: string[] = [];
  if (!isRoutingNumber(routing, is_sandbox)) found.push('routing');
  if (!isAccountNumber(account)) found.push('account');
  const by_telephone = values.sec_code === 'tel';
  if (by_telephone && !is_check.test(values.check_number ?? '')) found.push('check_number');
  if (!settings.ach.verify) return found;
  if (routing !== (values.routing_again ?? '').trim()) found.push('routing_again');
  if (account !== (values.account_again ?? '').trim()) found.push('account_again');
  return found;
}

const is_email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Names of the fields that are wrong or missing, in the order they stand in. */
export function faultsOf(values: Values, at: CheckContext): string[] {
  const { settings, type } = at;
  const { required } = settings[type];
  const people = user_fields.filter((name) => required.user[name] && !values[name]?.trim());
  const email = values.email?.trim() ?? '';
  const bad_email = email !== '' && !is_email.test(email) ? ['email'] : [];
  const method = type === 'card' ? cardFaults(values, at) : accountFaults(values, at);
  const places = address_fields.filter((name) => required.billing[name] && !values[name]?.trim());
  return [...people, ...bad_email, ...method, ...places];
}
