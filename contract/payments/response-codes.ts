// Response codes of a transaction: their standard texts, their ranges, and what a clerk is shown.

export interface ResponseCode {
  readonly code: number;
  readonly text: string;
  /** One sentence for the person at the terminal: what it means and what to do next. */
  readonly explanation: string;
}

const c = (code: number, text: string, explanation: string): ResponseCode => ({
  code,
  text,
  explanation,
});

/** Every code this gateway answers with (gateway-api 3.9). */
export const response_codes: readonly ResponseCode[] = [
  c(
    0,
    'unknown',
    'The processor did not answer. The gateway is checking the outcome; do not charge again.',
  ),
  c(99, 'pending payment', 'The payer must complete this payment elsewhere.'),
  c(100, 'approved', 'The payment was approved.'),
  c(101, 'approved, pending customer approval', 'Approved; the customer must still confirm it.'),
  c(
    110,
    'partial approval',
    'Only part of the amount was approved. Charge the rest another way, or void it.',
  ),
  c(200, 'declined', 'The bank declined without giving a reason. Ask for another payment method.'),
  c(
    201,
    'do not honor',
    'The bank declined. The customer can contact the bank or pay another way.',
  ),
  c(
    202,
    'insufficient funds',
    'The account has insufficient funds. Ask for another payment method.',
  ),
  c(
    203,
    'exceeds withdrawal limit',
    'The amount exceeds the limit of this card. Try later or ask for another card.',
  ),
  c(204, 'invalid transaction', 'The bank does not allow this kind of payment on this card.'),
  c(
    205,
    'SCA decline, strong authentication required',
    'The bank requires the cardholder to authenticate. Try again with 3-D Secure.',
  ),
  c(220, 'invalid amount', 'The bank does not accept this amount. Check it and try again.'),
  c(221, 'no such issuer', 'No bank has issued this number. Check it with the customer.'),
  c(
    222,
    'no credit account or invalid card number',
    'The account number is not valid. Check it or ask for another card.',
  ),
  c(223, 'expired card', 'The card has expired. Check the date or ask for another card.'),
  c(225, 'invalid CVC', 'The security code is wrong. Ask the customer to read it again.'),
  c(226, 'cannot verify PIN', 'The PIN could not be verified. Ask for another payment method.'),
  c(240, 'refer to issuer', 'The cardholder must contact the bank before it approves.'),
  c(250, 'pick up card, no fraud', 'The bank wants to retain this card. Do not charge it again.'),
  c(251, 'lost card', 'This card was reported lost. Do not charge it again.'),
  c(252, 'stolen card', 'This card was reported stolen. Do not charge it again.'),
  c(
    253,
    'pick up card, special condition',
    'The bank wants to retain this card. Do not charge it again.',
  ),
  c(261, 'stop recurring', 'The cardholder stopped this recurring payment at the bank.'),
  c(262, 'stop recurring', 'The cardholder stopped all recurring payments at the bank.'),
  c(300, 'gateway decline', 'The gateway declined this payment before it reached the bank.'),
  c(
    301,
    'gateway decline, duplicate',
    'This repeats a payment made a moment ago, so it was not sent.',
  ),
  c(310, 'gateway decline, rule engine', 'One of your fraud rules declined this payment.'),
  c(
    320,
    'gateway decline, chargeback',
    'This card has an open chargeback, so it was not charged again.',
  ),
  c(321, 'gateway decline, stop fraud', 'This card was reported for fraud, so it was not charged.'),
  c(
    322,
    'gateway decline, closed contact',
    'The bank reports that this account is closed. Ask for another payment method.',
  ),
  c(
    323,
    'gateway decline, stop recurring',
    'The cardholder stopped recurring payments on this card.',
  ),
  c(
    400,
    'transaction error returned by processor',
    'The processor could not process this payment. Nothing was charged. Try again later.',
  ),
  c(
    410,
    'invalid merchant configuration',
    'The processor is not set up correctly. Nothing was charged. Contact support.',
  ),
  c(
    421,
    'communication error with processor',
    'The processor could not be reached. Nothing was charged. Try again.',
  ),
  c(
    430,
    'duplicate transaction at processor',
    'The processor already has this payment and did not charge it again.',
  ),
  c(
    440,
    'processor format error',
    'The processor did not understand the request. Nothing was charged. Contact support.',
  ),
];

const by_code: ReadonlyMap<number, ResponseCode> = new Map(
  response_codes.map((entry) => [entry.code, entry]),
);

/** Standard text of a code; a code outside the table reads as its range does. */
export function responseText(code: number): string {
  return entryOf(code).text;
}

/** What the clerk is shown; a code outside the table is explained as its range is. */
export function explainCode(code: number): string {
  return entryOf(code).explanation;
}

/** Its own, else that of its hundred, else that of 0. */
const entryOf = (code: number): ResponseCode =>
  by_code.get(code) ?? by_code.get(code - (code % 100)) ?? (by_code.get(0) as ResponseCode);

/** 100–199: money may move. */
export const isApproved = (code: number): boolean => code >= 100 && code <= 199;
/** 200–299: the issuer said no. */
export const isIssuerDecline = (code: number): boolean => code >= 200 && code <= 299;
/** 300–399: the gateway said no. */
export const isGatewayDecline = (code: number): boolean => code >= 300 && code <= 399;
/** 400–499: the processor could not, and nothing happened. */
export const isProcessorError = (code: number): boolean => code >= 400 && code <= 499;
/** Any answer that is not an approval and not open. */
export const isDeclined = (code: number): boolean => code >= 200 && code <= 499;

/** The `response` member that goes with a code (gateway-api 3.6, rails 5.3). */
export function responseLabel(
  code: number,
): 'approved' | 'partial' | 'declined' | 'pending' | 'error' | 'unknown' {
  if (code === 110) return 'partial';
  if (code === 99 || code === 101) return 'pending';
  if (isApproved(code)) return 'approved';
  if (isProcessorError(code)) return 'error';
  return isDeclined(code) ? 'declined' : 'unknown';
}

export type DeclineCategory = 1 | 2 | 3 | 4;

const categories: readonly (readonly [DeclineCategory, readonly number[]])[] = [
  [1, [204, 221, 222, 250, 251, 252, 253, 261, 262]],
  [2, [202, 203, 421]],
  [3, [205, 223, 225, 226]],
];

/**
 * Decline category where only our code is known: 1 never retry, 2 not now, 3 wrong data, 4 the
 * rest; null for codes that are no decline of the issuer or its network (rails 6.1).
 */
export function declineCategory(code: number): DeclineCategory | null {
  for (const [category, codes] of categories) if (codes.includes(code)) return category;
  return isIssuerDecline(code) ? 4 : null;
}
