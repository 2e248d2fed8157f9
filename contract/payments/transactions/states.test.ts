// What a state allows, state by state: actions, refusals in words, and what is left to refund.
import { describe, expect, it } from 'vitest';
import {
  type Action,
  type ActionState,
  actions,
  mayMove,
  refundable,
  statuses,
  whyNot,
} from './states.ts';

const sale: ActionState = {
  type: 'sale',
  status: 'settled',
  amount_authorized: 1000,
  amount_settled: 1000,
  refund_reserved: 0,
  payment_type: 'card',
  payment_method: 'card',
  response_code: 100,
  customer_id: '',
};
const allowed = (action: Action, change: Partial<ActionState> = {}) =>
  statuses.filter((status) => whyNot(action, { ...sale, ...change, status }) === null);

describe('an action on a transaction', () => {
  it('is possible in these statuses alone', () => {
    expect(Object.fromEntries(actions.map((action) => [action, allowed(action)]))).toEqual({
      capture: ['authorized'],
      refund: ['settled', 'partially_refunded'],
      void: ['authorized', 'pending_settlement'],
      approve: ['flagged', 'flagged_partner'],
      decline: ['flagged', 'flagged_partner'],
      tip_adjust: ['pending_settlement'],
      email: [...statuses],
      // Of an approved payment, whatever became of it.
      save_customer: [...statuses],
    });
  });

  it('finds nothing held by a verification', () => {
    const verified: ActionState = { ...sale, type: 'verification', status: 'authorized' };
    expect(whyNot('capture', verified)).toBe('A verification holds no money to capture.');
    expect(whyNot('void', verified)).toBe('A verification holds no money to void.');
  });

  it('says why it is not possible', () => {
    const why = (action: Action, change: Partial<ActionState>) =>
      whyNot(action, { ...sale, ...change });
    const settled = 'This payment is settled. You can refund it, but not capture or void it.';
    expect(why('capture', {})).toBe(settled);
    expect(why('void', {})).toBe(settled);
    expect(why('void', { status: 'flagged' })).toBe('Approve or decline this payment first.');
    const open =
      'This payment is waiting for settlement. You can void it, but not capture or refund it yet.';
    expect(why('capture', { status: 'pending_settlement' })).toBe(open);
    expect(why('refund', { status: 'pending_settlement' })).toBe(open);
    expect(why('void', { type: 'refund' })).toBe(
      'Only an authorized or pending settlement transaction can be voided.',
    );
    expect(why('approve', {})).toBe('Only a flagged transaction can be approved or declined.');
    expect(why('tip_adjust', {})).toBe('Tips can only be set before settlement.');
    expect(why('refund', { status: 'voided' })).toBe('This payment was voided.');
  });

  it('saves the payer of an approved payment that nobody saved', () => {
    const why = (change: Partial<ActionState>) => whyNot('save_customer', { ...sale, ...change });
    expect(why({})).toBeNull();
    expect(why({ response_code: 202 })).toBe('Only an approved payment can be saved.');
    expect(why({ customer_id: 'acme' })).toBe('This payment already has a customer.');
    expect(why({ payment_type: 'cash' })).toBe('A cash payment has nothing to save.');
    expect(why({ payment_method: 'terminal' })).toBe('A terminal payment cannot be saved.');
    expect(why({ type: 'refund' })).toBe('A refund has no payer to save. Open its payment.');
  });

  it('sets a tip on a card sale alone', () => {
    expect(allowed('tip_adjust', { payment_type: 'ach' })).toEqual([]);
    expect(allowed('tip_adjust', { type: 'capture' })).toEqual([]);
  });
});

describe('a refund', () => {
  it('gives back what is settled and not yet reserved, and no more', () => {
    expect(refundable(sale)).toBe(1000);
    expect(refundable({ ...sale, status: 'partially_refunded', refund_reserved: 999 })).toBe(1);
    expect(refundable({ ...sale, refund_reserved: 1000 })).toBe(0);
    expect(whyNot('refund', { ...sale, refund_reserved: 1000 })).toBe(
      'This transaction has already been fully refunded.',
    );
    expect(whyNot('refund', { ...sale, refund_reserved: 1001 })).not.toBeNull();
  });

  it.each(['credit', 'refund'] as const)('is not made of a %s', (type) => {
    expect(whyNot('refund', { ...sale, type })).toBe('A credit or refund cannot be refunded.');
    expect(refundable({ ...sale, type })).toBe(0);
  });
});

it.each([
  ['authorized', 'captured', false],
  ['authorized', 'voided', true],
  ['pending_settlement', 'settled', true],
  ['settled', 'pending_settlement', false],
  ['settled', 'refunded', true],
  ['refunded', 'settled', true],
  ['voided', 'settled', false],
  ['declined', 'authorized', false],
] as const)('from %s to %s a transaction may go: %s', (from, to, may) => {
  expect(mayMove(from, to as never)).toBe(may);
});
