// How answers to payments are read on the lab's wire: one that is not certainly theirs is not
// believed.
import { describe, expect, it } from 'vitest';
import { answered, sierra_approval } from '../../../testing/wire-answers.ts';
import { tsys_sierra } from '../tsys_sierra/codec.ts';
import type {
  AdjustTipCommand,
  CaptureCommand,
  MoneyCommand,
  PayCommand,
  VerifyCommand,
  VoidCommand,
  WireAnswer,
} from '../types.ts';

const account = { processor_id: 'p1', type: 'tsys_sierra', settings: {} };
const method = { kind: 'card', sensitive: { brand: 'visa' }, entry: 'keyed' } as never;
const common = { reference: 'r1', account, currency: 'usd' };
const sale = {
  ...common,
  operation: 'sale',
  amount: 1_000,
  method,
  allow_partial: true,
} as unknown as PayCommand;
const target = { transaction_id: 'T1' };
const follow = { ...common, amount: 400, target };

const decode = (command: MoneyCommand, body: unknown) =>
  tsys_sierra.decode(command, answered(body));
const refused = (code: string, status = 422) =>
  answered({ processed: false, error: { code, text: 'NO' } }, status);
const away: WireAnswer = { kind: 'not_sent', reason: 'refused' };

describe('an approval in part', () => {
  it.each([
    [999, 'partial'],
    [1, 'partial'],
    [0, 'unknown'],
    [-1, 'unknown'],
    [1_000, 'unknown'],
    [1_001, 'unknown'],
  ])('of %i of 1000 is %s', (approved_amount, outcome) => {
    expect(decode(sale, { ...sierra_approval, network_code: '10', approved_amount }).outcome).toBe(
      outcome,
    );
  });
});

describe('an answer to a follow-up', () => {
  const capture: CaptureCommand = { ...follow, operation: 'capture' };
  const tip: AdjustTipCommand = { ...follow, operation: 'adjust_tip', tip: 5 };
  const undo: VoidCommand = { ...follow, operation: 'void' };
  const done = { ...sierra_approval, amount: 400, approved_amount: 400 };
  const outcomeOf = (command: MoneyCommand, more: object = {}) =>
    decode(command, { ...done, operation: command.operation, ...more }).outcome;

  it('is believed where it names what was requested', () => {
    expect([capture, tip, undo].map((one) => outcomeOf(one))).toEqual(Array(3).fill('approved'));
    // Who has no id of its target cannot hold the answer against it.
    expect(outcomeOf({ ...capture, target: {} }, { transaction_id: 'T9' })).toBe('approved');
  });

  it.each([
    ['another transaction', { transaction_id: 'T2' }],
    ['another amount', { amount: 401 }],
    ['another currency', { currency: 'eur' }],
    ['less than asked for', { approved_amount: 399 }],
  ])('is not believed with %s', (_what, more) => {
    expect([outcomeOf(capture, more), outcomeOf(tip, more)]).toEqual(['unknown', 'unknown']);
  });

  it('to a void need not name an amount, but its target and currency', () => {
    expect(outcomeOf(undo, { amount: undefined, approved_amount: 0 })).toBe('approved');
    expect(outcomeOf(undo, { transaction_id: 'T2' })).toBe('unknown');
    expect(outcomeOf(undo, { currency: 'eur' })).toBe('unknown');
  });

  it('that declines needs no amounts', () => {
    const no = { network_code: '05', amount: 1, approved_amount: undefined, transaction_id: '' };
    expect(decode(capture, { ...done, operation: 'capture', ...no })).toMatchObject({
      outcome: 'declined',
      processor_ref: null,
      approved_amount: 0,
      requested_amount: 400,
    });
  });
});

describe('an answer to a verification', () => {
  it('is about no amount at all', () => {
    const verify = { ...common, operation: 'verify', method } as unknown as VerifyCommand;
    const answer = { ...sierra_approval, operation: 'verify', amount: 0, approved_amount: 0 };
    expect(decode(verify, answer)).toMatchObject({ outcome: 'approved', requested_amount: 0 });
    expect(decode(verify, { ...answer, amount: 1 }).outcome).toBe('unknown');
  });
});

it('an answer is read with all that it tells', () => {
  const reported = { balance: 250, duplicate: true, cvv: 'M', avs: 'A', auth_code: 'OK1' };
  const outcome = decode(sale, { ...sierra_approval, ...reported });
  expect(outcome).toMatchObject({
    balance: 250,
    duplicate: true,
    cvv: { code: 'M' },
    avs: { code: 'A', street: 'match', postal: 'no_match' },
    auth_code: 'OK1',
    alert: null,
    raw: reported,
  });
  expect(
    decode(sale, { ...sierra_approval, avs: '?', balance: '9', duplicate: 'yes' }),
  ).toMatchObject({
    balance: null,
    duplicate: false,
    avs: { code: '?', street: 'unknown', postal: 'unknown' },
  });
});

it('code 65 is read by the brand of the card', () => {
  const by = (brand: string) =>
    decode({ ...sale, method: { ...(method as object), sensitive: { brand } } } as never, {
      ...sierra_approval,
      network_code: '65',
    }).code;
  expect([by('visa'), by('mastercard')]).toEqual([203, 205]);
});

describe('an error the host states', () => {
  it.each([
    ['bad_request', 440],
    ['unknown_operation', 440],
    ['bad_credentials', 410],
    ['busy', 421],
    ['unavailable', 421],
    ['anything', 400],
  ])('of %s is our %i', (code, ours) => {
    expect(tsys_sierra.decode(sale, refused(code))).toMatchObject({
      outcome: 'error',
      certainty: 'no_effect',
      code: ours,
      processor_code: code,
      processor_text: 'NO',
      retry: ours === 421 ? 'now' : 'with_changes',
    });
  });

  it.each([
    ['no object', { error: 'no', processed: false }],
    ['nothing', { error: null, processed: false }],
  ])('is none where it is %s', (_what, body) => {
    for (const status of [422, 503]) {
      expect(tsys_sierra.decode(sale, answered(body, status))).toMatchObject({
        outcome: 'unknown',
      });
    }
  });

  it.each([
    [399, 'unknown'],
    [400, 'error'],
    [499, 'error'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('that does not say so has had no effect below 500 alone: %i', (status, outcome) => {
    const error = { error: { code: 'x', text: 'y' } };
    expect(tsys_sierra.decode(sale, answered(error, status)).outcome).toBe(outcome);
    const withdrawn = tsys_sierra.decode(sale, refused('x', status)).outcome;
    expect(withdrawn).toBe(status === 399 ? 'unknown' : 'error');
  });

  it('that was certainly not sent is marked as such, and no other', () => {
    expect(tsys_sierra.decode(sale, away)).toMatchObject({ code: 421, not_sent: true });
    expect(tsys_sierra.decode(sale, refused('busy'))).not.toHaveProperty('not_sent');
  });
});
