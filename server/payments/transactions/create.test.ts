// Payments through the API and the lab: every test value, every response code, all that is kept.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { test_cards } from '../../../contract/payments/test-cards.ts';
import { cardOf, type MoneyWorld, makeMoneyWorld } from './money-world.ts';

let w: MoneyWorld;

beforeAll(async () => {
  w = await makeMoneyWorld();
});
afterAll(async () => {
  await w?.audit();
  await w?.close();
});

describe('the sandbox cards', () => {
  it.each(test_cards)('$number is approved and told as it is', async (card) => {
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
    expect(await w.read(sale.id)).toEqual(sale);
  });
});
