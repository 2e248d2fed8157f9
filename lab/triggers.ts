// Which test numbers do what: the public triggers and the 4000 00AA family of lab/sierra.md.

/** How the host decides a payment that host rules let through. */
export type Verdict =
  | { do: 'approve' }
  | { do: 'decline'; code: string }
  | { do: 'partial'; percent: number }
  | { do: 'prepaid'; balance: number };

/** What happens to the answer, and whether anything is committed before. */
export type Fault =
  | { do: 'none' }
  | { do: 'delay'; ms: number }
  | { do: 'drop_after_commit'; ms: number }
  | { do: 'drop_before_commit' }
  | { do: 'hang_committed' }
  | { do: 'hang_not_committed' }
  | { do: 'http_502_committed' }
  | { do: 'garbage_committed' }
  | { do: 'wrong_amount' }
  | { do: 'wrong_currency' }
  | { do: 'wrong_reference' }
  | { do: 'duplicate_answer' }
  | { do: 'reset_before_commit' }
  | { do: 'reset_after_commit' }
  | { do: 'http_500_committed' }
  | { do: 'no_json_committed' }
  | { do: 'slow_answer'; ms: number }
  | { do: 'late_inquiry'; seconds: number }
  | { do: 'late_after_not_found'; seconds: number }
  | { do: 'busy' }
  | { do: 'down' };

export interface CardTrigger {
  verdict: Verdict;
  fault: Fault;
  /** Remembered on the item: acts on its refunds and reversals. */
  trigger: string;
}

export const plain_decline = 'D0';
export const refund_declines = 'refund_declines';
const no_fault: Fault = { do: 'none' };
const approve: Verdict = { do: 'approve' };

const public_cards: Readonly<Record<string, CardTrigger>> = {
  '4000000000000002': declined(plain_decline),
  '4000000000009995': declined('51'),
  '4000000000009987': declined('41'),
  '4000000000009979': declined('43'),
  '4000000000000069': declined('54'),
  '4000000000000010': { verdict: approve, fault: no_fault, trigger: refund_declines },
  '4000000000000051': {
    verdict: { do: 'partial', percent: 50 },
    fault: no_fault,
    trigger: '',
  },
};

const letter_codes = ['1A', 'N7', '6P', 'N3', 'N4', 'R0', 'R1', 'R3'];
export const approving_codes: ReadonlySet<string> = new Set(['00', '08', '10', '85']);

function declined(code: string): CardTrigger {
  return { verdict: { do: 'decline', code }, fault: no_fault, trigger: '' };
}

function familyDecline(r: number): Verdict {
  const code = r < 100 ? String(r).padStart(2, '0') : (letter_codes[r - 100] ?? plain_decline);
  return approving_codes.has(code) ? approve : { do: 'decline', code };
}

/** Faults of the family by their two digits; `r` is the card's parameter. */
export function familyFault(action: string, r: number): Fault {
  switch (action) {
    case '40':
      return { do: 'drop_after_commit', ms: r * 100 };
    case '41':
      return { do: 'drop_before_commit' };
    case '42':
      return { do: 'hang_committed' };
    case '43':
      return { do: 'hang_not_committed' };
    case '44':
      return { do: 'http_502_committed' };
    case '45':
      return { do: 'garbage_committed' };
    case '46':
      return { do: 'late_inquiry', seconds: r };
    case '47':
      return { do: 'drop_after_commit', ms: 0 };
    case '48':
      return { do: 'wrong_amount' };
    case '49':
      return { do: 'busy' };
    case '60':
      return { do: 'reset_before_commit' };
    case '61':
      return { do: 'reset_after_commit' };
    case '62':
      return { do: 'duplicate_answer' };
    case '63':
      return { do: 'wrong_currency' };
    case '64':
      return { do: 'no_json_committed' };
    case '65':
      return { do: 'http_500_committed' };
    case '66':
      return { do: 'slow_answer', ms: r };
    case '67':
      return { do: 'late_after_not_found', seconds: r };
    default:
      return no_fault;
  }
}

/** What the number of a card asks for; every number that is no trigger is approved. */
export function cardTrigger(number: string): CardTrigger {
  const known = public_cards[number];
  if (known) return known;
  const family = /^400000(\d\d)(\d{7})\d$/.exec(number);
  const action = family?.[1] ?? '00';
  const r = Number(family?.[2] ?? '0');
  switch (action) {
    case '10':
      return { verdict: familyDecline(r), fault: no_fault, trigger: '' };
    case '30':
      return { verdict: approve, fault: { do: 'delay', ms: r * 100 }, trigger: '' };
    case '50':
      return {
        verdict: { do: 'partial', percent: Math.min(r, 100) },
        fault: no_fault,
        trigger: '',
      };
    case '51':
      return { verdict: { do: 'prepaid', balance: r * 100 }, fault: no_fault, trigger: '' };
    default: {
      const fault = familyFault(action, r);
      const trigger = fault.do === 'none' ? '' : `${action}:${r}`;
      return { verdict: approve, fault, trigger };
    }
  }
}

/** The fault a refund of an item inherits from the card it was paid with. */
export function inheritedFault(trigger: string): Fault {
  const [action, r] = trigger.split(':');
  return r === undefined ? no_fault : familyFault(action ?? '', Number(r));
}

/** Whether the item's first two reversals fail (family 47). */
export function failsReversals(trigger: string): boolean {
  return trigger.startsWith('47:');
}

const cvv_letters: Readonly<Record<string, string>> = { '200': 'N', '201': 'U', '301': 'S' };
const amex_letters: Readonly<Record<string, string>> = { '2000': 'N', '2011': 'U', '3011': 'S' };

/** CVV letter: by the test values, `I` where none was given, `N` of a wrong length, else `M`. */
export function cvvLetter(number: string, cvv: string): string {
  if (cvv === '') return 'I';
  const is_amex = /^3[47]/.test(number);
  if (cvv.length !== (is_amex ? 4 : 3)) return 'N';
  return (is_amex ? amex_letters : cvv_letters)[cvv] ?? 'M';
}

/** AVS letter of the address that came with a keyed card. */
export function avsLetter(line: string, postal_code: string): string {
  const postal = postal_code.trim();
  if (postal === '') return line.trim() === '' ? 'I' : 'A';
  if (/^20000(-?\d{4})?$/.test(postal)) return 'N';
  if (/^20001(-?\d{4})?$/.test(postal)) return 'U';
  return line.trim() === '' ? 'M' : 'Y';
}

export function luhn(number: string): boolean {
  let sum = 0;
  for (let at = number.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = Number(number[at]) * (double ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

const texts: Readonly<Record<string, string>> = {
  '01': 'CALL ISSUER',
  '02': 'CALL ISSUER',
  '03': 'INVALID MERCHANT',
  '04': 'PICK UP CARD',
  '05': 'DO NOT HONOR',
  '12': 'INVALID TRANSACTION',
  '13': 'INVALID AMOUNT',
  '14': 'INVALID CARD NUMBER',
  '15': 'NO SUCH ISSUER',
  '21': 'REVERSED BEFORE ARRIVAL',
  '30': 'FORMAT ERROR',
  '41': 'LOST CARD',
  '43': 'STOLEN CARD',
  '51': 'INSUFFICIENT FUNDS',
  '54': 'EXPIRED CARD',
  '55': 'INCORRECT PIN',
  '57': 'NOT PERMITTED',
  '61': 'EXCEEDS LIMIT',
  '65': 'EXCEEDS COUNT LIMIT',
  '82': 'CVV INCORRECT',
  '91': 'ISSUER UNAVAILABLE',
  '94': 'DUPLICATE',
  '96': 'SYSTEM MALFUNCTION',
  '1A': 'AUTHENTICATION REQUIRED',
  N7: 'CVV INCORRECT',
  R0: 'STOP THIS PAYMENT',
  R1: 'STOP ALL PAYMENTS',
  R3: 'STOP ALL PAYMENTS',
};

/** The host's text of a declining network code. */
export const declineText = (code: string): string => texts[code] ?? 'DECLINED';
