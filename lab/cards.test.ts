// The card host over its socket: every public trigger card, and the rules a real host enforces.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  card_credentials,
  cardBody,
  cleanUp,
  freshFolder,
  type Json,
  type LabAnswer,
  type LabProcess,
  nextReference,
  startLab,
} from './lab-process.ts';

let lab: LabProcess;
const folder = freshFolder();
beforeAll(async () => {
  lab = await startLab(folder);
});
afterAll(cleanUp);

const post = (operation: string, body: Json): Promise<LabAnswer> =>
  call(lab.port, 'POST', `/sierra/${operation}`, body);
const sale = async (number: string, overrides: Json = {}) =>
  (await post('sale', cardBody(number, overrides))).body;

const about = (overrides: Json = {}): Json => ({
  reference: nextReference(),
  credentials: card_credentials,
  ...overrides,
});
const follow = (operation: string, transaction_id: unknown, amount?: number): Promise<LabAnswer> =>
  post(operation, about({ transaction_id, amount, currency: 'usd' }));
const settle = () => post('close_batch', about());

const approved_cards = [
  '4111111111111111',
  '4005519200000004',
  '4009348888881881',
  '4012000033330026',
  '4012000077777777',
  '4012888888881881',
  '4217651111111119',
  '4500600000000061',
  '5555555555554444',
  '2223000048400011',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '4012000098765439',
];

const declined_cards = [
  ['4000000000000002', 'D0', 'DECLINED'],
  ['4000000000009995', '51', 'INSUFFICIENT FUNDS'],
  ['4000000000009987', '41', 'LOST CARD'],
  ['4000000000009979', '43', 'STOLEN CARD'],
  ['4000000000000069', '54', 'EXPIRED CARD'],
  ['4111111111111112', '14', 'INVALID CARD NUMBER'],
] as const;

describe('trigger cards', () => {
  it.each(approved_cards)('approves %s whole', async (number) => {
    const answer = await sale(number);
    expect(answer).toMatchObject({
      network_code: '00',
      text: 'APPROVAL TAS000 ',
      auth_code: 'TAS000',
      amount: 1299,
      approved_amount: 1299,
      currency: 'usd',
      avs: 'Y',
      cvv: 'M',
    });
  });

  it.each(declined_cards)('declines %s with %s', async (number, code, text) => {
    expect(await sale(number)).toMatchObject({
      network_code: code,
      text,
      approved_amount: 0,
      auth_code: '',
    });
  });

  it('approves half of …0051 where a part is allowed, and declines it otherwise', async () => {
    const allowed = await sale('4000000000000051', { allow_partial: true, amount: 1001 });
    expect(allowed).toMatchObject({ network_code: '10', approved_amount: 500, amount: 1001 });
    const refused = await sale('4000000000000051');
    expect(refused).toMatchObject({ network_code: 'D0', approved_amount: 0 });
  });

  it('approves …0010 and declines its refund', async () => {
    const { transaction_id } = await sale('4000000000000010');
    await settle();
    const { body } = await follow('refund', transaction_id, 100);
    expect(body).toMatchObject({ network_code: 'D0', approved_amount: 0 });
  });

  it('takes a prepaid card down to nothing and gives a voided sale back', async () => {
    const prepaid = '4000005100000257';
    const first = await sale(prepaid, { amount: 2000 });
    expect(first).toMatchObject({ network_code: '00', balance: 500 });
    expect(await sale(prepaid, { amount: 600 })).toMatchObject({ network_code: '51' });
    const part = await sale(prepaid, { amount: 600, allow_partial: true });
    expect(part).toMatchObject({ network_code: '10', approved_amount: 500, balance: 0 });
    await follow('void', first.transaction_id);
    expect(await sale(prepaid, { amount: 2000 })).toMatchObject({ network_code: '00' });
  });

  it('verifies without an amount', async () => {
    const { body } = await post('verify', cardBody('4111111111111111'));
    expect(body).toMatchObject({ network_code: '85', amount: 0, approved_amount: 0, avs: 'Y' });
  });

  it('gives swiped cards neither letter', async () => {
    const card = { number: '4111111111111111', expiration: '1299', entry: 'swiped' };
    expect(await sale('', { card })).toMatchObject({ network_code: '00', avs: 'I', cvv: 'I' });
  });

  it('declines a card whose month is over and an amount of nothing', async () => {
    const card = { number: '4111111111111111', expiration: '0120', entry: 'keyed' };
    expect(await sale('', { card })).toMatchObject({ network_code: '54' });
    expect(await sale('4111111111111111', { amount: 0 })).toMatchObject({ network_code: '13' });
  });
});

describe('the account updater in answers to payments', () => {
  const soon = { expiration: '0628', cvv: '999', entry: 'keyed' };
  const answerTo = async (number: string, card: Json = {}, operation = 'sale') =>
    (await post(operation, cardBody(number, { card: { number, ...soon, ...card } }))).body;

  it.each([
    ['4000007000000007', { code: 'A', number: '4000007700000000', expiration: '0631' }],
    ['4000007100000006', { code: 'E', expiration: '0631' }],
    ['4000007200000005', { code: 'C' }],
    ['4000007300000004', { code: 'Q' }],
    ['4000007400000003', undefined],
    ['4111111111111111', undefined],
  ])('says of %s what is new: %j', async (number, wanted) => {
    for (const operation of ['sale', 'authorize', 'verify']) {
      expect((await answerTo(number, {}, operation)).account_updater, operation).toEqual(wanted);
    }
    expect(await answerTo(number, {}, 'credit')).not.toHaveProperty('account_updater');
  });

  it('renews a month that is over, and none that is years away', async () => {
    const expired = await answerTo('4000007100000006', { expiration: '0124' });
    expect(expired).toMatchObject({
      network_code: '54',
      account_updater: { code: 'E', expiration: '0127' },
    });
    const far = await answerTo('4000007100000006', { expiration: '0699' });
    expect(far).not.toHaveProperty('account_updater');
  });

  it('keeps the number out of the journal and of inquiries', async () => {
    const body = cardBody('4000007000000007');
    const first = (await post('sale', body)).body;
    const again = (await post('sale', body)).body;
    expect(again).toEqual({ ...first, duplicate: true });
    const original_reference = body.reference;
    const { raw } = await post('inquire', about({ original_reference }));
    expect(raw).toContain(String(first.transaction_id));
    expect(raw).not.toContain('4000007700000000');
    const journal = fs.readFileSync(path.join(folder, 'lab', 'journal.ndjson'), 'utf8');
    expect(journal).toContain(String(first.transaction_id));
    expect(journal).not.toContain('4000007700000000');
  });
});

describe('rules of a host', () => {
  const error = (answer: LabAnswer) => [
    answer.status,
    (answer.body.error as Json | undefined)?.code,
  ];
  const authorize = async () =>
    (await post('authorize', cardBody('4111111111111111', { amount: 1000 }))).body;

  it('captures once and at most what was authorized', async () => {
    const { transaction_id } = await authorize();
    expect(error(await follow('capture', transaction_id, 1001))).toEqual([422, 'over_amount']);
    expect((await follow('capture', transaction_id, 700)).body).toMatchObject({
      network_code: '00',
      approved_amount: 700,
      transaction_id,
    });
    expect(error(await follow('capture', transaction_id, 300))).toEqual([422, 'already_captured']);
  });

  it('voids before the close only, and once', async () => {
    const first = await sale('4111111111111111');
    expect((await follow('void', first.transaction_id)).body.network_code).toBe('00');
    const twice = await follow('void', first.transaction_id);
    expect(error(twice)).toEqual([422, 'already_voided']);
    const second = await sale('4111111111111111');
    await settle();
    const late = await follow('void', second.transaction_id);
    expect(error(late)).toEqual([422, 'already_settled']);
  });

  it('refunds what settled, in parts, never more', async () => {
    const { transaction_id } = await sale('4111111111111111', { amount: 1000 });
    expect(error(await follow('refund', transaction_id, 100))).toEqual([422, 'not_settled']);
    await settle();
    expect((await follow('refund', transaction_id, 600)).body.approved_amount).toBe(600);
    expect(error(await follow('refund', transaction_id, 401))).toEqual([422, 'over_amount']);
    const rest = await follow('refund', transaction_id, 400);
    expect(rest.body.network_code).toBe('00');
    await follow('void', rest.body.transaction_id);
    expect((await follow('refund', transaction_id, 400)).body.network_code).toBe('00');
  });

  it('adjusts a tip until the close and captures the new total', async () => {
    await settle();
    const { transaction_id } = await sale('4111111111111111', { amount: 1000 });
    expect((await follow('adjust_tip', transaction_id, 1200)).body.approved_amount).toBe(1200);
    const { body } = await settle();
    expect(body.totals).toMatchObject([{ currency: 'usd', sale_amount: 1200 }]);
    const late = await follow('adjust_tip', transaction_id, 1300);
    expect(error(late)).toEqual([422, 'already_settled']);
  });

  it('knows no transaction of another account', async () => {
    const { transaction_id } = await sale('4111111111111111');
    const stranger = { ...card_credentials, station: 'other' };
    const body = about({ credentials: stranger, transaction_id });
    expect(error(await post('void', body))).toEqual([422, 'unknown_transaction']);
    expect(error(await follow('void', 'TS999999999999'))).toEqual([422, 'unknown_transaction']);
  });

  it('refuses unknown credentials, members it cannot read and operations it has not', async () => {
    const zero = { credentials: { mid: '000' } };
    expect(error(await post('sale', cardBody('4111111111111111', zero)))).toEqual([
      401,
      'bad_credentials',
    ]);
    const cents = cardBody('4111111111111111', { amount: 1.5 });
    expect(error(await post('sale', cents))).toEqual([400, 'bad_request']);
    expect(error(await post('dance', about()))).toEqual([404, 'unknown_operation']);
    expect((await post('test_credentials', about())).body.ok).toBe(true);
  });

  it('closes with count and totals by currency, and lists the members', async () => {
    await settle();
    const empty = (await settle()).body;
    expect(empty).toMatchObject({ batch_number: 0, count: 0, totals: [], text: ' ACCEPT' });
    const one = await sale('4111111111111111', { amount: 500 });
    await sale('4111111111111111', { amount: 900, currency: 'eur' });
    await post('credit', cardBody('4111111111111111', { amount: 200 }));
    await sale('4000000000000002');
    await authorize();
    const { body } = await settle();
    const { batch_number } = body;
    expect(body.count).toBe(3);
    const none = { credit_count: 0, credit_amount: 0 };
    expect(body.totals).toEqual([
      { currency: 'eur', sale_count: 1, sale_amount: 900, ...none },
      { currency: 'usd', sale_count: 1, sale_amount: 500, credit_count: 1, credit_amount: 200 },
    ]);
    const page = await post('batch_detail', about({ batch_number, offset: 0, limit: 1 }));
    const { transaction_id, reference } = one;
    const member = { reference, transaction_id, operation: 'sale', amount: 500, currency: 'usd' };
    expect(page.body).toMatchObject({ count: 3, members: [member] });
  });
});
