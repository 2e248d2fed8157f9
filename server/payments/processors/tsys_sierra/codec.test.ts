// The Sierra codec as tables: requests word for word, and what each kind of answer proves.
import { describe, expect, it } from 'vitest';
import { answered, sierra_approval } from '../../../testing/wire-answers.ts';
import type { CaptureCommand, CardMethod, PayCommand, VoidCommand, WireAnswer } from '../types.ts';
import { tsys_sierra } from './codec.ts';

const account = {
  processor_id: 'proc1',
  type: 'tsys_sierra',
  settings: { mid: '888000001234', terminal_number: '7001', merchant_name: 'Shop' },
};
const sensitive = {
  open: () => ({ number: '4111111111111111', expiration_date: '12/30', cvc: '999' }),
  masked: '411111******1111',
  first_six: '411111',
  last_four: '1111',
  brand: 'visa',
} as unknown as CardMethod['sensitive'];

const sale: PayCommand = {
  operation: 'sale',
  reference: 'r1',
  account,
  amount: 1299,
  currency: 'usd',
  parts: { tip: 100 },
  method: { kind: 'card', sensitive, entry: 'keyed' },
  billing: { line_1: '1 Main', postal_code: '60601' },
  order_id: 'o1',
  po_number: '',
  allow_partial: false,
};
const target = { transaction_id: 'TS1' };
const capture: CaptureCommand = {
  operation: 'capture',
  reference: 'r2',
  account,
  amount: 500,
  currency: 'usd',
  target,
};
const undo: VoidCommand = { ...capture, operation: 'void', reference: 'r3' };

const yes = {
  ...sierra_approval,
  transaction_id: 'TS1',
  amount: 1299,
  approved_amount: 1299,
  text: 'APPROVAL TAS000 ',
  auth_code: 'TAS000',
  avs: 'Y',
  cvv: 'M',
};
const refused = (code: string, text: string) => ({ processed: false, error: { code, text } });

describe('requests', () => {
  const body = (command: Parameters<typeof tsys_sierra.encode>[0]) => {
    const { path, body: text } = tsys_sierra.encode(command);
    return [path, JSON.parse(text)] as const;
  };
  const credentials = { mid: '888000001234', terminal_number: '7001', station: 'proc1' };

  it('of a sale carry the card, the address and our reference, and no other setting', () => {
    const [path, sent] = body(sale);
    expect(path).toBe('/sierra/sale');
    expect(sent).toEqual({
      reference: 'r1',
      credentials,
      amount: 1299,
      currency: 'usd',
      amounts: { tip: 100 },
      card: { number: '4111111111111111', expiration: '1230', cvv: '999', entry: 'keyed' },
      address: { line_1: '1 Main', postal_code: '60601' },
      order_id: 'o1',
      po_number: '',
      allow_partial: false,
    });
  });

  it('of a capture, void, inquiry, reversal and close name their target and nothing else', () => {
    const original = { reference: 'r1', operation: 'sale' as const, amount: 1, currency: 'usd' };
    const common = { reference: 'r9', account };
    const money = { transaction_id: 'TS1', amount: 500, currency: 'usd' };
    const asks = { original_reference: 'r1' };
    const rest = (sent: object) => {
      const { reference: _, credentials: __, ...members } = sent as Record<string, unknown>;
      return members;
    };
    const members = [
      body(capture),
      body({ ...capture, operation: 'refund' }),
      body({ ...capture, operation: 'adjust_tip', tip: 7 }),
      body(undo),
      body({ ...common, operation: 'inquire', original }),
      body({ ...common, operation: 'reverse', original }),
      body({ ...common, operation: 'close_batch' }),
      body({ ...common, operation: 'batch_detail', batch_number: 4, offset: 0, limit: 9 }),
    ].map(([path, sent]) => [path.replace('/sierra/', ''), rest(sent)]);
    expect(members).toEqual([
      ['capture', money],
      ['refund', money],
      ['adjust_tip', { ...money, tip: 7 }],
      ['void', target],
      ['inquire', asks],
      ['reverse', asks],
      ['close_batch', {}],
      ['batch_detail', { batch_number: 4, offset: 0, limit: 9 }],
    ]);
  });

  it('of a verification carry no amount', () => {
    const { method, billing, reference } = sale;
    const command = { operation: 'verify', reference, account, currency: 'usd', billing, method };
    const [, sent] = body(command as Parameters<typeof tsys_sierra.encode>[0]);
    expect(sent).not.toHaveProperty('amount');
    expect(sent).toHaveProperty('card.number', '4111111111111111');
  });
});

describe('answers', () => {
  it('of an approval are read whole', () => {
    expect(tsys_sierra.decode(sale, answered(yes))).toMatchObject({
      outcome: 'approved',
      certainty: 'effect',
      code: 100,
      text: 'approved',
      approved_amount: 1299,
      requested_amount: 1299,
      processor_code: '00',
      processor_text: 'APPROVAL TAS000 ',
      processor_ref: target,
      network_code: '00',
      auth_code: 'TAS000',
      avs: { code: 'Y', street: 'match', postal: 'match' },
      cvv: { code: 'M' },
      duplicate: false,
    });
  });

  it.each([
    ['51', 202, 'declined', 2],
    ['41', 251, 'declined', 1],
    ['43', 252, 'declined', 1],
    ['54', 223, 'declined', 3],
    ['D0', 200, 'declined', 4],
    ['91', 421, 'error', 2],
    ['94', 430, 'error', 4],
  ])('with network code %s are %i %s', (network_code, code, outcome, decline_category) => {
    const no = { ...yes, network_code, approved_amount: 0, auth_code: '' };
    expect(tsys_sierra.decode(sale, answered(no))).toMatchObject({
      code,
      outcome,
      decline_category,
      certainty: 'no_effect',
      approved_amount: 0,
    });
  });

  it('are kept without card numbers, of payments, refusals and batches alike', () => {
    const text = 'NO 4111111111111111';
    const masked = 'NO 411111******1111';
    const command = { operation: 'close_batch' as const, reference: 'c1', account };
    const closed = { reference: 'c1', operation: 'close_batch', batch_number: 3, count: 1, text };
    expect([
      tsys_sierra.decode(sale, answered({ ...yes, text })).processor_text,
      tsys_sierra.decode(sale, answered(refused('not_settled', text), 422)).processor_text,
      tsys_sierra.decodeClose(command, answered(closed)),
    ]).toEqual([masked, masked, expect.objectContaining({ text: masked })]);
  });

  it('of a partial approval count only where a part was allowed', () => {
    const part = answered({ ...yes, network_code: '10', approved_amount: 650, balance: 0 });
    const allowed = tsys_sierra.decode({ ...sale, allow_partial: true }, part);
    expect(allowed).toMatchObject({ outcome: 'partial', code: 110, approved_amount: 650 });
    expect(allowed.balance).toBe(0);
    expect(tsys_sierra.decode(sale, part)).toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    ['another amount', { amount: 1399 }],
    ['another approved amount', { approved_amount: 1298 }],
    ['another currency', { currency: 'eur' }],
    ['another reference', { reference: 'r8' }],
    ['another operation', { operation: 'credit' }],
    ['no transaction id', { transaction_id: '' }],
    ['no code', { network_code: '' }],
    ['an amount that is no number', { approved_amount: '1299' }],
  ])('that approve with %s are unknown and raise the alarm', (_, wrong) => {
    const outcome = tsys_sierra.decode(sale, answered({ ...yes, ...wrong }));
    expect(outcome).toMatchObject({ outcome: 'unknown', certainty: 'maybe', code: 0 });
    expect([outcome.alert, outcome.retry, outcome.approved_amount]).toEqual([
      'integrity',
      'never',
      0,
    ]);
  });

  it('of follow-ups must name their target; a void takes the amount from the host', () => {
    const done = { ...yes, ...capture, account: undefined, approved_amount: 500 };
    expect(tsys_sierra.decode(capture, answered(done)).outcome).toBe('approved');
    const other = answered({ ...done, transaction_id: 'TS2' });
    expect(tsys_sierra.decode(capture, other).outcome).toBe('unknown');
    const voided = { ...done, operation: 'void', reference: 'r3', amount: 9, approved_amount: 9 };
    expect(tsys_sierra.decode(undo, answered(voided))).toMatchObject({
      outcome: 'approved',
      code: 100,
    });
    const refund: CaptureCommand = { ...capture, operation: 'refund' };
    const fresh = answered({ ...done, operation: 'refund', transaction_id: 'TS2' });
    expect(tsys_sierra.decode(refund, fresh).processor_ref).toEqual({ transaction_id: 'TS2' });
  });
});

describe('what the transport saw', () => {
  const page: WireAnswer = { kind: 'answered', http_status: 502, body: '<html>502</html>' };
  const cut: WireAnswer = { kind: 'answered', http_status: 200, body: '{"reference":"r1","amo' };
  it.each([
    ['not sent', { kind: 'not_sent', reason: 'ECONNREFUSED' } as WireAnswer, 'error', 421, null],
    ['no answer', { kind: 'no_answer', reason: 'timeout' } as WireAnswer, 'unknown', 0, null],
    ['401', answered(refused('bad_credentials', 'NO'), 401), 'error', 410, 'credentials_rejected'],
    ['403 of a proxy', { ...page, http_status: 403 }, 'error', 410, 'credentials_rejected'],
    ['429', answered(refused('busy', 'LATER'), 429), 'error', 421, null],
    ['429 of a proxy', { ...page, http_status: 429 }, 'error', 421, null],
    ['400', answered(refused('bad_request', 'amount'), 400), 'error', 440, null],
    ['422', answered(refused('not_settled', 'NOT SETTLED'), 422), 'error', 400, null],
    ['422 without words', answered({}, 422), 'unknown', 0, 'unreadable_answer'],
    ['503, not processed', answered(refused('unavailable', 'DOWN'), 503), 'error', 421, null],
    [
      '503 without that',
      answered({ error: { code: 'x', text: 'y' } }, 503),
      'unknown',
      0,
      'unreadable_answer',
    ],
    ['502 page', page, 'unknown', 0, 'unreadable_answer'],
    ['half an answer', cut, 'unknown', 0, 'unreadable_answer'],
    ['a list', answered([yes]), 'unknown', 0, 'unreadable_answer'],
  ])('%s proves what it should', (_, answer, outcome, code, alert) => {
    expect(tsys_sierra.decode(sale, answer)).toMatchObject({ outcome, code, alert });
  });
});

describe('recovery and settlement', () => {
  const original = { reference: 'r1', operation: 'sale' as const, amount: 1299, currency: 'usd' };
  const inquiry = { operation: 'inquire' as const, reference: 'q1', account, original };
  const mine = { reference: 'q1', operation: 'inquire' };
  const inquired = (body: object) =>
    tsys_sierra.decodeInquiry(inquiry, answered({ ...mine, ...body }));

  it('an inquiry finds the first answer, checks it, or says why not', () => {
    const standing = { state: 'pending', captured_amount: 1299 };
    const found = inquired({ found: true, available: true, answer: yes, ...standing });
    expect(found).toMatchObject({ found: 'yes', outcome: { code: 100 }, standing });
    const wrong = inquired({ found: true, answer: { ...yes, amount: 5 } });
    expect(wrong).toMatchObject({ found: 'yes', outcome: { outcome: 'unknown' } });
    expect(inquired({ found: false })).toEqual({ found: 'no' });
    expect(inquired({ found: true, available: false })).toEqual({ found: 'not_yet' });
    expect(inquired({})).toMatchObject({ found: 'no_answer' });
    expect(inquired({ found: false, reference: 'q2' })).toMatchObject({ found: 'no_answer' });
    const dead = tsys_sierra.decodeInquiry(inquiry, { kind: 'no_answer', reason: 'timeout' });
    expect(dead).toEqual({ found: 'no_answer', reason: 'timeout' });
  });

  it('a reversal undoes, finds nothing, is refused, or stays open', () => {
    const command = { ...inquiry, operation: 'reverse' as const };
    const reads = (answer: WireAnswer) => tsys_sierra.decodeReversal(command, answer).result;
    const about = { reference: 'q1', operation: 'reverse' };
    expect(reads(answered({ ...about, reversed: true }))).toBe('undone');
    expect(reads(answered({ ...about, reversed: false }))).toBe('nothing');
    expect(reads(answered(refused('already_settled', 'ALREADY SETTLED'), 422))).toBe('refused');
    expect(reads(answered({ ...about }))).toBe('no_answer');
    expect(reads({ kind: 'no_answer', reason: 'timeout' })).toBe('no_answer');
  });

  it('a close tells number, count and totals, never half of them', () => {
    const command = { operation: 'close_batch' as const, reference: 'c1', account };
    const about = { reference: 'c1', operation: 'close_batch', batch_number: 3, count: 1 };
    const total = { currency: 'usd', sale_count: 1, sale_amount: 9 };
    const closed = tsys_sierra.decodeClose(command, answered({ ...about, totals: [total] }));
    const none = { credit_count: 0, credit_amount: 0 };
    expect(closed).toMatchObject({ result: 'closed', count: 1, totals: [{ ...total, ...none }] });
    const half = tsys_sierra.decodeClose(command, answered({ ...about, count: undefined }));
    expect(half.result).toBe('no_answer');
    for (const wrong of [{ reference: 'c2' }, { batch_number: undefined }]) {
      const other = tsys_sierra.decodeClose(command, answered({ ...about, ...wrong }));
      expect(other.result).toBe('no_answer');
    }
    const shut = tsys_sierra.decodeClose(
      command,
      answered(refused('closed', 'STATION CLOSED'), 422),
    );
    expect(shut).toEqual({ result: 'refused', reason: expect.stringContaining('STATION CLOSED') });
  });
});
