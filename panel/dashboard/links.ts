// From each figure of an answer to the filters that find the rows behind it.
import type { AccountType } from '../../contract/access/access.ts';
import type { AccountFigures, DayRecord } from '../../contract/reports/dashboard.ts';
import type { PartnerStatistics } from '../../contract/reports/statistics.ts';
import type { ActiveFilter } from '../kit/filter/search-state.ts';
import { inCurrency, is, isNot, madeWithin } from '../payments/transactions-with.ts';
import { periodOf } from './period-span.ts';

type Filters = readonly ActiveFilter[];

const attempts = isNot('type', 'refund');
const refunds = is('type', 'refund');

/** The five figures of the day. */
export function dayLinks({ today, currency }: AccountFigures, area: AccountType) {
  const [made, of] = [madeWithin(today), inCurrency(currency)];
  const held = area === 'partner' ? 'flagged_partner' : 'flagged';
  return {
    captured: [made, of],
    approval: [attempts, made, of],
    awaiting: [is('status', 'pending_settlement'), of],
    refunded: [refunds, made, of],
    held: [is('status', held), of],
  } satisfies Record<string, Filters>;
}

/** What a chart shows of one day. */
export function chartLinks(day: DayRecord, currency: string) {
  const of_day = [madeWithin(day), inCurrency(currency)];
  return {
    captured: of_day,
    approval: [attempts, ...of_day],
    refunded: [refunds, ...of_day],
  } satisfies Record<string, Filters>;
}

/** What is captured of a period in a currency. */
export const currencyLink = (home: AccountFigures, currency: string): Filters => [
  ...[madeWithin(periodOf(home)), inCurrency(currency)],
];

/** The rows that figures of the period add up. */
export const periodLink = (home: AccountFigures): Filters => currencyLink(home, home.currency);

export const declineLink = (home: AccountFigures, response_code: number): Filters => [
  ...[is('status', 'declined'), attempts, is('response_code', String(response_code))],
  ...periodLink(home),
];

export const processorLink = (home: AccountFigures, processor_id: string): Filters => [
  is('processor_id', processor_id),
  ...periodLink(home),
];

type Method = Pick<AccountFigures['methods'][number], 'payment_type' | 'card_brand'>;

/** Null for cards of unknown brand, which are no search of their own. */
export function methodLink(home: AccountFigures, { payment_type, card_brand }: Method) {
  if (card_brand === '' && payment_type === 'card') return null;
  const brand = card_brand === '' ? [] : [is('card_brand', card_brand)];
  return [is('payment_type', payment_type), ...brand, ...periodLink(home)];
}

type Count = Exclude<keyof PartnerStatistics, 'amount_sum' | 'currency' | 'by_currency'>;

const above = (name: string, operator: '<' | '>', value: string): ActiveFilter => ({
  ...{ name, operator, value },
});
/** Answered, and not by a no: what has no answer yet has no code. */
const accepted = (type: string) => [
  is('type', type),
  isNot('status', 'declined'),
  above('response_code', '>', '0'),
];
const declined = is('status', 'declined');

/** Each count below a partner with the filters that find its rows in the period. */
export const partner_counts: readonly (readonly [Count, string, Filters])[] = [
  ['sale_count', 'Sales', accepted('sale')],
  ['authorize_count', 'Authorizations', accepted('authorize')],
  ['credit_count', 'Credits', accepted('credit')],
  ['void_count', 'Voids', [is('status', 'voided')]],
  ['decline_count', 'Declines', [declined, above('response_code', '<', '300')]],
  ['error_count', 'Errors', [declined, above('response_code', '>', '299')]],
  ['total_count', 'All transactions', []],
];
