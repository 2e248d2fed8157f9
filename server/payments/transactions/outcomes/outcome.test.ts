// Pure rules of an outcome: moves of a status, what an answer makes of a row, why it is not stored.
import { describe, expect, it, test } from 'vitest';
import { Refusal } from '../../../../contract/errors.ts';
import type { Context } from '../../../context.ts';
import { isMissingRow } from '../../../db/connections/statements.ts';
import type { Outcome } from '../../processors/types.ts';
import { ProcessorIdInUse } from '../attempts/attempt-errors.ts';
import { type RecoveryStep, recordAlert, recordStep } from '../attempts/attempt-notes.ts';
import type { Attempt } from '../attempts/attempts.ts';
import { limitScopeOf } from '../attempts/limit-counters.ts';
import type { TransactionRow } from '../reading/read.ts';
import {
  amountsOfRow,
  assertMove,
  capturedParts,
  capturedTip,
  changesOf,
  exceedsCapture,
  gatewayOutcome,
  isDisallowedPartial,
  statusesPassed,
} from './outcome.ts';
import { nextInquiry } from './resolve-unknown.ts';
import { whyNotStored } from './why-not-stored.ts';

test('a status moves only where it may', () => {
  expect(() => assertMove('pending', 'authorized')).not.toThrow();
  expect(() => assertMove('settled', 'voided')).toThrow('settled → voided');
  expect(() => assertMove('declined', 'pending_settlement')).toThrow(
    'declined → pending_settlement',
  );
});

test.each([
  ['processor', [false]],
  ['processor', [false, false]],
  ['merchant', [true, true]],
  ['either', [true, false]],
] as const)('the limit is of the %s where it was taken from %j', (scope, owners) => {
  const limit_uses = owners.map((of_merchant) => ({
    kind: 'sale' as const,
    period: '2026-01-02',
    ...(of_merchant && { of_merchant }),
  }));
  expect(limitScopeOf({ context: { limit_uses } } as unknown as Attempt)).toBe(scope);
});

const now = new Date('2026-03-04T05:06:07.000Z');
const parts = {
  tax_amount: 0,
  national_tax_amount: 0,
  shipping_amount: 0,
  duty_amount: 0,
  tip_amount: 0,
  surcharge: 0,
  service_fee: 0,
  discount_amount: 0,
};
const rowOf = (more: object = {}) =>
  ({
    ...parts,
    type: 'sale',
    status: 'pending',
    payment_type: 'card',
    amount: 1_000,
    version: 1,
    features: ['surcharge'],
    detail: { routing: 'default' },
    response_body: { card: { id: 'c1' } },
    processor_type: 't',
    processor_id: 'p',
    card_first_six: '',
    card_last_four: '',
    card_funding: '',
    created_at: now,
    ...more,
  }) as unknown as TransactionRow;
const outcomeOf = (outcome: Outcome['outcome'], more: Partial<Outcome> = {}): Outcome => ({
  ...gatewayOutcome(100, 'TEXT', 1_000),
  outcome,
  approved_amount: outcome === 'approved' ? 1_000 : 0,
  ...more,
});

describe('the breakdown of a transaction', () => {
  it('is what is stated, without a tax that leaves nothing for the goods', () => {
    const all = { ...parts, tax_amount: 100, tip_amount: 200 };
    expect(amountsOfRow(rowOf(all))).toEqual({ amount: 1_000, ...all });
    const taxed = { ...parts, tax_amount: 1_000 };
    expect(amountsOfRow(rowOf(taxed))).toEqual({ amount: 1_000, ...taxed });
    const beyond = { ...parts, tax_amount: 801, tip_amount: 200 };
    expect(amountsOfRow(rowOf(beyond))).toEqual({ amount: 1_000, ...beyond, tax_amount: 0 });
    const filled = { ...parts, tax_amount: 1, tip_amount: 1_000 };
    expect(amountsOfRow(rowOf(filled))).toEqual({ amount: 1_000, ...filled, tax_amount: 0 });
    expect(amountsOfRow(rowOf({ tip_amount: 1_001 }))).toEqual({ amount: 1_000 });
  });

  it('has room for what a capture states, up to its goods', () => {
    const row = rowOf({ tip_amount: 200 });
    expect(exceedsCapture(row, 500, { shipping_amount: 400 })).toBe(false);
    expect(exceedsCapture(row, 500, { shipping_amount: 401 })).toBe(true);
    expect(exceedsCapture(row, 500, { tip_amount: 0, shipping_amount: 500 })).toBe(false);
    expect(exceedsCapture(rowOf(), 500, { shipping_amount: 501 })).toBe(true);
    const discounted = rowOf({ discount_amount: 900 });
    expect(exceedsCapture(discounted, 1_000, { shipping_amount: 1_001 })).toBe(true);
  });

  it('is kept where what was taken differs from what is stated', () => {
    const row = rowOf({ tip_amount: 200 });
    const whole = amountsOfRow(row);
    expect(capturedParts(whole, 1_000, row)).toBeNull();
    expect(capturedParts(whole, 500, row)).toEqual({ ...parts, tip_amount: 100 });
    expect(capturedParts(whole, 500, row, { tip_amount: 200 })).toBeNull();
    expect(capturedTip(row)).toBe(200);
    expect(capturedTip({ ...row, captured_parts: { ...parts, tip_amount: 0 } })).toBe(0);
  });
});

describe('an outcome', () => {
  it.each([
    ['approved', 'sale', 'pending_settlement', 1_000, 1_000],
    ['approved', 'credit', 'pending_settlement', 1_000, 1_000],
    ['approved', 'authorize', 'authorized', 1_000, 0],
    ['approved', 'verification', 'authorized', 0, 0],
    ['pending', 'sale', 'pending', 0, 0],
    ['unknown', 'sale', 'unknown', 0, 0],
    ['declined', 'sale', 'declined', 0, 0],
    ['error', 'sale', 'declined', 0, 0],
  ] as const)('%s of a %s makes it %s', (outcome, type, status, authorized, captured) => {
    expect(changesOf(rowOf({ type }), outcomeOf(outcome), now)).toMatchObject({
      status,
      response: outcome,
      amount_authorized: authorized,
      amount_captured: captured,
      amount_settled: 0,
      captured_at: captured > 0 ? now : null,
      settled_at: null,
      updated_at: now,
      version: 1,
      features: ['surcharge'],
      detail: { routing: 'default' },
    });
  });

  it('of cash is settled at once, and of cash that was not taken is not', () => {
    const cash = rowOf({ payment_type: 'cash', response_body: { cash: { id: 'c1' } } });
    const changes = changesOf(cash, outcomeOf('approved'), now);
    expect(changes).toMatchObject({ status: 'settled', amount_settled: 1_000, settled_at: now });
    expect(statusesPassed(cash, changes)).toEqual(['pending_settlement', 'settled']);
    expect(changes.response_body).toMatchObject({ cash: { processor_response_text: 'TEXT' } });
    expect(changesOf(cash, outcomeOf('declined'), now)).toMatchObject({
      ...{ status: 'declined', amount_settled: 0, settled_at: null },
    });
  });

  it('in part takes that part, and keeps the parts of it for a sale alone', () => {
    const half = outcomeOf('partial', { approved_amount: 500 });
    const row = rowOf({ tip_amount: 200 });
    expect(changesOf(row, half, now)).toMatchObject({
      status: 'pending_settlement',
      amount_captured: 500,
      captured_parts: { tip_amount: 100 },
    });
    for (const other of [{ type: 'credit' }, { type: 'authorize' }]) {
      expect(changesOf({ ...row, ...other }, half, now)).not.toHaveProperty('captured_parts');
    }
    expect(changesOf(row, outcomeOf('declined'), now)).not.toHaveProperty('captured_parts');
    expect([isDisallowedPartial(half, false), isDisallowedPartial(half, true)]).toEqual([
      true,
      false,
    ]);
    expect(isDisallowedPartial(outcomeOf('approved'), false)).toBe(false);
  });

  it('that comes later counts the version up, and leaves no status twice', () => {
    const open = rowOf({ status: 'unknown', version: 4 });
    const changes = changesOf(open, outcomeOf('unknown'), now);
    expect([changes.version, statusesPassed(open, changes)]).toEqual([5, []]);
    const done = changesOf(open, outcomeOf('approved'), now);
    expect(statusesPassed(open, done)).toEqual(['pending_settlement']);
    const gone = { ...open, status: 'voided' } as TransactionRow;
    expect(() => statusesPassed(gone, done)).toThrow('voided → pending_settlement');
  });

  it('is described by the body of its own method', () => {
    const outcome = outcomeOf('approved', {
      code: 100,
      auth_code: 'OK1',
      processor_code: '00',
      processor_ref: { transaction_id: 'T1' },
      avs: { code: 'Y', street: 'match', postal: 'match' },
      cvv: { code: 'M' },
    });
    const common = {
      id: 'c1',
      response: 'approved',
      response_code: 100,
      auth_code: 'OK1',
      processor_response_code: '00',
      processor_response_text: 'TEXT',
    };
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
    const changes = changesOf(rowOf(), outcome, at(1));
    const updated_at = at(1).toISOString();
    const letters = { avs_response_code: 'Y', cvv_response_code: 'M' };
    expect(changes.response_body).toEqual({ card: { ...common, ...letters, updated_at } });
    expect(changes).toMatchObject({
      features: ['surcharge', 'avs'],
      detail: { routing: 'default', processor_ref: { transaction_id: 'T1' } },
    });
    const ach = rowOf({ payment_type: 'ach', response_body: { ach: { id: 'c1' } } });
    expect(changesOf(ach, outcome, now).response_body).toEqual({ ach: common });
    expect(changesOf(rowOf({ response_body: {} }), outcome, now).response_body).toEqual({});
  });

  it('of our own is an error from 400 on, and a decline below', () => {
    expect(gatewayOutcome(399, '', 5).outcome).toBe('declined');
    expect(gatewayOutcome(400, 'x', 5)).toMatchObject({ outcome: 'error', requested_amount: 5 });
  });
});

describe('what stands beside an attempt', () => {
  const context = { clock: { now: () => now } } as Context;
  type Notes = { context: { steps?: RecoveryStep[]; alerts?: string[] } };

  it('are the last forty tries, the latest last', () => {
    const attempt: Notes = { context: {} };
    for (let n = 1; n <= 41; n++) recordStep(context, attempt, 'inquired', `try ${n}`);
    expect(attempt.context.steps).toHaveLength(40);
    expect(attempt.context.steps?.at(0)?.result).toBe('try 2');
    expect(attempt.context.steps?.at(-1)).toEqual({
      at: now.toISOString(),
      action: 'inquired',
      result: 'try 41',
    });
  });

  it('is each alert, once', () => {
    const attempt: Notes = { context: {} };
    recordAlert(attempt, null);
    expect(attempt.context).toEqual({});
    for (const alert of ['integrity', 'not_stored', 'integrity', null]) recordAlert(attempt, alert);
    expect(attempt.context.alerts).toEqual(['integrity', 'not_stored']);
  });

  it('is when it is inquired again, until a person has to look', () => {
    const waits = Array.from({ length: 10 }, (_, count) => {
      const next = nextInquiry(count, now);
      return next && (next.getTime() - now.getTime()) / 1_000;
    });
    expect(waits).toEqual([2, 5, 12, 120, 300, 900, 3_600, 21_600, 86_400, null]);
  });
});

test.each<[unknown, string]>([
  [new ProcessorIdInUse(), 'The processor used this ID for another transaction.'],
  [new Refusal('invalid', 'no room'), 'The ledger rejected the amounts: no room.'],
  [new Error('A transaction cannot go a → b.'), 'no longer allows this outcome.'],
  [new Error('A transaction that is settled cannot change its tip.'), 'no longer allows this'],
  [new Error('Attempt a1 has no processor.'), 'no longer exists.'],
  [new Error('posting x already exists with other entries'), 'already holds other entries'],
  [new Error('a refund beyond what was captured'), 'exceeds the unrefunded amount'],
  [new Error('card 4111111111111111'), 'An internal error prevented it.'],
  ['no error at all', 'An internal error prevented it.'],
])('the reason it is not stored holds no stored data: %s', (error, words) => {
  expect(whyNotStored(error)).toContain(words);
});

test('a guard that found no row is named by its code alone', () => {
  const coded = (code: string) => Object.assign(new Error(''), { code });
  expect([coded('PN001'), coded('23505'), new Error(''), 'PN001', null].map(isMissingRow)).toEqual([
    ...[true, false, false, false, false],
  ]);
});
