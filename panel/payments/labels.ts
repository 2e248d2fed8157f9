// Words of payments as people read them: types, methods, accounts, payers, signed amounts.
import { brand_labels, type CardType } from '../../contract/payments/cards/cards.ts';
import { cardBody } from '../../contract/payments/transactions/method-body.ts';
import type { TransactionRecord } from '../../contract/payments/transactions/record.ts';
import type { PaymentType, TransactionType } from '../../contract/payments/transactions/states.ts';
import { sentenceCase } from '../kit/format/sentence.ts';

export const type_labels: Readonly<Record<TransactionType, string>> = {
  sale: 'Sale',
  authorize: 'Authorize',
  verification: 'Verification',
  capture: 'Capture',
  credit: 'Credit',
  refund: 'Refund',
  void: 'Void',
};

export const method_labels: Readonly<Record<string, string>> = {
  card: 'Card',
  ach: 'ACH',
  customer: 'Customer',
  cash: 'Cash',
  token: 'Saved card',
  terminal: 'Terminal',
  cardReader: 'Card Reader',
  apple_pay_token: 'Apple Pay',
  mail: 'Mail',
  none: 'None',
  plaid: 'Bank link',
};

/** `ach` reads ACH; a method without a word of its own is spelled as it is stored. */
export function methodLabel(method: string, type?: PaymentType): string {
  if (method === 'token' && type === 'ach') return 'Saved bank account';
  return method_labels[method] ?? method;
}

export type Party = Pick<
  TransactionRecord,
  'response_body' | 'billing_address' | 'shipping_address'
>;

/** Who pays: the billing name, else the cardholder, the company, the shipping name; or ''. */
export function payerName({ response_body, billing_address, shipping_address }: Party): string {
  const nameOf = (a: Party['billing_address']) => `${a.first_name} ${a.last_name}`.trim();
  return (
    nameOf(billing_address) ||
    cardBody(response_body)?.cardholder_name ||
    billing_address.company ||
    nameOf(shipping_address) ||
    shipping_address.company
  );
}

/** The masked card or account as stored; '' for cash. */
export function maskedAccount({ response_body }: Pick<Party, 'response_body'>): string {
  return cardBody(response_body)?.masked_card || response_body.ach?.masked_account_number || '';
}

/** `**1881`: the digits that the mask ends in, for a row too narrow for the whole of it. */
export function shortAccount(of: Pick<Party, 'response_body'>): string {
  const mask = maskedAccount(of);
  return mask === '' ? '' : `**${mask.replace(/^.*\D/, '')}`;
}

export function brandLabel(card_type: string): string {
  return brand_labels[card_type as CardType] ?? brand_labels.unknown;
}

/** `Visa debit at Front desk`; `Front desk` alone where no card was presented. */
function terminalSentence(body: NonNullable<Party['response_body']['terminal']>): string {
  const at = body.terminal_description || method_labels.terminal;
  if (body.card_type === '') return `${at}`;
  const kind = body.payment_type.replace('ebt_', 'EBT ');
  return `${brandLabel(body.card_type)} ${kind} at ${at}`;
}

/** `Visa credit`, `Checking account`, `Cash`: what was paid with, without its number. */
export function methodSentence(
  of: Pick<Party, 'response_body'> & { payment_type: PaymentType },
): string {
  const { card, ach, terminal } = of.response_body;
  if (terminal) return terminalSentence(terminal);
  if (card) return `${brandLabel(card.card_type)} ${card.type}`.trim();
  if (ach) return `${sentenceCase(ach.account_type || 'bank')} account`;
  return methodLabel(of.payment_type);
}

const outgoing: readonly TransactionType[] = ['refund', 'credit'];

/** Minor units as a list shows them: money that leaves the merchant is negative. */
export function signedAmount(of: Pick<TransactionRecord, 'type' | 'amount'>): number {
  return outgoing.includes(of.type) ? -of.amount : of.amount;
}

/** What is written on an envelope. */
export type PostalAddress = Omit<TransactionRecord['billing_address'], 'email' | 'phone' | 'fax'>;

/** Name, company, street, town and country, a line each; none where nothing was given. */
export function addressLines(address: PostalAddress): string[] {
  const region = `${address.state} ${address.postal_code}`.trim();
  const lines = [
    `${address.first_name} ${address.last_name}`.trim(),
    address.company,
    address.address_line_1,
    address.address_line_2,
    [address.city, region, address.country].filter((part) => part !== '').join(', '),
  ];
  return lines.filter((line) => line !== '');
}
