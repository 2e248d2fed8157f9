// Codecs and lab, written apart from the same page, agree on every published test value.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  cleanUp,
  freshFolder,
  type LabProcess,
  startLab,
} from '../../../../lab/lab-process.ts';
import type { Codec } from '../driver.ts';
import { house_ach } from '../house_ach/codec.ts';
import { tsys_sierra } from '../tsys_sierra/codec.ts';
import type {
  CardMethod,
  Command,
  MoneyCommand,
  Outcome,
  PayCommand,
  WireAnswer,
} from '../types.ts';

let lab: LabProcess;
beforeAll(async () => {
  lab = await startLab(freshFolder());
});
afterAll(cleanUp);

async function wire(codec: Codec, command: Command): Promise<WireAnswer> {
  const { path, body } = codec.encode(command);
  try {
    const { status, raw } = await call(lab.port, 'POST', path, body);
    return { kind: 'answered', http_status: status, body: raw };
  } catch (error) {
    return { kind: 'no_answer', reason: String(error) };
  }
}
const send = async (codec: Codec, command: MoneyCommand): Promise<Outcome> =>
  codec.decode(command, await wire(codec, command));

let count = 0;
const reference = (): string => {
  count += 1;
  return `agree${count}`;
};
const settings = { mid: '888000001234', terminal_number: '7001' };
const card_account = { processor_id: 'proc1', type: 'tsys_sierra', settings };
const ach_account = { processor_id: 'proc2', type: 'house_ach', settings: {} };

function cardSale(number: string, options: { cvc?: string; postal?: string; part?: boolean } = {}) {
  const { cvc = '999', postal = '60601', part = false } = options;
  const sensitive = { open: () => ({ number, expiration_date: '12/99', cvc }), brand: 'visa' };
  const command: PayCommand = {
    operation: 'sale',
    reference: reference(),
    account: card_account,
    amount: 1000,
    currency: 'usd',
    parts: {},
    method: {
      kind: 'card',
      sensitive: sensitive as unknown as CardMethod['sensitive'],
      entry: 'keyed',
    },
    billing: { line_1: '1 Main St', postal_code: postal },
    order_id: '',
    po_number: '',
    allow_partial: part,
  };
  return command;
}

function debit(routing_number: string): PayCommand {
  const open = () => ({ routing_number, account_number: '111111111' });
  return {
    ...cardSale(''),
    account: ach_account,
    method: {
      kind: 'ach',
      sensitive: { open, wipe: () => undefined, masked: '*****1111', last_four: '1111' },
      sec_code: 'web',
      account_type: 'checking',
      check_number: '',
    },
  };
}

describe('published test values', () => {
  it.each([
    ['4111111111111111', 100, 'approved'],
    ['4012000098765439', 100, 'approved'],
    ['4000000000000002', 200, 'declined'],
    ['4000000000009995', 202, 'declined'],
    ['4000000000009987', 251, 'declined'],
    ['4000000000009979', 252, 'declined'],
    ['4000000000000069', 223, 'declined'],
    ['4000000000000051', 200, 'declined'],
    ['4000001000000059', 201, 'declined'],
    ['4000001000000919', 421, 'error'],
    ['4000004000000004', 0, 'unknown'],
    ['4000004400000000', 0, 'unknown'],
    ['4000004500000009', 0, 'unknown'],
    ['4000004800000006', 0, 'unknown'],
    ['4000004900000005', 421, 'error'],
  ])('card %s is %i %s', async (number, code, outcome) => {
    expect(await send(tsys_sierra, cardSale(number))).toMatchObject({ code, outcome });
  });

  it('card …0051 is 110 with half where a part is allowed', async () => {
    const outcome = await send(tsys_sierra, cardSale('4000000000000051', { part: true }));
    expect(outcome).toMatchObject({ code: 110, outcome: 'partial', approved_amount: 500 });
  });

  it.each([
    ['200', '20000', 'N', 'N'],
    ['201', '20001', 'U', 'U'],
    ['301', '60601', 'S', 'Y'],
    ['123', '', 'M', 'A'],
  ])('CVV %s and postal code "%s" are %s and %s', async (cvc, postal, cvv, avs) => {
    const sale = cardSale('4111111111111111', { cvc, postal });
    const outcome = await send(tsys_sierra, sale);
    expect([outcome.cvv.code, outcome.avs.code]).toEqual([cvv, avs]);
  });

  it.each([
    ['111111111', 100],
    ['000000000', 200],
    ['000000001', 100],
    ['000000002', 100],
  ])('routing %s is %i', async (routing, code) => {
    expect((await send(house_ach, debit(routing))).code).toBe(code);
  });
});

describe('a life of a payment', () => {
  it('is authorized, captured, settled, refunded, and closed again', async () => {
    const hold: PayCommand = { ...cardSale('4111111111111111'), operation: 'authorize' };
    const { processor_ref } = await send(tsys_sierra, hold);
    const common = { account: card_account, currency: 'usd', target: processor_ref ?? {} };
    const capture = { ...common, operation: 'capture' as const, reference: reference() };
    const captured = await send(tsys_sierra, { ...capture, amount: 800 });
    expect(captured).toMatchObject({ outcome: 'approved', approved_amount: 800 });
    const command = { operation: 'close_batch' as const, account: card_account };
    const close = { ...command, reference: reference() };
    const closed = tsys_sierra.decodeClose(close, await wire(tsys_sierra, close));
    if (closed.result !== 'closed') throw new Error(closed.reason);
    const detail = { ...close, operation: 'batch_detail' as const, reference: reference() };
    const page = { ...detail, batch_number: closed.batch_number, offset: 0, limit: 5_000 };
    const members = tsys_sierra.decodeDetail(page, await wire(tsys_sierra, page));
    if (members.result !== 'read') throw new Error(members.reason);
    expect(members.count).toBe(closed.count);
    expect(members.members).toContainEqual({
      reference: hold.reference,
      operation: 'authorize',
      amount: 800,
      currency: 'usd',
    });
    const refund = { ...capture, operation: 'refund' as const, reference: reference() };
    expect((await send(tsys_sierra, { ...refund, amount: 801 })).outcome).toBe('error');
    const back = await send(tsys_sierra, { ...refund, amount: 800 });
    expect(back).toMatchObject({ outcome: 'approved', approved_amount: 800 });
  });

  it('that got no answer is found by inquiry and undone by reversal', async () => {
    const sale = cardSale('4000004000000004');
    expect((await send(tsys_sierra, sale)).outcome).toBe('unknown');
    const { amount, currency } = sale;
    const original = { reference: sale.reference, operation: 'sale' as const, amount, currency };
    const ask = () => ({
      operation: 'inquire' as const,
      reference: reference(),
      account: card_account,
      original,
    });
    const inquiry = ask();
    const found = tsys_sierra.decodeInquiry(inquiry, await wire(tsys_sierra, inquiry));
    expect(found).toMatchObject({ found: 'yes', outcome: { code: 100, approved_amount: 1000 } });
    const undo = { ...ask(), operation: 'reverse' as const };
    const undone = tsys_sierra.decodeReversal(undo, await wire(tsys_sierra, undo));
    expect(undone).toEqual({ result: 'undone' });
    const again = ask();
    const left = tsys_sierra.decodeInquiry(again, await wire(tsys_sierra, again));
    expect(left).toMatchObject({ found: 'yes', standing: { state: 'voided' } });
  });

  it('with wrong credentials is an error that a person hears of', async () => {
    const account = { ...card_account, settings: { mid: '000000' } };
    const outcome = await send(tsys_sierra, { ...cardSale('4111111111111111'), account });
    expect(outcome).toMatchObject({ code: 410, alert: 'credentials_rejected' });
    const test = { operation: 'test_credentials' as const, reference: reference() };
    const good = { ...test, account: card_account };
    expect(tsys_sierra.decodeTest(good, await wire(tsys_sierra, good)).ok).toBe(true);
    const bad = { ...test, account };
    expect(tsys_sierra.decodeTest(bad, await wire(tsys_sierra, bad)).ok).toBe(false);
  });
});
