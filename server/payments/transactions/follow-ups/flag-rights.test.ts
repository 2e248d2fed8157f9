// Who decides about a flagged payment: approving takes the right to capture, declining to void.
import { describe, expect, test } from 'vitest';
import { flaggedTransaction } from '../../../testing/sweeps/transactions.ts';
import { openTenants, openWorld } from '../../../testing/worlds/open-world.ts';

const world = openWorld();
const t = openTenants(world);

/** The key of a user with this right and no other. */
async function keyWith(verb: string, right: string, by = t.m1.boss): Promise<string> {
  const body = {
    username: `${verb}_${right}_${by.user.account_type}`,
    name: 'One right',
    email: 'one@example.com',
    permissions: { [right]: true },
    create_api_key: true,
  };
  const answer = await world.call('POST', '/user', { credential: by.private_key, body });
  return answer.body.data.api_key;
}

test.each([
  ['approve', 'process_capture', 'process_void'],
  ['decline', 'process_void', 'process_capture'],
] as const)('to %s takes %s, and %s does not do', async (verb, right, other) => {
  const id = await flaggedTransaction(world, t.m1, 'flagged');
  const path = `/transaction/${id}/flagged/${verb}`;
  const refused = await world.call('POST', path, { credential: await keyWith(verb, other) });
  expect([refused.status, refused.body.data.name]).toEqual([403, right]);
  const unchanged = await world.call('GET', `/transaction/${id}`, {
    credential: t.m1.boss.private_key,
  });
  expect(unchanged.body.data.status).toBe('flagged');
  const done = await world.call('POST', path, { credential: await keyWith(verb, right) });
  expect(done.status, done.text).toBe(200);
});

describe.each(['p1', 'admin'] as const)('of a merchant below, for %s', (of) => {
  const status = of === 'p1' ? 'flagged_partner' : 'flagged';

  test.each([
    ['approve', 'process_capture', 'process_void'],
    ['decline', 'process_void', 'process_capture'],
  ] as const)('to %s takes %s, and %s does not do', async (verb, right, other) => {
    const id = await flaggedTransaction(world, t.m1, status);
    const path = `/transaction/${t.m1.account.id}/${id}/flagged/${verb}`;
    for (const credential of [t[of].clerk.private_key, await keyWith(verb, other, t[of].boss)]) {
      const { status: refused, body } = await world.call('POST', path, { credential });
      expect([refused, body.data.name]).toEqual([403, right]);
    }
    const credential = await keyWith(verb, right, t[of].boss);
    const done = await world.call('POST', path, { credential });
    expect(done.status, done.text).toBe(200);
  });
});
