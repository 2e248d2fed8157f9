// The time zone of a user: chosen, taken back, or that of the account (decisions G49).
import { expect, it } from 'vitest';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);

const call = async (method: 'GET' | 'POST', path: string, body?: object, by = tenants.m1.boss) =>
  (await world.call(method, path, { credential: by.private_key, ...(body && { body }) })).body.data;

const userOf = (username: string) => ({ username, name: 'New', email: `${username}@example.com` });

it('is empty until somebody chooses, and the caller is told the account’s', async () => {
  await call(
    'POST',
    `/merchant/${tenants.m1.account.id}`,
    { timezone: 'America/Denver' },
    tenants.p1.boss,
  );
  const made = await call('POST', '/user', userOf('no_choice_made'));
  expect(made.timezone).toBe('');
  expect(await call('GET', '/user')).toMatchObject({
    timezone: '',
    account_timezone: 'America/Denver',
    account_name: tenants.m1.account.name,
    parent_name: tenants.p1.account.name,
  });
});

it('stays as it was chosen, whatever becomes of the account’s', async () => {
  const made = await call('POST', '/user', { ...userOf('choice_made'), timezone: 'Europe/Berlin' });
  const path = `/merchant/${tenants.m1.account.id}`;
  await call('POST', path, { timezone: 'America/Phoenix' }, tenants.p1.boss);
  expect((await call('GET', `/user/${made.id}`)).timezone).toBe('Europe/Berlin');
  const renamed = await call('POST', `/user/${made.id}`, { name: 'Other' });
  expect(renamed).toMatchObject({ name: 'Other', timezone: 'Europe/Berlin' });
});

it('is taken back by an empty text, and by nothing else', async () => {
  const made = await call('POST', '/user', { ...userOf('taken_back'), timezone: 'Asia/Tokyo' });
  const change = (timezone: unknown) => call('POST', `/user/${made.id}`, { timezone });
  expect((await change(null)).timezone).toBe('Asia/Tokyo');
  expect((await change('')).timezone).toBe('');
  expect((await change('Asia/Seoul')).timezone).toBe('Asia/Seoul');
  const { status, body } = await world.call('POST', `/user/${made.id}`, {
    credential: tenants.m1.boss.private_key,
    body: { timezone: '!' },
  });
  expect([status, body.data.invalid[0].field]).toEqual([400, 'timezone']);
});

it('tells who is above an account, of the top nobody', async () => {
  const originOf = async (by: typeof tenants.m1.boss) =>
    (await call('GET', '/user', undefined, by)).parent_name;
  expect(await originOf(tenants.p1a.boss)).toBe(tenants.p1.account.name);
  expect(await originOf(tenants.m1a.boss)).toBe(tenants.p1a.account.name);
  expect(await originOf(tenants.p1.boss)).toBe('');
});
