// Removing a user: once, with the keys, and never oneself (spec 1 §6).
import { expect, it } from 'vitest';
import type { Person } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

const as = ({ private_key }: Person) => ({ credential: private_key });
let made = 0;
/** A user of the first merchant. */
async function make(more: object = {}): Promise<{ id: string; api_key: string }> {
  made += 1;
  const body = { username: `leaver_${made}`, name: 'Leaver', email: 'l@example.com', ...more };
  return (await world.call('POST', '/user', { ...as(t.m1.boss), body })).body.data;
}

it('is removed once, though two ask for it at the same moment', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await make();
    const remove = () => world.call('DELETE', `/user/${id}`, as(t.m1.boss));
    const answers = await Promise.all([remove(), remove()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  }
});

it('is removed with its keys, but never by itself', async () => {
  const { id, api_key: credential } = await make({ create_api_key: true });
  expect((await world.call('GET', '/user', { credential })).status).toBe(200);
  expect((await world.call('DELETE', `/user/${id}`, as(t.m1.boss))).status).toBe(200);
  expect((await world.call('GET', '/user', { credential })).status).toBe(401);
  expect((await world.call('GET', `/user/${id}`, as(t.m1.boss))).status).toBe(404);
  const own = await world.call('DELETE', `/user/${t.m1.boss.user.id}`, as(t.m1.boss));
  expect(own.status).toBe(400);
});
