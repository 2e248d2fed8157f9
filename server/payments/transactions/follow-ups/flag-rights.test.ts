// Who decides about a flagged payment: approving takes the right to capture, declining to void.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flaggedTransaction } from '../../../testing/sweeps/transactions.ts';
import { makeTenants, type Tenants } from '../../../testing/tenants.ts';
import { makeWorld, type World } from '../../../testing/world.ts';

let world: World;
let t: Tenants;
beforeAll(async () => {
  world = await makeWorld();
  t = await makeTenants(world);
});
afterAll(() => world.close());

/** The key of a user with this right and no other. */
async function keyWith(verb: string, right: string): Promise<string> {
  const body = {
    username: `${verb}_${right}`,
    name: 'One right',
    email: 'one@example.com',
    permissions: { [right]: true },
    create_api_key: true,
  };
  const answer = await world.call('POST', '/user', { credential: t.m1.boss.private_key, body });
  return answer.body.data.api_key;
}

test.each([
  ['approve', 'process_capture', 'process_void'],
  ['decline', 'process_void', 'process_capture'],
] as const)('to %s takes %s, and %s does not do', async (verb, right, other) => {
  const id = await flaggedTransaction(world, t.m1, 'flagged');
  const path = `/transaction/${id}/flagged/${verb}`;
  const refused = await world.call('POST', path, { credential: await keyWith(verb, other) });
  expect([refused.status, refused.body.msg]).toEqual([403, expect.stringContaining(right)]);
  const unchanged = await world.call('GET', `/transaction/${id}`, {
    credential: t.m1.boss.private_key,
  });
  expect(unchanged.body.data.status).toBe('flagged');
  const done = await world.call('POST', path, { credential: await keyWith(verb, right) });
  expect(done.status, done.text).toBe(200);
});
