// Why a bank returned a debit, by the code of the ACH network, and what the merchant does next.

const no_money = 'Take the payment again when the account has money, or ask for another method.';
const wrong_account = 'Ask the payer for the right account details before debiting it again.';
const not_authorized =
  'Do not debit this account again. Keep the payer’s authorization and ask for another method.';
const stopped = 'Ask the payer before debiting this account again.';
const other_method = 'Ask the payer for another payment method.';
const wrong_form = 'Contact support: the bank could not process the entry.';

/** Words and advice of each code that a debit may come back with (rails 8.5). */
const returns: Readonly<Record<string, readonly [words: string, advice: string]>> = {
  R01: ['not enough money in the account', no_money],
  R02: ['account closed', wrong_account],
  R03: ['no such account, or it belongs to someone else', wrong_account],
  R04: ['invalid account number', wrong_account],
  R05: ['not authorized by the account holder', not_authorized],
  R06: ['returned at the request of the sending bank', other_method],
  R07: ['authorization revoked by the account holder', not_authorized],
  R08: ['payment stopped by the account holder', stopped],
  R09: ['money in the account not available yet', no_money],
  R10: ['not authorized by the account holder', not_authorized],
  R11: ['not what the account holder authorized', not_authorized],
  R12: ['account moved to another bank', wrong_account],
  R13: ['invalid routing number', wrong_account],
  R14: ['representative of the account holder cannot act', other_method],
  R15: ['account holder deceased', other_method],
  R16: ['account frozen', other_method],
  R17: ['account details questioned by the bank', other_method],
  R18: ['wrong effective date', wrong_form],
  R19: ['wrong amount field', wrong_form],
  R20: ['account does not allow debits', wrong_account],
  R21: ['wrong company ID', other_method],
  R22: ['wrong ID of the account holder', other_method],
  R23: ['refused by the account holder', other_method],
  R24: ['duplicate entry', wrong_form],
  R25: ['wrong addenda record', wrong_form],
  R26: ['required field missing', wrong_form],
  R27: ['trace number missing', wrong_form],
  R28: ['wrong check digit in the routing number', wrong_account],
  R29: ['not authorized by the company', not_authorized],
  R31: ['returned with the sending bank’s consent', other_method],
  R34: ['bank does not accept debits', wrong_account],
  R37: ['check already presented for payment', other_method],
  R38: ['payment of the check stopped', stopped],
  R39: ['check cannot be paid electronically', other_method],
  R51: ['returned check cannot be debited', not_authorized],
  R52: ['payment of the returned check stopped', stopped],
  R53: ['check and debit both presented', other_method],
  R90: ['under review by the sanctions authority', 'Contact support before you do anything else.'],
};

/** `R01: not enough money in the account`; a code without words stands alone. */
export function returnReason(code: string): string {
  const words = returns[code]?.[0];
  return words === undefined ? code : `${code}: ${words}`;
}

/** What the merchant does after a return, in a sentence. */
export function returnAdvice(code: string): string {
  return returns[code]?.[1] ?? other_method;
}
