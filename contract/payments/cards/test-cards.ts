// The sandbox's card numbers: what each of them is, and what the triggers make happen.
import type { CardBrand } from './cards.ts';

export type Funding = 'credit' | 'debit' | 'prepaid';

export interface TestCard {
  readonly number: string;
  readonly brand: CardBrand;
  readonly funding: Funding;
  /** ISO 3166 alpha-3, as the lookup answers it. */
  readonly country: string;
  readonly level: string;
  /** What a payment with it comes to; approved where nothing is said. */
  readonly result?: string;
}

/** The public sandbox cards (gateway-api 18): any future expiry and any CVC work. */
export const test_cards: readonly TestCard[] = [
  ['4111111111111111', 'visa', 'debit', 'POL', 'standard'],
  ['4005519200000004', 'visa', 'credit', 'USA', 'business'],
  ['4009348888881881', 'visa', 'credit', 'IDN', 'corporate'],
  ['4012000033330026', 'visa', 'credit', 'USA', 'standard', 'Approved; asks for 3-D Secure'],
  ['4012000077777777', 'visa', 'credit', 'USA', 'standard'],
  ['4012000098765439', 'visa', 'credit', 'USA', 'standard'],
  ['4012888888881881', 'visa', 'credit', 'UKR', 'infinite'],
  ['4217651111111119', 'visa', 'debit', 'USA', 'standard'],
  ['4500600000000061', 'visa', 'credit', 'CAN', 'gold'],
  ['5555555555554444', 'mastercard', 'prepaid', 'BRA', 'prepaid'],
  ['2223000048400011', 'mastercard', 'credit', 'JPN', ''],
  ['378282246310005', 'amex', 'credit', 'USA', 'corporate'],
  ['371449635398431', 'amex', 'credit', 'USA', 'personal'],
  ['6011111111111117', 'discover', 'credit', 'USA', 'standard'],
].map(testCard);

/** Numbers that bring about one result (gateway-api 18); Visa credit cards of the United States. */
export const trigger_cards: readonly TestCard[] = [
  ['4000000000000002', 'Declined (200)'],
  ['4000000000009995', 'Insufficient funds (202)'],
  ['4000000000009987', 'Lost card (251)'],
  ['4000000000009979', 'Stolen card (252)'],
  ['4000000000000069', 'Expired card (223)'],
  ['4000000000000010', 'Approved; a refund declines'],
  ['4000000000000051', 'Approved for half (110) if partial payment is allowed, else declined'],
].map(([number = '', result = '']) =>
  testCard([number, 'visa', 'credit', 'USA', 'standard', result]),
);

function testCard(row: readonly string[]): TestCard {
  const [number = '', brand, funding, country = '', level = '', result] = row;
  return {
    number,
    brand: brand as CardBrand,
    funding: funding as Funding,
    country,
    level,
    ...(result !== undefined && { result }),
  };
}

// The whole family 400000… belongs to the sandbox: its middle digits choose the result.
const trigger_family = /^400000\d{10}$/;

/** Whether a number belongs to the sandbox; production refuses such cards (gateway-api 18). */
export function isTestCard(number: string): boolean {
  return trigger_family.test(number) || test_cards.some((card) => card.number === number);
}
