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

it('those of the two kinds that a debit names, and no other kind', async () => {
  const { public_token } = await post('/plaid/simulated-sign-in', { username: 'user_good' });
  const { egress } = world.services;
  world.services.egress = {
    async exchange(request) {
      const answer = await egress.exchange(request);
      if (answer.kind !== 'answered') return answer;
      return { ...answer, body: answer.body.replaceAll('"savings"', '"money market"') };
    },
  };
  const { accounts } = await post('/plaid/link', { public_token });
  world.services.egress = egress;
  const shown = accounts.map((one: { subtype: string; mask: string }) => [one.subtype, one.mask]);
  expect(shown).toEqual([
    ['checking', '0000'],
    ['checking', '2222'],
  ]);
});
