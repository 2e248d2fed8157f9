// Payments through the API and the lab: every test value, every response code, all that is kept.
import { describe, expect, it } from 'vitest';
import { test_cards } from '../../../../contract/payments/cards/test-cards.ts';
import { cardOf, openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();

describe('the sandbox cards', () => {
  it.each(test_cards)('$number is approved and shown as it is', async (card) => {
    const sale = await w.pay({ order_id: card.number.slice(-8) }, card.number);
    expect(sale).toMatchObject({ response: 'approved', response_code: 100 });
    expect(sale.response_body.card).toMatchObject({
      card_type: card.brand,
      type: card.funding === 'credit' ? 'credit' : 'debit',
      bin_type: card.level.toUpperCase(),
    });
  });
});

describe('a card sale', () => {
  it('answers the facts of the sample', async () => {
    const sale = await w.pay();
    expect(sale).toMatchObject({
      type: 'sale',
      status: 'pending_settlement',
      response: 'approved',
      response_code: 100,
      amount: 1299,
      amount_authorized: 1299,
      amount_captured: 1299,
      amount_settled: 0,
      processor_type: 'tsys_sierra',
      payment_method: 'card',
      payment_type: 'card',
      currency: 'usd',
      transaction_source: 'api',
      settled_at: null,
      line_items: null,
      merchant_id: w.m1.account.id,
    });
    expect(sale.captured_at).toMatch(/^\d{4}-.*Z$/);
    expect(sale.response_body.card).toMatchObject({
      first_six: '411111',
      last_four: '1111',
      masked_card: '411111******1111',
      expiration_date: '12/30',
      auth_code: 'TAS000',
      processor_response_code: '00',
      processor_response_text: 'APPROVAL TAS000 ',
      response_code: 100,
      cvv_response_code: 'M',
    });
    const cc_digest = expect.stringMatching(/^[0-9a-f]{20}$/);
    expect(await w.read(sale.id)).toEqual({ ...sale, cc_digest });
  });

  it('leaves an attempt that was committed before it was sent, and its history', async () => {
    const sale = await w.pay();
    const [attempt] = await w.attempts(sale.id);
    expect(attempt).toMatchObject({ operation: 'sale', state: 'answered', outcome: 'approved' });
    const events = await w.world.call('GET', `/transaction/${w.m1.account.id}/${sale.id}/events`, {
      credential: w.tenants.p1.boss.private_key,
    });
    expect(events.body.data.map((one: { to_status: string }) => one.to_status)).toEqual([
      'pending',
      'pending_settlement',
    ]);
  });

  it('keeps everything the request named', async () => {
    const address = { first_name: 'Ann', address_line_1: '1 Main', postal_code: '60601' };
    const field = await w.post('/customfield', { name: 'Size', type: 'text' });
    const custom_fields = { [field.body.data.id]: ['L'] };
    const named = {
      order_id: 'some order id',
      po_number: 'PO-1',
      description: 'two mugs',
      ip_address: '203.0.113.9',
      tax_amount: 99,
      shipping_amount: 100,
      tip_amount: 50,
    };
    const mug = { name: 'Mug', quantity_shipped: 0.5, unit_price: 500, national_tax: 7 };
    const sale = await w.pay({
      ...named,
      billing_address: { ...address, phone: '(312) 555-0100', email: 'ann@example.com' },
      shipping_address: address,
      custom_fields,
      group_name: 'default',
      summary_commodity_code: 'C1',
      ship_from_postal_code: '60602',
      line_items: [{ ...mug, quantity: '2.50' }],
      email_reciept: true,
    });
    expect(sale).toMatchObject({
      ...named,
      base_amount: 1249,
      custom_fields,
      summary_commodity_code: 'C1',
      ship_from_postal_code: '60602',
      features: ['avs'],
      email_receipt: false,
      shipping_address: { ...address, last_name: '' },
    });
    expect(sale.billing_address).toMatchObject({ ...address, phone: '3125550100' });
    expect(sale.line_items).toMatchObject([{ ...mug, quantity: 2.5 }]);
    expect(sale.response_body.card.avs_response_code).toBe('Y');
  });
});

describe('the trigger cards', () => {
  it.each([
    ['4000000000000002', 200, 'declined'],
    ['4000000000009995', 202, 'declined'],
    ['4000000000009987', 251, 'declined'],
    ['4000000000009979', 252, 'declined'],
    ['4000000000000069', 223, 'declined'],
    ['4000001000000059', 201, 'declined'],
    ['4000001000000513', 202, 'declined'],
    ['4000001000000919', 421, 'error'],
    ['4000000000000051', 200, 'declined'],
    ['4000000000000010', 100, 'approved'],
  ])('%s answers %i, %s', async (number, response_code, response) => {
    const sale = { type: 'sale', amount: 1000, ...cardOf(number) };
    const { status, body } = await w.post('/transaction', sale);
    expect([status, body.status]).toEqual([200, 'success']);
    expect(body.data).toMatchObject({ response_code, response });
    const declined = response !== 'approved';
    expect(body.data.status).toBe(declined ? 'declined' : 'pending_settlement');
    expect(body.data.amount_authorized).toBe(declined ? 0 : 1000);
  });

  it('every network code has its response code', async () => {
    const code = async (nn: string) => {
      const head = `400000100000${nn}`;
      const number = Array.from({ length: 10 }, (_, n) => `${head}${n}`).find(luhn) as string;
      const body = { type: 'sale', amount: 500, ...cardOf(`${number}`) };
      return (await w.post('/transaction', body)).body.data.response_code;
    };
    const expected: Record<string, number> = {
      '001': 240,
      '003': 410,
      '004': 250,
      '007': 253,
      '012': 204,
      '013': 220,
      '014': 222,
      '015': 221,
      '030': 440,
      '055': 226,
      '061': 203,
      '082': 225,
      '094': 430,
      '096': 400,
      '100': 205,
      '105': 261,
      '106': 262,
    };
    for (const [nn, wanted] of Object.entries(expected)) {
      expect([nn, await code(nn)]).toEqual([nn, wanted]);
    }
  });

  it('half is approved where a part is allowed', async () => {
    const sale = await w.pay({ amount: 1001, allow_partial_payment: true }, '4000000000000051');
    expect(sale).toMatchObject({
      response: 'partial',
      response_code: 110,
      status: 'pending_settlement',
      amount: 1001,
      amount_authorized: 500,
      amount_captured: 500,
    });
  });
});

function luhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const total = digits.reduce((sum, digit, n) => {
    const value = n % 2 === 1 ? digit * 2 : digit;
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return total % 10 === 0;
}

describe('CVV and AVS', () => {
  it.each([
    ['4111111111111111', '200', 'N'],
    ['4111111111111111', '201', 'U'],
    ['4111111111111111', '301', 'S'],
    ['4111111111111111', '123', 'M'],
    ['4111111111111111', undefined, 'I'],
    ['378282246310005', '2000', 'N'],
    ['378282246310005', '2011', 'U'],
    ['378282246310005', '3011', 'S'],
    ['378282246310005', '1234', 'M'],
  ])('%s with code %s answers %s', async (number, cvc, letter) => {
    const sale = await w.pay(cardOf(number, { cvc }));
    expect(sale.response_body.card.cvv_response_code).toBe(letter);
  });

  it.each([
    [{ postal_code: '20000' }, 'N'],
    [{ postal_code: '20001', address_line_1: '1 Main' }, 'U'],
    [{ postal_code: '60601', address_line_1: '1 Main' }, 'Y'],
    [{ postal_code: '60601' }, 'M'],
    [{}, 'I'],
  ])('%j answers %s', async (billing_address, letter) => {
    const sale = await w.pay({ billing_address });
    expect(sale.response_body.card.avs_response_code).toBe(letter);
  });
});

describe('other kinds of payment', () => {
  it('an authorization is held, not captured', async () => {
    const held = await w.pay({ type: 'authorize' });
    expect(held).toMatchObject({
      status: 'authorized',
      amount_authorized: 1299,
      amount_captured: 0,
      captured_at: null,
    });
  });

  it('a verification is authorized with nothing held (Q6)', async () => {
    const checked = await w.pay({ type: 'verification', amount: 0 });
    expect(checked).toMatchObject({
      status: 'authorized',
      response_code: 100,
      amount: 0,
      amount_authorized: 0,
    });
    expect((await w.post(`/transaction/${checked.id}/capture`)).status).toBe(400);
    expect((await w.post(`/transaction/${checked.id}/void`)).status).toBe(400);
  });

  it('a credit pays out', async () => {
    const credit = await w.pay({ type: 'credit', amount: 700 });
    expect(credit).toMatchObject({ status: 'pending_settlement', amount: 700 });
  });

  it('cash is settled at once, through the cash processor', async () => {
    const sale = await w.pay({ amount: 500, payment_method: { cash: {} } });
    expect(sale).toMatchObject({
      payment_type: 'cash',
      status: 'settled',
      amount_settled: 500,
      processor_type: 'cash',
    });
    expect(sale.response_body.cash.response).toBe('approved');
  });

  it('a swiped card is read from its track', async () => {
    const track_2 = ';4012000077777777=30121010000000000?';
    const sale = await w.pay({ payment_method: { card: { entry_type: 'swiped', track_2 } } });
    expect(sale.response_body.card).toMatchObject({
      entry_type: 'swiped',
      last_four: '7777',
      expiration_date: '12/30',
      avs_response_code: 'I',
    });
    const track_1 = '%B4012000077777777^DOE/JOHN^3012101?';
    const named = await w.pay({ payment_method: { card: { entry_type: 'swiped', track_1 } } });
    expect(named.response_body.card.cardholder_name).toBe('JOHN DOE');
  });

  const ach = (routing_number: string, account_number: string, more: object = {}) => ({
    payment_method: { ach: { routing_number, account_number, sec_code: 'web', ...more } },
  });
  it.each([
    ['111111111', '111111111', 'approved', 100, 'pending_settlement'],
    ['000000000', '123456789', 'declined', 200, 'declined'],
    ['000000001', '123456789', 'approved', 100, 'pending_settlement'],
    ['000000002', '123456789', 'approved', 100, 'pending_settlement'],
    ['021000021', '1234', 'approved', 100, 'pending_settlement'],
  ])('a bank account %s / %s is %s', async (routing, account, response, code, status) => {
    const sale = await w.pay(ach(routing, account));
    expect(sale).toMatchObject({ response, response_code: code, status, payment_type: 'ach' });
    expect(sale.response_body.ach).toMatchObject({
      routing_number: routing,
      sec_code: 'web',
      account_type: 'checking',
      processor_type: 'house_ach',
    });
    expect(sale.response_body.ach.masked_account_number).not.toContain('12345');
  });
});
