// Custom fields: who may define them, which definitions stand, what a removal leaves.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import type { Person } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);

const post = (path: string, body: object, by: Person = tenants.m1.boss) =>
  world.call('POST', path, { credential: by.private_key, body });
const get = (path: string, by: Person = tenants.m1.boss) =>
  world.call('GET', path, { credential: by.private_key });
const remove = (path: string, by: Person = tenants.m1.boss) =>
  world.call('DELETE', path, { credential: by.private_key });

async function make(body: object, by?: Person) {
  const answer = await post('/customfield', { name: 'Size', type: 'text', ...body }, by);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

describe('a custom field', () => {
  it('is answered with all its members, those left out as they begin', async () => {
    const made = await make({});
    expect(made).toMatchObject({
      name: 'Size',
      type: 'text',
      group_name: 'default',
      required: false,
      validation_type: 'open',
      values: null,
      default: '',
      deleted_at: '0001-01-01T00:00:00Z',
    });
    expect((await get(`/customfield/${made.id}`)).body.data).toEqual(made);
  });

  it('keeps its list of values in order, and shows a nameless one by its value', async () => {
    const values = [{ name: 'Large', value: 'l' }, { value: 's' }];
    const made = await make({ type: 'radio', values, default: 's' });
    expect(made.values).toEqual([
      { name: 'Large', value: 'l' },
      { name: 's', value: 's' },
    ]);
  });

  it('changes in what is given alone, and drops its list when it is typed', async () => {
    const made = await make({ type: 'select', values: [{ value: 'l' }], required: true });
    const { body } = await post(`/customfield/${made.id}`, { required: false, type: 'text' });
    expect(body.data).toMatchObject({ name: 'Size', required: false, type: 'text', values: null });
  });

  it.each([
    [{ name: 'x'.repeat(101) }, 'Name'],
    [{ name: ' ' }, 'Name'],
    [{ type: 'date' }, 'Type'],
    [{ group_name: 'x'.repeat(51) }, 'Group Name'],
    [{ validation_type: 'email' }, 'Validation Type'],
    [{ type: 'select' }, 'Values'],
    [{ type: 'select', values: [{ value: 'a' }, { value: 'a' }] }, 'Values'],
    [{ type: 'select', values: [{ value: 'a' }], default: 'b' }, 'Default'],
    [{ validation_type: 'numeric', default: 'b' }, 'Default'],
  ])('%j is refused naming %s', async (body, label) => {
    const answer = await post('/customfield', { name: 'Size', type: 'text', ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.msg).toMatch(
      new RegExp(`^bad request error: invalid (Custom Field )?${label}$`),
    );
  });

  it('leaves its lists when it is removed, and is shown to whoever lists old ones', async () => {
    const made = await make({ name: 'Gone' });
    await remove(`/customfield/${made.id}`);
    expect((await get(`/customfield/${made.id}`)).status).toBe(404);
    expect((await remove(`/customfield/${made.id}`)).status).toBe(404);
    const names = (answer: { body: { data: { name: string }[] } }) =>
      answer.body.data.map(({ name }) => name);
    expect(names(await get('/customfields'))).not.toContain('Gone');
    expect(names(await get('/customfields?with_deleted=true'))).toContain('Gone');
  });

  it('stands where its position says, then in the order they were made', async () => {
    const by = tenants.m1a.boss;
    for (const [name, position] of [
      ['c', 2],
      ['a', 1],
      ['b', 1],
    ] as const) {
      await make({ name, position }, by);
    }
    const { body } = await get('/customfields', by);
    expect(body.data.map((one: { name: string }) => one.name)).toEqual(['a', 'b', 'c']);
    expect((await get('/customfields?limit=1&offset=2', by)).body).toMatchObject({
      data: [{ name: 'c' }],
      total_count: 3,
    });
  });
});

describe('between people', () => {
  it('fields are read by every user of the merchant, written by role admin alone', async () => {
    const made = await make({});
    const { clerk } = tenants.m1;
    expect((await get(`/customfield/${made.id}`, clerk)).status).toBe(200);
    const before = (await get('/customfields')).body.total_count;
    expect((await post('/customfield', { name: 'x', type: 'text' }, clerk)).status).toBe(403);
    expect((await post(`/customfield/${made.id}`, { name: 'x' }, clerk)).status).toBe(403);
    expect((await remove(`/customfield/${made.id}`, clerk)).status).toBe(403);
    expect((await get('/customfields')).body.total_count).toBe(before);
  });

  it('a merchant is read from above within reach, and from nowhere else', async () => {
    const { m1, m2, p1, p2, admin } = tenants;
    const path = `/customfields/${m1.account.id}`;
    for (const by of [m1.boss, p1.boss, admin.boss]) expect((await get(path, by)).status).toBe(200);
    for (const by of [m2.boss, p2.boss]) expect((await get(path, by)).status).toBe(404);
  });

  it('a merchant has two hundred at most, however many are made at once', async () => {
    const by = tenants.m2.boss;
    await make({}, by);
    await inTransaction(world.system, tenants.m2.account.id, async (tx) => {
      await sql`insert into custom_field
        select merchant_id, lpad(n::text, 20, '0'), name, group_name, type, required,
          validation_type, choices, default_value, position, created_at, updated_at, null
        from custom_field, generate_series(1, 198) as n
        where merchant_id = ${tenants.m2.account.id}`.execute(tx);
    });
    const requests = Array.from({ length: 6 }, (_, n) =>
      post('/customfield', { name: 'x', type: 'text', group_name: `g${n}` }, by),
    );
    const answers = await Promise.all(requests);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.body.msg).toBe('bad request error: at most 200 custom fields');
  });
});
