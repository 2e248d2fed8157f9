// The SPIn wire: what is sent to a terminal, and what each kind of answer proves.
import { describe, expect, it } from 'vitest';
import { answered } from '../../../testing/wire-answers.ts';
import type {
  CaptureCommand,
  InquireCommand,
  Outcome,
  PayCommand,
  TerminalMethod,
} from '../types.ts';
import { dejavoo_spin as codec, encodeAbort } from './codec.ts';
import { decimal, minorOf } from './decimals.ts';

const settings = {
  tpn: '000000000001',
  auth_key: 'a1b2c3d4e5',
  register_id: 'R7',
  print_receipt: 'merchant',
};
const account = { processor_id: 'p1', type: 'dejavoo_spin', settings };
const method: TerminalMethod = {
  kind: 'terminal',
  payment_type: 'credit',
  print_receipt: 'both',
  signature_required: true,
  clerk_id: 'ann',
};
const sale: PayCommand = {
  operation: 'sale',
  reference: 'ref1',
  account,
  amount: 1234,
  currency: 'usd',
  parts: {},
  method,
  billing: { line_1: '', postal_code: '' },
  order_id: 'ORD1',
  po_number: '',
  allow_partial: false,
};
const target = { transaction_id: 'PN1', reference: 'ref1', payment_type: 'Debit' };
const ok = { ResultCode: '0', StatusCode: '0000', HostResponseCode: '00', Message: 'Approved' };
const approved = {
  GeneralResponse: ok,
  ReferenceId: 'ref1',
  PNReferenceId: 'PN1',
  PaymentType: 'Credit',
  AuthCode: 'TAS000',
  Amounts: { TotalAmount: 12.34, Amount: 12.34, TipAmount: 0 },
  CardData: { CardType: 'Visa', EntryType: 'Swipe', First4: '4012', Last4: '7777', Name: 'A/B' },
};

const decode = (body: object, command: PayCommand = sale): Outcome =>
  codec.decode(command, answered(body));
const failed = (StatusCode: string) => ({
  GeneralResponse: { ResultCode: '2', StatusCode, DetailedMessage: `code ${StatusCode}` },
});

function sent(command: Parameters<typeof codec.encode>[0]) {
  const { path, body } = codec.encode(command);
  return { path, body: JSON.parse(body) };
}

it('takes four digits of a card from the terminal, and no more of it', () => {
  const whole = { ...approved.CardData, First4: '4012000077777777', Last4: '4012000077777777' };
  const outcome = decode({ ...approved, CardData: whole });
  expect(outcome.terminal?.body).toMatchObject({ first_four: '', last_four: '', masked_card: '' });
});

describe('what is sent', () => {
  it('a sale names terminal, amounts, receipt, signature and clerk', () => {
    expect(sent({ ...sale, parts: { tip: 234 } })).toEqual({
      path: '/v2/Payment/Sale',
      body: {
        Amount: 10,
        TipAmount: 2.34,
        PaymentType: 'Credit',
        ReferenceId: 'ref1',
        InvoiceNumber: 'ORD1',
        PrintReceipt: 'Both',
        GetReceipt: 'No',
        CaptureSignature: true,
        GetExtendedData: true,
        ClerkId: 'ann',
        Tpn: '000000000001',
        RegisterId: 'R7',
        Authkey: 'a1b2c3d4e5',
        SPInProxyTimeout: 60,
      },
    });
    expect(sent({ ...sale, operation: 'authorize' }).path).toBe('/v2/Payment/Auth');
    expect(sent({ ...sale, operation: 'credit' }).path).toBe('/v2/Payment/Return');
    const food = { ...sale, method: { ...method, payment_type: 'ebt_food' as const } };
    expect(sent(food).body.PaymentType).toBe('EBT_Food');
  });

  it('follow-ups name their target, refunds stand alone', () => {
    const about = { account, currency: 'usd', amount: 1234, target };
    const refund: CaptureCommand = { ...about, operation: 'refund', reference: 'ref2' };
    expect(sent(refund)).toMatchObject({
      path: '/v2/Payment/Return',
      body: { ReferenceId: 'ref2', PaymentType: 'Debit', PrintReceipt: 'Merchant', Amount: 12.34 },
    });
    expect(sent({ ...about, operation: 'void', reference: 'ref3' })).toMatchObject({
      path: '/v2/Payment/Void',
      body: { ReferenceId: 'ref1', Amount: 12.34 },
    });
    const tip = { ...about, operation: 'adjust_tip', tip: 200, reference: 'ref4' } as const;
    expect(sent(tip).body).toMatchObject({ ReferenceId: 'ref1', Amount: 10.34, TipAmount: 2 });
    const original = {
      reference: 'ref3',
      operation: 'void',
      amount: 1234,
      currency: 'usd',
    } as const;
    const lost = { operation: 'inquire', reference: 'ref9', account } as const;
    expect(sent({ ...lost, original: { ...original, target } })).toMatchObject({
      path: '/v2/Payment/Status',
      body: { ReferenceId: 'ref1' },
    });
    const own = { ...original, operation: 'sale' } as const;
    expect(sent({ ...lost, original: own }).body.ReferenceId).toBe('ref3');
    expect(sent({ ...lost, operation: 'reverse', original: own })).toMatchObject({
      path: '/v2/Payment/Void',
      body: { ReferenceId: 'ref3', Amount: 12.34 },
    });
    expect(encodeAbort(account, 'ref1').path).toBe('/v2/Payment/AbortTransaction');
  });
});

describe('an answer to a sale', () => {
  it('is approved with the card that was read, and keeps no signature among its words', () => {
    const outcome = decode({ ...approved, SignatureBase64: 'iVBOR', Token: 'secret' });
    expect(outcome).toMatchObject({
      outcome: 'approved',
      approved_amount: 1234,
      auth_code: 'TAS000',
      processor_ref: { transaction_id: 'PN1', reference: 'ref1', payment_type: 'Credit' },
      terminal: {
        added_tip: 0,
        body: { masked_card: '4012********7777', entry_type: 'swiped', signature_data: 'iVBOR' },
      },
    });
    expect(JSON.stringify(outcome.raw)).not.toMatch(/iVBOR|secret/);
    expect(decode(approved).terminal?.body).not.toHaveProperty('signature_data');
  });

  it('adds the tip that the payer gave, beyond the stated one', () => {
    const with_tip = { TotalAmount: 14.34, Amount: 10, TipAmount: 4.34 };
    const command = { ...sale, parts: { tip: 234 } };
    expect(decode({ ...approved, Amounts: with_tip }, command)).toMatchObject({
      outcome: 'approved',
      approved_amount: 1434,
      terminal: { added_tip: 200 },
    });
  });

  it.each([
    ['another total', { Amounts: { TotalAmount: 12.35, TipAmount: 0 } }],
    ['a fee on top', { Amounts: { TotalAmount: 13.34, TipAmount: 0, FeeAmount: 1 } }],
    ['a negative tip', { Amounts: { TotalAmount: 11.34, TipAmount: -1 } }],
    ['no amount', { Amounts: {} }],
    ['an amount of fractions', { Amounts: { TotalAmount: 12.345, TipAmount: 0 } }],
    ['no id', { PNReferenceId: '' }],
    ['another reference', { ReferenceId: 'ref2' }],
    ['no general part', { GeneralResponse: {} }],
  ])('with %s is not believed', (_what, changes) => {
    expect(decode({ ...approved, ...changes })).toMatchObject({
      outcome: 'unknown',
      certainty: 'maybe',
      alert: 'integrity',
    });
  });

  it.each([
    ['2001', 421],
    ['2002', 421],
    ['2005', 410],
    ['2008', 440],
    ['2009', 400],
  ])('with code %s certainly did nothing', (code, ours) => {
    expect(decode(failed(code))).toMatchObject({
      outcome: 'error',
      certainty: 'no_effect',
      code: ours,
      processor_text: `code ${code}`,
    });
  });

  it.each(['2003', '2004', '2006', '2007', '9999'])('with code %s leaves it open', (code) => {
    expect(decode(failed(code))).toMatchObject({ outcome: 'unknown', certainty: 'maybe' });
  });

  it('of the bank is a decline with its reason, of the payer one without', () => {
    const bank = { ResultCode: '1', StatusCode: '1000', HostResponseCode: '51' };
    const refused = { GeneralResponse: bank, ReferenceId: 'ref1' };
    expect(decode(refused)).toMatchObject({ outcome: 'declined', code: 202, network_code: '51' });
    const payer = { ...bank, HostResponseCode: '', DetailedMessage: 'CANCELLED BY USER' };
    expect(decode({ GeneralResponse: payer, ReferenceId: 'ref1' })).toMatchObject({
      outcome: 'declined',
      code: 200,
      processor_text: 'CANCELLED BY USER',
    });
    expect(decode({ GeneralResponse: bank, ReferenceId: 'x' })).toMatchObject({
      outcome: 'unknown',
    });
  });

  it('that refuses the credentials alerts, and no other failure does', () => {
    expect(decode(failed('2005'))).toMatchObject({ code: 410, alert: 'credentials_rejected' });
    expect(decode(failed('2002'))).toMatchObject({ code: 421, alert: null });
  });

  it('that did not arrive, or is no answer, says so', () => {
    const none = { kind: 'no_answer', reason: 'silent' } as const;
    expect(codec.decode(sale, none).outcome).toBe('unknown');
    expect(codec.decode(sale, { kind: 'not_sent', reason: 'no address' })).toMatchObject({
      outcome: 'error',
      code: 421,
    });
    expect(codec.decode(sale, answered({}, 502)).outcome).toBe('unknown');
    expect(codec.decode(sale, { kind: 'answered', http_status: 200, body: '<html>' }).outcome).toBe(
      'unknown',
    );
  });
});

describe('an inquiry', () => {
  const original = { reference: 'ref1', operation: 'sale', amount: 1234, currency: 'usd' } as const;
  const lost: InquireCommand = { operation: 'inquire', reference: 'ref9', account, original };
  const inquire = (body: object, of: Partial<InquireCommand['original']> = {}) =>
    codec.decodeInquiry({ ...lost, original: { ...original, ...of } }, answered(body));

  it('finds a sale, a voided one too, and what is declined', () => {
    expect(inquire(approved)).toMatchObject({ found: 'yes', outcome: { outcome: 'approved' } });
    expect(inquire({ ...approved, Voided: true })).toMatchObject({ standing: { state: 'voided' } });
    const declined = { ResultCode: '1', StatusCode: '1000', HostResponseCode: '05' };
    expect(inquire({ GeneralResponse: declined, ReferenceId: 'ref1' })).toMatchObject({
      found: 'yes',
      outcome: { outcome: 'declined' },
    });
  });

  it('is not final while the terminal is busy', () => {
    expect(inquire(failed('2007'))).toEqual({ found: 'no' });
    expect(inquire(failed('2002'))).toEqual({ found: 'not_yet' });
    expect(inquire(failed('2003'))).toEqual({ found: 'not_yet' });
    expect(inquire(failed('2001'))).toMatchObject({ found: 'no_answer' });
  });

  it('of a follow-up reads how its target stands', () => {
    const acts = { reference: 'ref3', target } as const;
    expect(inquire(approved, { ...acts, operation: 'void' })).toEqual({ found: 'no' });
    expect(inquire({ ...approved, Voided: true }, { ...acts, operation: 'void' })).toMatchObject({
      found: 'yes',
      outcome: { outcome: 'approved', approved_amount: 1234 },
    });
    expect(inquire(approved, { ...acts, operation: 'capture' })).toEqual({ found: 'no' });
    const captured = { ...approved, TransactionType: 'Capture' };
    expect(inquire(captured, { ...acts, operation: 'capture' })).toMatchObject({ found: 'yes' });
    const more = { ...acts, operation: 'adjust_tip', amount: 1434, tip: 200 } as const;
    expect(inquire(approved, more)).toEqual({ found: 'no' });
    const tipped = { ...approved, Amounts: { TotalAmount: 14.34, TipAmount: 2 } };
    expect(inquire(tipped, more)).toMatchObject({ found: 'yes' });
  });
});

it('a reversal is done where nothing is left, and not where the terminal does not say', () => {
  const original = { reference: 'ref1', operation: 'sale', amount: 1234, currency: 'usd' } as const;
  const command = { operation: 'reverse', reference: 'ref9', account, original } as const;
  const reversal = (body: object) => codec.decodeReversal(command, answered(body));
  expect(reversal(approved)).toEqual({ result: 'undone' });
  expect(reversal(failed('2007'))).toEqual({ result: 'nothing' });
  expect(reversal(failed('2001'))).toMatchObject({ result: 'refused' });
  expect(reversal(failed('2004'))).toMatchObject({ result: 'no_answer' });
});

it('amounts are decimals on the wire and minor units here', () => {
  expect([decimal(1, 'usd'), decimal(1010, 'usd'), decimal(99_999_999, 'usd')]).toEqual([
    0.01, 10.1, 999_999.99,
  ]);
  for (let minor = 0; minor < 20_000; minor += 7) {
    expect(minorOf(decimal(minor, 'usd'), 'usd')).toBe(minor);
  }
  expect([minorOf('12.34', 'usd'), minorOf(null, 'usd'), minorOf('1e3', 'usd')]).toEqual([
    1234,
    null,
    null,
  ]);
});
