// Which accounts of a linked bank can be paid from.
import { expect, it } from 'vitest';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld();
const t = openTenants(world);
const post = async (path: string, body: object) => {
  const credential = t.m1.boss.private_key;
  const answer = await world.call('POST', path, { credential, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

/** The accounts shown where the provider's answers are changed on their way. */
async function linked(change: (body: string) => string) {
  const { public_token } = await post('/plaid/simulated-sign-in', { username: 'user_good' });
  const { egress } = world.services;
  world.services.egress = {
    async exchange(request) {
      const answer = await egress.exchange(request);
      return answer.kind === 'answered' ? { ...answer, body: change(answer.body) } : answer;
    },
  };
  const { accounts } = await post('/plaid/link', { public_token });
  world.services.egress = egress;
  return accounts;
}

it('those of the two kinds that a debit names, and no other kind', async () => {
  const accounts = await linked((body) => body.replaceAll('"savings"', '"money market"'));
  const shown = accounts.map((one: { subtype: string; mask: string }) => [one.subtype, one.mask]);
  expect(shown).toEqual([
    ['checking', '0000'],
    ['checking', '2222'],
  ]);
});

it('a balance without a currency is not shown, whatever its number', async () => {
  const accounts = await linked((body) =>
    body.replaceAll(/"iso_currency_code":\s*"USD"/g, '"iso_currency_code":null'),
  );
  expect(accounts).toHaveLength(3);
  for (const one of accounts) {
    expect(one).toMatchObject({ currency: '', available_balance: null, current_balance: null });
  }
});
