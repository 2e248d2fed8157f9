// What the lab's wire says of lost attempts, batches and credentials, and what is no answer to it.
import { describe, expect, it } from 'vitest';
import { answered, sierra_approval } from '../../../testing/wire-answers.ts';
import { tsys_sierra } from '../tsys_sierra/codec.ts';
import type {
  BatchDetailCommand,
  CloseBatchCommand,
  InquireCommand,
  OriginalAttempt,
  ReverseCommand,
  TestCredentialsCommand,
  WireAnswer,
} from '../types.ts';

const account = { processor_id: 'p1', type: 'tsys_sierra', settings: {} };
const refused = (code: string) => answered({ processed: false, error: { code, text: 'NO' } }, 422);
const silence: WireAnswer = { kind: 'no_answer', reason: 'timeout' };
const not_this = 'the answer is not about this attempt';

describe('an inquiry', () => {
  const original: OriginalAttempt = {
    reference: 'r1',
    operation: 'sale',
    amount: 1_000,
    currency: 'usd',
  };
  const asking: InquireCommand = { operation: 'inquire', reference: 'q1', account, original };
  const mine = { reference: 'q1', operation: 'inquire' };
  const found = (body: object, of = original) =>
    tsys_sierra.decodeInquiry({ ...asking, original: of }, answered({ ...mine, ...body }));
  const no_outcome = { found: 'no_answer', reason: 'the answer has no outcome' };

  it('finds parts, and voids of any amount', () => {
    const part = { ...sierra_approval, network_code: '10', approved_amount: 500 };
    expect(found({ found: true, answer: part })).toMatchObject({ outcome: { outcome: 'partial' } });
    const undone = { ...sierra_approval, operation: 'void', amount: 7 };
    const of = { ...original, operation: 'void' as const };
    expect(found({ found: true, answer: undone }, of)).toMatchObject({
      outcome: { outcome: 'approved' },
      standing: null,
    });
  });

  it('tells what stands now, where the host says so', () => {
    const standing = {
      state: 'settled',
      captured_amount: 900,
      settled_amount: 800,
      refunded_amount: 70,
    };
    expect(found({ found: true, answer: sierra_approval, ...standing })).toMatchObject({
      standing,
    });
    expect(found({ found: true, answer: sierra_approval, state: 'open' })).toMatchObject({
      standing: { state: 'open', captured_amount: 0, settled_amount: 0, refunded_amount: 0 },
    });
  });

  it.each([
    ['found nowhere', {}],
    ['found in a word', { found: 'true', answer: sierra_approval }],
    ['without an answer', { found: true }],
    ['with nothing for an answer', { found: true, answer: null }],
    ['with a text for an answer', { found: true, answer: 'yes' }],
  ])('%s says nothing', (_what, body) => {
    expect(found(body)).toEqual(no_outcome);
  });

  it('is answered by nothing else', () => {
    for (const other of [{ reference: 'q2' }, { operation: 'reverse' }]) {
      expect(found({ found: false, ...other })).toEqual({ found: 'no_answer', reason: not_this });
    }
    expect(tsys_sierra.decodeInquiry(asking, refused('busy'))).toEqual({
      found: 'no_answer',
      reason: 'NO',
    });
  });
});

describe('a reversal', () => {
  const command = { operation: 'reverse', reference: 'q1', account } as unknown as ReverseCommand;
  const mine = { reference: 'q1', operation: 'reverse', reversed: true };

  it('is answered by nothing else', () => {
    const read = (body: object) => tsys_sierra.decodeReversal(command, answered(body));
    expect(read(mine)).toEqual({ result: 'undone' });
    for (const other of [{ reference: 'q2' }, { operation: 'inquire' }, { reversed: 'yes' }]) {
      expect(read({ ...mine, ...other })).toEqual({ result: 'no_answer', reason: not_this });
    }
    expect(tsys_sierra.decodeReversal(command, silence)).toEqual({
      result: 'no_answer',
      reason: 'timeout',
    });
  });
});

describe('a closed batch', () => {
  const close = { operation: 'close_batch', reference: 'c1', account } as CloseBatchCommand;
  const mine = { reference: 'c1', operation: 'close_batch', batch_number: 3, count: 2 };
  const read = (more: object) => tsys_sierra.decodeClose(close, answered({ ...mine, ...more }));

  it('has its lists, without what is none of them', () => {
    const total = {
      currency: 'usd',
      sale_count: 2,
      sale_amount: 900,
      credit_count: 1,
      credit_amount: 30,
    };
    const row = { reference: 'r7', code: 'R01' };
    const answer = {
      totals: [total, null, 'x'],
      settled: ['r1', 7, null],
      returned: [row, null],
      late_returned: [{ ...row, reference: 'r8' }],
      more: true,
    };
    expect(read(answer)).toEqual({
      result: 'closed',
      batch_number: 3,
      count: 2,
      text: '',
      totals: [total],
      settled: ['r1'],
      returned: [row],
      late_returned: [{ ...row, reference: 'r8' }],
      more: true,
    });
    expect(read({ totals: 'none', settled: 'none', returned: {}, more: 1 })).toMatchObject({
      totals: [],
      settled: [],
      returned: [],
      late_returned: [],
      more: false,
    });
  });

  it('is no other answer', () => {
    for (const other of [{ operation: 'sale' }, { count: '2' }, { batch_number: 1.5 }]) {
      expect(read(other)).toEqual({ result: 'no_answer', reason: not_this });
    }
    expect(tsys_sierra.decodeClose(close, silence).result).toBe('no_answer');
    expect(tsys_sierra.decodeClose(close, refused('closed')).result).toBe('refused');
  });
});

describe('the members of a batch', () => {
  const page = { operation: 'batch_detail', reference: 'd1', account } as BatchDetailCommand;
  const mine = { reference: 'd1', operation: 'batch_detail', count: 1 };
  const read = (answer: WireAnswer) => tsys_sierra.decodeDetail(page, answer);

  it('are read, or it is said why not', () => {
    const member = { reference: 'r1', operation: 'sale', amount: 5, currency: 'usd' };
    expect(read(answered({ ...mine, members: [member, null, { reference: 'r2' }] }))).toEqual({
      result: 'read',
      count: 1,
      members: [member, { reference: 'r2', operation: '', amount: 0, currency: '' }],
    });
    for (const other of [{ reference: 'd2' }, { operation: 'sale' }, { count: null }]) {
      expect(read(answered({ ...mine, ...other }))).toEqual({
        result: 'no_answer',
        reason: not_this,
      });
    }
    expect(read(silence)).toEqual({ result: 'no_answer', reason: 'timeout' });
    expect(read(refused('unknown_batch'))).toEqual({ result: 'refused', reason: 'NO' });
  });
});

describe('a test of credentials', () => {
  const test = { operation: 'test_credentials', reference: 't1', account };
  const mine = { reference: 't1', operation: 'test_credentials', ok: true, text: 'HELLO' };
  const read = (answer: WireAnswer) =>
    tsys_sierra.decodeTest(test as TestCredentialsCommand, answer);

  it('is passed by its own answer alone', () => {
    expect(read(answered(mine))).toEqual({ ok: true, text: 'HELLO' });
    for (const other of [{ ok: 'yes' }, { ok: false }, { reference: 't2' }, { operation: 'x' }]) {
      expect(read(answered({ ...mine, ...other }))).toEqual({ ok: false, text: 'HELLO' });
    }
    expect(read(silence)).toEqual({ ok: false, text: 'timeout' });
  });
});
