// What a page with the hosted fields is told of a card before it is tokenized.
import { expect, it } from 'vitest';
import { connect } from '../db/database.ts';
import { setFeeProgram } from '../testing/fee-program.ts';
import { openMoneyWorld } from '../testing/worlds/money-world.ts';
import { hostedPlace } from './hosted-card.ts';
import { invalidateMerchant } from './merchant-config.ts';

const w = openMoneyWorld();
const ask = async (body: object) => {
  const answer = await w.world.call('POST', `/tokenizer/${w.m1.boss.public_key}/card`, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

it('is the card behind its first digits, and what a payment would cost with it', async () => {
  const [surcharge, on] = [{ allow_surcharge: true }, { surcharge_enabled: true }];
  await setFeeProgram(w, surcharge, on);
  const found = await ask({ bin: '40000010', amount: 10_000, state: 'IL' });
  expect(found.bin).toMatchObject({ card_brand: 'Visa', card_type: 'credit' });
  expect(found.fees.surcharge).toBeGreaterThan(0);
  expect(found.fees).toMatchObject({
    amount: 10_000 + found.fees.surcharge,
    service_fee: 0,
    currency: 'usd',
  });
  expect((await ask({ bin: '40000010' })).fees).toBeNull();
  await setFeeProgram(w, { ...surcharge, allow_ibx_bin_lookup: false }, on);
  expect(await ask({ bin: '40000010', amount: 10_000, state: 'IL' })).toEqual({
    bin: {},
    fees: { amount: 10_000, surcharge: 0, service_fee: 0, currency: 'usd' },
  });
});

it('is asked in the currency of the merchant, which the frame is served with', async () => {
  const { id } = w.m1.account;
  const { system } = w.world;
  const context = { ...system, ip: '203.0.113.9' };
  const place = () => hostedPlace(context, w.m1.boss.public_key);
  expect(await place()).toEqual({ origins: [], currency: 'usd' });
  const default_values = JSON.stringify({ merchant: { currency: 'jpy' } });
  const yen = connect(system, id).updateTable('merchant').set({ default_values });
  await yen.where('merchant_id', '=', id).execute();
  invalidateMerchant(system, id);
  expect(await place()).toEqual({ origins: [], currency: 'jpy' });
  await expect(hostedPlace(context, 'pub_nobody')).rejects.toThrow('unauthorized');
});
