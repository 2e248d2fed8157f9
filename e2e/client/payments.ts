// Reference 3.2 to 3.6 and 3.11: taking a payment, every field of it, and asking twice.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ach, call, card, good, type Json, pay, refused, the } from './stranger.ts';

/** Only in answers to reads: what the payments of one card are found by. */
const cc_digest = expect.stringMatching(/^[0-9a-f]{20}$/);

it('3.6 answers a card sale as in the sample', async () => {
  const { merchant, processors } = the.keys;
  const sale = await pay();
  expect(sale).toMatchObject({
    type: 'sale',
    status: 'pending_settlement',
    response: 'approved',
    response_code: 100,
    amount: 1299,
    amount_authorized: 1299,
    amount_captured: 1299,
    amount_settled: 0,
    amount_refunded: 0,
    currency: 'usd',
    payment_method: 'card',
    payment_type: 'card',
    processor_type: 'tsys_sierra',
    processor_id: processors.card,
    merchant_id: merchant.id,
    user_name: merchant.username,
    transaction_source: 'api',
    captured_at: expect.stringMatching(/Z$/),
    settled_at: null,
  });
  expect(sale.response_body.card).toMatchObject({
    card_type: 'visa',
    type: 'credit',
    first_six: '400551',
    last_four: '0004',
    masked_card: '400551******0004',
    expiration_date: '12/30',
    response: 'approved',
    processor_response_code: '00',
    cvv_response_code: 'M',
  });
  expect(sale.response_body.card.auth_code).toMatch(/^TAS/);
  expect(sale.response_body.card.processor_response_text).toMatch(/^APPROVAL /);
  expect(JSON.stringify(sale)).not.toContain('4005519200000004');
  const read = await good('GET', `/transaction/${sale.id}`);
  expect(read).toEqual({ ...sale, cc_digest });
});

const everything = {
  amount: 5000,
  currency: 'USD',
  order_id: 'some order id',
  po_number: 'PO77',
  description: 'Everything & <more> "quoted" ünïcode',
  ip_address: '203.0.113.7',
  tax_amount: 300,
  shipping_amount: 200,
  discount_amount: 50,
  tip_amount: 100,
  tax_exempt: true,
  summary_commodity_code: 'C1D2',
  ship_from_postal_code: '60601',
  national_tax_amount: 10,
  duty_amount: 5,
  merchant_vat_registration_number: 'MV123',
  customer_vat_registration_number: 'CV123',
  email_receipt: true,
  email_address: 'payer@example.com',
  billing_method: 'straight',
  card_on_file_indicator: 'C',
  initiated_by: 'customer',
  stored_credential_indicator: 'stored',
  descriptor: { name: 'HARBOR', city: 'Chicago', state: 'IL', postal_code: '60601' },
};
const address = {
  first_name: 'Ada',
  last_name: 'Byron',
  company: 'Engines',
  address_line_1: '1 Analytical Way',
  address_line_2: 'Suite 2',
  city: 'Chicago',
  state: 'IL',
  postal_code: '60601-1234',
  country: 'US',
  email: 'ada@example.com',
  phone: '(312) 555-0123',
  fax: '312555012',
};

it('3.2 keeps every field it is given, phones and faxes as digits', async () => {
  const sale = await pay({
    ...everything,
    billing_address: address,
    shipping_address: { ...address, first_name: 'Grace', phone: '55501234' },
    line_items: [
      {
        name: 'Bolt',
        description: 'M8',
        product_code: 'B8',
        commodity_code: '123',
        quantity: '2.50',
        unit_price: 1000,
        amount: 2500,
        unit_of_measure: 'PCE',
        tax_rate: '10.000',
        tax_amount: 250,
        taxable: true,
        discount_amount: 0,
        status: '',
      },
    ],
  });
  const { currency: _, billing_method: _b, card_on_file_indicator: _c, ...rest } = everything;
  const { initiated_by: _i, stored_credential_indicator: _s, descriptor: _d, ...detail } = rest;
  expect(sale).toMatchObject(detail);
  expect(sale.currency).toBe('usd');
  const digits = { phone: '3125550123', fax: '312555012' };
  expect(sale.billing_address).toMatchObject({ ...address, ...digits });
  expect(sale.shipping_address).toMatchObject({
    ...address,
    ...digits,
    first_name: 'Grace',
    phone: '55501234',
  });
  expect(sale.line_items).toHaveLength(1);
  expect(sale.line_items[0]).toMatchObject({ name: 'Bolt', unit_price: 1000, amount: 2500 });
  expect(sale.line_items[0]).toMatchObject({ quantity: 2.5, quantity_shipped: 0 });
  expect(sale.line_items[0].status).toBeTypeOf('string');
  expect(sale.response_body.card.avs_response_code).toBe('Y');
  expect(await good('GET', `/transaction/${sale.id}`)).toEqual({ ...sale, cc_digest });
});

it('3.3 takes MM/YY and MMYY, spaces in a number, and a swiped card', async () => {
  for (const expiration_date of ['12/30', '1230']) {
    const { response_body } = await pay({
      payment_method: card('4111 1111 1111 1111', { expiration_date }),
    });
    expect(response_body.card).toMatchObject({ expiration_date: '12/30', last_four: '1111' });
  }
  const swiped = await pay({
    payment_method: {
      card: {
        entry_type: 'swiped',
        track_1: '%B4111111111111111^BYRON/ADA^30121010000000000000?',
        track_2: ';4111111111111111=30121010000000000?',
      },
    },
  });
  expect(swiped.response_body.card.masked_card).toBe('411111******1111');
  await pay({ payment_method: card('4111111111111111', { cvc: '', cvv: '123' }) });
});

it('3.3 refuses card data that cannot be', async () => {
  const tries: [RegExp, Json][] = [
    [/card number|invalid cc|number/i, card('4111111111111112')],
    [/card number|invalid cc|number/i, card('411111')],
    [/expiration|exp/i, card('4111111111111111', { expiration_date: '13/30' })],
    [/expiration|exp/i, card('4111111111111111', { expiration_date: '' })],
    [/expired/i, card('4111111111111111', { expiration_date: '01/20' })],
    [/cvc/i, card('4111111111111111', { cvc: '12' })],
    [/routing/i, ach('12345')],
    [/account number/i, ach('111111111', { account_number: '12' })],
    [/sec code/i, ach('111111111', { sec_code: 'xyz' })],
    [/account type/i, ach('111111111', { account_type: 'gold' })],
    [/check number/i, ach('111111111', { sec_code: 'tel' })],
  ];
  for (const [named, payment_method] of tries) {
    await refused(400, named, 'POST', '/transaction', {
      type: 'sale',
      amount: 100,
      payment_method,
    });
  }
});

it('3.3 refuses methods that name nothing it can pay with, in plain words', async () => {
  const body = { type: 'sale', amount: 100, payment_method: { apple_pay_token: { id: 'x' } } };
  const invalid_token = 'bad request error: invalid Apple Pay Token';
  await refused(400, invalid_token, 'POST', '/transaction', body);
  const unknown = { customer: { id: '00000000000000000000' } };
  const sale = { type: 'sale', amount: 100, payment_method: unknown };
  await refused(404, 'not found', 'POST', '/transaction', sale);
  const in_cash = { type: 'sale', amount: 100, payment_method: { cash: {} } };
  const saving = { ...in_cash, create_vault_record: true };
  await refused(400, /^bad request error: /, 'POST', '/transaction', saving);
});

it('13.1 pays once with a token of the public key, within two minutes', async () => {
  const card = { number: '4111111111111111', expiration_date: '12/30', cvc: '999' };
  const { public_key } = the.keys.merchant;
  const made = await good('POST', `/tokenizer/${public_key}`, { card });
  const paid = await pay({ amount: 413, payment_method: { token: made.token } });
  expect(paid).toMatchObject({ payment_method: 'token', payment_type: 'card' });
  const again = { type: 'sale', amount: 413, payment_method: { token: made.token } };
  await refused(400, /^bad request error: invalid Token/, 'POST', '/transaction', again);
});

it('3.2 saves the card of an approved payment with a customer, who pays again', async () => {
  const paid = await pay({ amount: 411, create_vault_record: true });
  expect(paid.customer_payment_type).toBe('card');
  const saved = await good('GET', `/vault/${paid.customer_id}`);
  expect(saved.data.customer.defaults.payment_method_id).toBe(paid.customer_payment_id);
  const again = await pay({ amount: 412, payment_method: { customer: { id: paid.customer_id } } });
  expect(again).toMatchObject({ customer_id: paid.customer_id, payment_method: 'token' });
});

it('3.2 authorizes, verifies, credits, and takes ACH and cash', async () => {
  const hold = await pay({ type: 'authorize', amount: 700 });
  expect(hold).toMatchObject({ type: 'authorize', status: 'authorized', amount_captured: 0 });
  expect([hold.amount_authorized, hold.captured_at]).toEqual([700, null]);
  const verified = await pay({ type: 'verification', amount: undefined });
  expect(verified).toMatchObject({ type: 'verification', status: 'authorized', amount: 0 });
  const credit = await pay({ type: 'credit', amount: 250 });
  expect(credit).toMatchObject({ type: 'credit', response_code: 100 });
  expect(credit.status).toBe('pending_settlement');
  const bank = await pay({ payment_method: ach() });
  expect(bank).toMatchObject({
    payment_method: 'ach',
    payment_type: 'ach',
    processor_type: 'house_ach',
  });
  expect(bank.response_body.ach).toMatchObject({
    sec_code: 'web',
    account_type: 'checking',
    routing_number: '111111111',
    processor_response_code: '000',
    response: 'approved',
  });
  expect(bank.response_body.ach.masked_account_number).toBe('XXXXX1111');
  const cash = await pay({ payment_method: { cash: {} } });
  expect(cash).toMatchObject({ payment_method: 'cash', response_code: 100 });
  for (const sec_code of ['ccd', 'ppd', 'WEB']) {
    await pay({ payment_method: ach('111111111', { sec_code, account_type: 'savings' }) });
  }
  await pay({ payment_method: ach('111111111', { sec_code: 'tel', check_number: '1001' }) });
});

it('3.2 lets a user do only what their rights say', async () => {
  const { private_key: key } = the.keys.merchant_standard;
  await pay({ amount: 150 }, { key });
  const { id } = await pay({ type: 'authorize', amount: 151 });
  const paid = (type: string) => ({ type, amount: 150, payment_method: card() });
  for (const type of ['authorize', 'credit', 'verification']) {
    const answer = await call('POST', '/transaction', paid(type), { key });
    expect([type, answer.http]).toEqual([type, 403]);
  }
  for (const verb of ['capture', 'void', 'refund']) {
    const answer = await call('POST', `/transaction/${id}/${verb}`, {}, { key });
    expect([verb, answer.http]).toEqual([verb, 403]);
  }
});

it('3.11 gives the first answer again for the same key, and refuses another body', async () => {
  const idempotency_key = randomUUID();
  const body = { type: 'sale', amount: 888, payment_method: card(), idempotency_key };
  const first = await call('POST', '/transaction', body);
  const second = await call('POST', '/transaction', body);
  expect(second.text).toBe(first.text);
  expect(first.data).toMatchObject({ idempotency_key, idempotency_time: 300 });
  await refused(400, /./, 'POST', '/transaction', { ...body, amount: 889 });
  const header = { headers: { 'idempotency-key': randomUUID() } };
  const { idempotency_key: _, ...bare } = body;
  const one = await good('POST', '/transaction', bare, header);
  expect((await good('POST', '/transaction', bare, header)).id).toBe(one.id);
});

it('3.11 takes one payment when the same key is sent ten times at once', async () => {
  const order_id = `race${Date.now() % 1e9}`;
  const idempotency_key = randomUUID();
  const body = { type: 'sale', amount: 912, payment_method: card(), idempotency_key, order_id };
  const all = await Promise.all(
    Array.from({ length: 10 }, () => good('POST', '/transaction', body)),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  const found = await call('POST', '/transaction/search', {
    order_id: { operator: '=', value: order_id },
  });
  expect(found.body.total_count).toBe(1);
});
