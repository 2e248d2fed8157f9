// What stands for a card in a request: it pays as the card does, and once.
import { expect, it } from 'vitest';
import { token_refusal } from '../../../../../contract/vault/tokenizer.ts';
import { good_card } from '../../../../testing/tenants.ts';
import { openMoneyWorld } from '../../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();

it('a token pays with its card, once, whatever the amount', async () => {
  const path = `/tokenizer/${w.m1.boss.public_key}`;
  const { token } = (await w.world.call('POST', path, { body: { card: good_card } })).body;
  const pay = (amount: number) =>
    w.post('/transaction', { type: 'sale', amount, payment_method: { token } });
  const paid = await pay(1_000);
  expect(paid.body.data, paid.text).toMatchObject({
    status: 'pending_settlement',
    response_body: { card: { last_four: good_card.number.slice(-4) } },
  });
  const again = await pay(1_001);
  expect([again.status, again.body.data.invalid]).toEqual([
    400,
    [{ field: 'payment_method.token', message: token_refusal }],
  ]);
});

it('a token is paid to, as its card would be', async () => {
  const path = `/tokenizer/${w.m1.boss.public_key}`;
  const { token } = (await w.world.call('POST', path, { body: { card: good_card } })).body;
  const paid = await w.post('/transaction', {
    type: 'credit',
    amount: 700,
    payment_method: { token },
  });
  expect(paid.body.data, paid.text).toMatchObject({ type: 'credit', status: 'pending_settlement' });
});
