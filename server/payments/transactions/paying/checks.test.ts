// Requests that must be turned down: the message names the field, and nothing is written.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../db/database.ts';
import { good_card } from '../../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { invalidateMerchant } from '../../merchant-config.ts';

let before: number[];

const counts = async () => [
  await w.count('transaction'),
  await w.count('rail_attempt'),
  await w.count('idempotency'),
  await w.count('outgoing_mail'),
];

const w = openMoneyWorld();
beforeAll(async () => {
  before = await counts();
});
afterAll(async () => {
  expect(await counts()).toEqual(before);
});

const sale = { type: 'sale', amount: 1000, ...cardOf(good_card.number) };
const card = (more: object) => ({ payment_method: { card: { ...good_card, ...more } } });
const ach = (more: object) => ({
  payment_method: { ach: { routing_number: '021000021', account_number: '123456', ...more } },
});

describe('a bad request is a 400 that names the field', () => {
  it.each<[string, object, RegExp]>([
    ['no amount', { amount: undefined }, /invalid Amount$/],
    ['an amount of nothing', { amount: 0 }, /invalid Amount$/],
    ['a negative amount', { amount: -5 }, /invalid Amount$/],
    ['a broken amount', { amount: 12.5 }, /invalid Amount$/],
    ['another total than ours', { base_amount: 900 }, /invalid Amount$/],
    ['a price changed', { amount: 900, amounts: { amount: 900, base_amount: 1000 } }, /Amount$/],
    ['an unknown type', { type: 'gift' }, /invalid Type$/],
    ['a wrong check digit', card({ number: '4111111111111112' }), /invalid Card Number$/],
    ['a short number', card({ number: '411111111111' }), /invalid Card Number$/],
    ['no number', card({ number: '' }), /invalid Card Number$/],
    ['no expiry', card({ expiration_date: '' }), /invalid Expiration Date$/],
    ['month 13', card({ expiration_date: '13/30' }), /invalid Expiration Date$/],
    ['an expired card', card({ expiration_date: '01/20' }), /card expiration - expired$/],
    ['a code of two digits', card({ cvc: '12' }), /invalid CVC$/],
    ['a broken track', card({ entry_type: 'swiped', track_2: ';12=1?' }), /invalid Track 2$/],
    ['a wrong routing number', ach({ routing_number: '021000022' }), /invalid Routing Number$/],
    ['a short account', ach({ account_number: '123' }), /invalid Account Number$/],
    ['TEL without check', ach({ sec_code: 'tel' }), /invalid Check Number$/],
    ['no method', { payment_method: {} }, /invalid payment_method$/],
    ['two methods', { payment_method: { card: good_card, cash: {} } }, /invalid payment_method$/],
    [
      'a method whose room comes',
      { payment_method: { apm: { type: 'klarna' } } },
      /invalid payment_method$/,
    ],
    ['an unknown terminal', { payment_method: { terminal: { id: 'x' } } }, /invalid ID$/],
    ['a customer of one letter', { payment_method: { customer: { id: 'x' } } }, /invalid ID$/],

    ['an unknown processor', { processor_id: '0'.repeat(20) }, /invalid Processor ID$/],
    ['a currency not taken', { currency: 'eur' }, /invalid Currency$/],
    ['an unknown currency', { currency: 'xxx' }, /invalid Currency$/],
    ['a long order', { order_id: 'x'.repeat(18) }, /invalid Order ID$/],
    ['a bad postal code', { billing_address: { postal_code: '!' } }, /invalid Postal Code$/],
    ['a bad address', { ip_address: 'x' }, /invalid IP Address$/],
    ['authorizing a bank account', { type: 'authorize', ...ach({}) }, /invalid Type$/],
    ['verifying cash', { type: 'verification', payment_method: { cash: {} } }, /invalid Type$/],
    [
      'a fee above the amount',
      { payment_adjustment: { type: 'flat', value: 9999 } },
      /Adjustment$/,
    ],
  ])('%s', async (_what, change, message) => {
    const answer = await w.post('/transaction', { ...sale, ...change });
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringMatching(message)]);
    expect(answer.text).not.toContain('411111111111');
  });

  it('a card sent to a processor of bank accounts', async () => {
    const answer = await w.post('/transaction', { ...sale, processor_id: w.m1.processors.ach });
    expect(answer.body.msg).toMatch(/invalid Processor ID$/);
  });
});

describe('lenient reading', () => {
  it('null, empty text, 0 and false count as absent', async () => {
    const blank = { tax_amount: null, tip_amount: 0, order_id: '', allow_partial_payment: false };
    const method = { payment_method: { card: good_card, ach: null, token: null } };
    // Refused for the currency alone: everything before it was taken.
    const body = { ...sale, ...blank, ...method, currency: 'eur' };
    expect((await w.post('/transaction', body)).body.msg).toMatch(/invalid Currency$/);
  });
});

describe('who may pay', () => {
  const by = (credential: string, type: string) =>
    w.world.call('POST', '/transaction', { credential, body: { ...sale, type } });

  it('takes the right of the type', async () => {
    for (const type of ['sale', 'authorize', 'credit', 'verification']) {
      expect((await by(w.m1.clerk.private_key, type)).status).toBe(403);
    }
  });

  it('is nobody without a private key of a merchant', async () => {
    expect((await by('', 'sale')).status).toBe(401);
    expect((await by(w.m1.boss.public_key, 'sale')).status).toBe(401);
    expect((await by(w.tenants.p1.boss.private_key, 'sale')).status).toBe(403);
  });

  it('takes the merchant’s permission for a credit', async () => {
    const { id } = w.m1.account;
    const query = connect(w.world.system, id);
    const set = (value: boolean) =>
      query
        .updateTable('merchant')
        .set(({ fn, val, ref }) => ({
          permissions: fn('jsonb_set', [
            ref('permissions'),
            val('{support_blind_credits}'),
            val(JSON.stringify(value)),
          ]) as never,
        }))
        .where('merchant_id', '=', id)
        .execute();
    await set(false);
    invalidateMerchant(w.world.system, id);
    expect((await by(w.m1.boss.private_key, 'credit')).status).toBe(403);
    await set(true);
    invalidateMerchant(w.world.system, id);
  });

  it('names what the merchant requires', async () => {
    const { id } = w.m1.account;
    const require = (fields: object) =>
      w.post(`/merchant/${id}/requireds`, { requireds: { default: fields } });
    expect((await require({ order_id: 'required' })).status).toBe(200);
    invalidateMerchant(w.world.system, id);
    expect((await w.post('/transaction', sale)).body.msg).toMatch(/invalid Order ID$/);
    await require({ order_id: 'optional', payment_method_card_cvc: 'required' });
    invalidateMerchant(w.world.system, id);
    const without = { ...sale, ...card({ cvc: '' }) };
    expect((await w.post('/transaction', without)).body.msg).toMatch(/invalid CVC$/);
    await require({ payment_method_card_cvc: 'optional', tax_amount: 'required' });
    invalidateMerchant(w.world.system, id);
    expect((await w.post('/transaction', sale)).body.msg).toMatch(/invalid Tax Amount$/);
    const message = async (more: object) =>
      (await w.post('/transaction', { ...sale, currency: 'eur', ...more })).body.msg;
    expect(await message({ tax_amount: 0 }), 'a typed 0 is a value').toMatch(/invalid Currency$/);
    await require({ tax_amount: 'optional', guaranty: 'required' });
    invalidateMerchant(w.world.system, id);
    expect(await message(ach({})), 'no payment carries one').toMatch(/invalid Currency$/);
    await require({ guaranty: 'optional' });
    invalidateMerchant(w.world.system, id);
  });

  it('takes 40 characters for the statement, and no more', async () => {
    const named = async (length: number) => {
      const descriptor = { name: 'S'.repeat(length) };
      return (await w.post('/transaction', { ...sale, currency: 'eur', descriptor })).body.msg;
    };
    expect(await named(40)).toMatch(/invalid Currency$/);
    expect(await named(41)).toMatch(/invalid Name$/);
  });
});
