// What a terminal's answers prove beside those to sales: follow-ups, batches, inquiries unanswered.
import { describe, expect, it } from 'vitest';
import { answered } from '../../../testing/wire-answers.ts';
import { dejavoo_spin as codec } from './codec.ts';

const settings = { tpn: '000000000001', auth_key: 'a1b2c3d4e5', register_id: 'R7' };
const account = { processor_id: 'p1', type: 'dejavoo_spin', settings };
const target = { transaction_id: 'PN1', reference: 'ref1', payment_type: 'Credit' };
const about = { account, amount: 1234, currency: 'usd', target, reference: 'ref2' } as const;
const ok = { ResultCode: '0', StatusCode: '0000', HostResponseCode: '00', Message: 'Approved' };
const approved = (TotalAmount: number) =>
  answered({
    GeneralResponse: ok,
    ReferenceId: 'ref1',
    PNReferenceId: 'PN1',
    Amounts: { TotalAmount },
  });

describe('an approval', () => {
  it('of a void counts whatever amount it states, of a capture the whole one', () => {
    const voided = codec.decode({ ...about, operation: 'void' }, approved(0));
    expect(voided).toMatchObject({ outcome: 'approved', approved_amount: 1234 });
    const capture = { ...about, operation: 'capture' } as const;
    expect(codec.decode(capture, approved(12.34)).outcome).toBe('approved');
    expect(codec.decode(capture, approved(12.33)).outcome).toBe('unknown');
  });
});

describe('an error of the service', () => {
  const failing = (StatusCode: string) => {
    const GeneralResponse = { ResultCode: '2', StatusCode, DetailedMessage: 'no' };
    return codec.decode({ ...about, operation: 'void' }, answered({ GeneralResponse }, 400));
  };

  it('has our code of it, and one of its own where it is not known', () => {
    expect(failing('2002')).toMatchObject({ outcome: 'error', code: 421 });
    expect(failing('2005')).toMatchObject({ outcome: 'error', code: 410 });
    expect(failing('2999')).toMatchObject({ outcome: 'error', code: 400 });
  });
});

describe('an inquiry', () => {
  it('that is not answered says why', () => {
    const original = { ...about, operation: 'void' } as const;
    const inquire = { operation: 'inquire', reference: 'ref9', account, original } as const;
    expect(codec.decodeInquiry(inquire, { kind: 'no_answer', reason: 'silent' })).toEqual({
      found: 'no_answer',
      reason: 'silent',
    });
  });
});

describe('an ID that a person found', () => {
  const of = { reference: 'ref2', amount: 1234, currency: 'usd' } as const;

  it('of a payment goes with its reference and what the card was charged as', () => {
    expect(codec.refOf({ ...of, operation: 'sale', payment_type: 'debit' }, 'PN2')).toEqual({
      transaction_id: 'PN2',
      reference: 'ref2',
      payment_type: 'Debit',
    });
    const before_it_was_stored = codec.refOf({ ...of, operation: 'authorize' }, 'PN2');
    expect(before_it_was_stored.payment_type).toBe('Credit');
  });

  it('of a refund goes with its own reference, of a follow-up with that of its payment', () => {
    const debit = { ...target, payment_type: 'Debit' };
    expect(codec.refOf({ ...of, operation: 'refund', target: debit }, 'PN2')).toEqual({
      transaction_id: 'PN2',
      reference: 'ref2',
      payment_type: 'Debit',
    });
    expect(codec.refOf({ ...of, operation: 'void', target: debit }, 'PN2')).toEqual({
      transaction_id: 'PN2',
      reference: 'ref1',
      payment_type: 'Debit',
    });
  });
});

describe('a test of credentials', () => {
  const test = { operation: 'test_credentials', reference: 't1', account } as const;

  it('succeeds where the terminal is online, and fails with the reason where it is not', () => {
    const online = answered({ GeneralResponse: ok, TerminalStatus: 'Online' });
    expect(codec.decodeTest(test, online)).toEqual({ ok: true, text: 'Online' });
    const offline = answered({ GeneralResponse: ok, TerminalStatus: 'Offline' });
    expect(codec.decodeTest(test, offline)).toEqual({ ok: false, text: 'Offline' });
    const silent = { kind: 'no_answer', reason: 'silent' } as const;
    expect(codec.decodeTest(test, silent)).toEqual({ ok: false, text: 'silent' });
  });
});

describe('a batch', () => {
  it('is closed under its reference', () => {
    const { path, body } = codec.encode({ operation: 'close_batch', reference: 'b1', account });
    expect([path, JSON.parse(body)]).toEqual([
      '/v2/Payment/Settle',
      expect.objectContaining({ ReferenceId: 'b1' }),
    ]);
  });
});
