// Groups of custom fields: names differ, a group in use stays, and only admins change one.
import { expect, it } from 'vitest';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);

const post = (path: string, body: object, by = tenants.m1.boss) =>
  world.call('POST', path, { credential: by.private_key, body });

it('has one group of a name, and says so', async () => {
  const { body } = await post('/group', { name: ' Donors ' });
  expect(body.data.name).toBe('Donors');
  const again = await post('/group', { name: 'Donors' });
  expect(again.body.msg).toBe('bad request error: invalid Name: it is taken');
  const invalid = [{ field: 'name', message: 'The Name is already taken.' }];
  expect(again.body.data).toEqual({ invalid });
  expect((await post('/group', { name: 'Donors' }, tenants.m2.boss)).status).toBe(200);
});

it('lists by limit and offset, with the count of all', async () => {
  await post('/group', { name: 'Second' });
  const credential = tenants.m1.clerk.private_key;
  const { body } = await world.call('GET', '/groups?limit=1&offset=1', { credential });
  expect([body.data.length, body.total_count]).toEqual([1, 2]);
});

it('renames a group with its fields, and keeps one that has some', async () => {
  const field = await post('/customfield', { name: 'Size', type: 'text', group_name: 'Shop' });
  const credential = tenants.m1.boss.private_key;
  const { body } = await world.call('GET', '/groups', { credential });
  const { id } = body.data.find((one: { name: string }) => one.name === 'Shop');
  await post(`/group/${id}`, { name: 'Store' });
  const path = `/customfield/${field.body.data.id}`;
  const moved = await world.call('GET', path, { credential });
  expect(moved.body.data.group_name).toBe('Store');
  const refused = await world.call('DELETE', `/group/${id}`, { credential });
  expect(refused.body.msg).toBe('bad request error: the group has custom fields');
  await world.call('DELETE', path, { credential });
  expect((await world.call('DELETE', `/group/${id}`, { credential })).status).toBe(200);
});

it('lets only users with the admin role change groups', async () => {
  expect((await post('/group', { name: 'Third' }, tenants.m1.clerk)).status).toBe(403);
});
