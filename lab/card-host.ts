// The simulated card host: how a sale, authorization, credit or verification is decided.
import {
  accountAt,
  answered,
  baseAnswer,
  type Dialect,
  newItem,
  type OperationContext,
  type Result,
} from './host.ts';
import {
  amountOf,
  type Body,
  badRequest,
  checkExtras,
  currencyOf,
  part,
  storedCredentialOf,
  text,
} from './request.ts';
import {
  approving_codes,
  avsLetter,
  cardTrigger,
  cvvLetter,
  declineText,
  luhn,
  plain_decline,
  type Verdict,
} from './triggers.ts';
import type { Item } from './world.ts';

export const card_dialect: Dialect = {
  approved: '00',
  approved_text: 'APPROVAL TAS000 ',
  auth_code: 'TAS000',
  declined: plain_decline,
  declineText,
};

/** The end of the card's month everywhere on earth, in ms; null where the text is no month. */
function expiresAt(expiration: string): number | null {
  const match = /^(0[1-9]|1[0-2])(\d\d)$/.exec(expiration);
  return match ? Date.UTC(2000 + Number(match[2]), Number(match[1]), 1, 12) : null;
}

/** Host rules come before any trigger; null where they let the payment through. */
function hostRule(context: OperationContext, card: Body, amount: number): Verdict | null {
  const number = text(card, 'number');
  if (!/^\d{12,19}$/.test(number) || !luhn(number)) return { do: 'decline', code: '14' };
  // The number of a device is nothing without what proves the payment.
  if (text(card, 'entry') === 'apple_pay' && text(card, 'cryptogram') === '') {
    return badRequest('card.cryptogram');
  }
  const ends = expiresAt(text(card, 'expiration'));
  if (ends === null) return badRequest('card.expiration');
  if (ends <= context.now) return { do: 'decline', code: '54' };
  if (amount === 0 && context.operation !== 'verify') return { do: 'decline', code: '13' };
  return null;
}

/** Half-even share of an amount in whole percents. */
function percentOf(amount: number, percent: number): number {
  const product = BigInt(amount) * BigInt(percent);
  const low = product / 100n;
  const rest = product % 100n;
  const up = rest > 50n || (rest === 50n && low % 2n === 1n);
  return Number(up ? low + 1n : low);
}

interface Decided {
  code: string;
  approved: number;
  balance?: number;
  spent?: { fingerprint: string; by: number };
}

/** Turns a verdict into a network code and an approved amount. */
function decide(
  context: OperationContext,
  verdict: Verdict,
  amount: number,
  fingerprint: string,
): Decided {
  const whole = context.operation === 'verify' ? '85' : '00';
  const partly = context.body.allow_partial === true && context.operation !== 'credit';
  switch (verdict.do) {
    case 'approve':
      return { code: whole, approved: amount };
    case 'decline':
      return { code: verdict.code, approved: 0 };
    case 'partial': {
      const approved = percentOf(amount, verdict.percent);
      if (context.operation === 'credit' || context.operation === 'verify' || approved === amount) {
        return { code: whole, approved: amount };
      }
      const allowed = partly && approved > 0;
      return allowed ? { code: '10', approved } : { code: plain_decline, approved: 0 };
    }
    case 'prepaid': {
      if (context.operation === 'credit' || context.operation === 'verify') {
        return { code: whole, approved: amount };
      }
      const left = verdict.balance - (accountAt(context).spent.get(fingerprint) ?? 0);
      const approved = Math.min(left, amount);
      if (approved <= 0 || (approved < amount && !partly)) {
        return { code: '51', approved: 0, balance: left };
      }
      const code = approved < amount ? '10' : '00';
      return { code, approved, balance: left - approved, spent: { fingerprint, by: approved } };
    }
  }
}

function stateOf(operation: string, approved: boolean): Item['state'] {
  if (!approved) return 'declined';
  if (operation === 'authorize') return 'authorized';
  return operation === 'verify' ? 'verified' : 'pending';
}

function letters(card: Body, address: Body): { avs: string; cvv: string } {
  if (text(card, 'entry') === 'swiped') return { avs: 'I', cvv: 'I' };
  return {
    avs: avsLetter(text(address, 'line_1'), text(address, 'postal_code')),
    cvv: cvvLetter(text(card, 'number'), text(card, 'cvv')),
  };
}

/** How the simulated network calls a payment that its bank approved. */
const networkId = (context: OperationContext): string =>
  `NT${String(context.world.sequence + 1).padStart(13, '0')}`;

/** Decides a card payment and makes its item, declined ones too: they can be inquired. */
export function pay(context: OperationContext): Result {
  const { body, operation } = context;
  const card = part(body, 'card');
  const number = text(card, 'number');
  checkExtras(body);
  const stored_credential = storedCredentialOf(body);
  if (stored_credential && operation === 'credit') badRequest('stored_credential');
  const amount = operation === 'verify' ? 0 : amountOf(body);
  const currency = currencyOf(body);
  const fingerprint = context.fingerprint(number);
  const barred = accountAt(context).barred.has(context.reference);
  const { verdict, trigger } = cardTrigger(number);
  const rule: Verdict | null = barred
    ? { do: 'decline', code: '21' }
    : (context.ordered ?? hostRule(context, card, amount));
  const decided = decide(context, rule ?? verdict, amount, fingerprint);
  const approved = approving_codes.has(decided.code);
  const create = newItem(context, {
    operation: operation as Item['operation'],
    state: stateOf(operation, approved),
    currency,
    approved: decided.approved,
    captured: operation === 'sale' || operation === 'credit' ? decided.approved : 0,
    last_four: number.slice(-4),
    fingerprint,
    trigger,
    ...(stored_credential && { stored_credential }),
  });
  const answer = {
    ...baseAnswer(context, create.id, amount, currency),
    approved_amount: decided.approved,
    network_code: decided.code,
    text: approved ? approvalText(operation, decided.code) : declineText(decided.code),
    auth_code: approved ? card_dialect.auth_code : '',
    ...(approved && operation !== 'credit' && { network_transaction_id: networkId(context) }),
    ...letters(card, part(body, 'address')),
    ...(decided.balance === undefined ? {} : { balance: decided.balance }),
  };
  const spent = decided.spent ? { spent: decided.spent } : {};
  return answered(context, answer, create.id, { create, ...spent });
}

function approvalText(operation: string, code: string): string {
  if (operation === 'verify') return 'CARD OK';
  return code === '10' ? 'PARTIAL APPROVAL' : card_dialect.approved_text;
}
