// The account tree: made, moved and seen; reach is always what the tree says.
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { connect } from '../db/database.ts';
import { openAccounts } from '../testing/worlds/accounts-world.ts';
import { openWorld } from '../testing/worlds/open-world.ts';
import { createMerchant, createPartner } from './create.ts';

const world = openWorld({ lab: false });
const accounts = openAccounts(world);

type Who = 'admin' | 'partner_user' | 'owner' | 'other_partner_user';
const post = (who: Who, path: string, body: unknown = {}) =>
  world.call('POST', path, { credential: accounts[who].private_key, body });
const get = (who: Who, path: string) =>
  world.call('GET', path, { credential: accounts[who].private_key });

/** Rows of reach that the tree does not say, or says and that are missing. */
async function unsound() {
  const { rows } = await sql<object>`with recursive walked as (
      select id as account_id, id as descendant_id, account_type as descendant_type, 0 as depth
        from account
      union all
      select a.parent_id, w.descendant_id, w.descendant_type, w.depth + 1
        from walked w join account a on a.id = w.account_id
        where a.parent_id is not null and w.depth < 50)
    (select 'missing', * from walked except select 'missing', account_id, descendant_id,
      descendant_type, depth from account_closure)
    union all (select 'extra', account_id, descendant_id, descendant_type, depth
      from account_closure
      except select 'extra', * from walked)`.execute(connect(world.system));
  return rows;
}
afterEach(async () => expect(await unsound()).toEqual([]));

const partner = (name: string, parent_id: string | null = null) =>
  createPartner(world.system, { name, parent_id });

test('a partner makes a partner below itself and finds it', async () => {
  const made = await post('partner_user', '/partner', { name: 'Lake District', website: 'x.org' });
  expect(made.status, made.text).toBe(200);
  expect(made.body.data).toMatchObject({ parent_id: accounts.partner.id, status: 'active' });
  const name = { operator: '=', value: 'Lake District' };
  const found = await post('partner_user', '/partner/search', { name, limit: 10, offset: 0 });
  expect(found.body).toMatchObject({ data: [{ id: made.body.data.id }], total_count: 1 });
  expect(found.body.data[0].parent_name).toBe('North Partner');
  const strange = await post('other_partner_user', '/partner/search', { name });
  expect([strange.body.data, strange.body.total_count]).toEqual([[], 0]);
});

test('nothing is made below a partner out of reach, nor below one that is not active', async () => {
  const below = { name: 'Intruder', parent_id: accounts.other_partner.id };
  expect((await post('partner_user', '/partner', below)).status).toBe(404);
  const merchant = { name: 'Intruder', partner_id: accounts.other_partner.id };
  expect((await post('partner_user', '/merchant', merchant)).status).toBe(404);
  const asleep = await partner('Asleep', accounts.partner.id);
  await post('admin', `/partner/${asleep.id}/status`, { status: 'disable' });
  const refused = await post('partner_user', '/merchant', { name: 'Late', partner_id: asleep.id });
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'bad request error: the partner is not active',
  ]);
});

test('a partner reads and changes its subtree at any depth; siblings are not found', async () => {
  const deep = await partner('Deep', accounts.sub_partner.id);
  const changed = await post('partner_user', `/partner/${deep.id}`, { phone: '(503) 555-0177' });
  expect(changed.body.data).toMatchObject({ phone: '5035550177', name: 'Deep' });
  expect(Object.keys(changed.body.data.parent_structure)).toEqual([
    accounts.sub_partner.id,
    accounts.partner.id,
  ]);
  for (const path of [`/partner/${deep.id}`, `/partner/${accounts.partner.id}`]) {
    expect((await get('other_partner_user', path)).status).toBe(404);
    expect((await post('other_partner_user', path, { name: 'Mine' })).status).toBe(404);
  }
});

test('a partner that moves takes everybody below it along', async () => {
  const branch = await partner('Branch', accounts.partner.id);
  const twig = await partner('Twig', branch.id);
  const leaf = await createMerchant(world.system, { name: 'Leaf', parent_id: twig.id });
  expect((await get('partner_user', `/merchant/${leaf.id}`)).status).toBe(200);
  const moved = await post('admin', `/partner/${branch.id}`, {
    parent_id: accounts.other_partner.id,
  });
  expect(moved.body.data.parent_id).toBe(accounts.other_partner.id);
  expect((await get('partner_user', `/merchant/${leaf.id}`)).status).toBe(404);
  const seen = await get('other_partner_user', `/merchant/${leaf.id}`);
  expect(Object.keys(seen.body.data.parent_structure)).toEqual([
    twig.id,
    branch.id,
    accounts.other_partner.id,
  ]);
  const top = await post('admin', `/partner/${branch.id}`, { parent_id: '' });
  expect(top.body.data).toMatchObject({ parent_id: '', parent_structure: {} });
  expect((await get('other_partner_user', `/merchant/${leaf.id}`)).status).toBe(404);
});

test('a partner moves what is below it to another place below it, and nowhere else', async () => {
  const first = await partner('Mover', accounts.partner.id);
  const path = `/partner/${first.id}`;
  const moved = await post('partner_user', path, { parent_id: accounts.sub_partner.id });
  expect(moved.body.data.parent_id).toBe(accounts.sub_partner.id);
  expect((await post('partner_user', path, { parent_id: '' })).status).toBe(403);
  const strange = accounts.other_partner.id;
  expect((await post('partner_user', path, { parent_id: strange })).status).toBe(404);
  const own = `/partner/${accounts.partner.id}`;
  expect((await post('partner_user', own, { parent_id: first.id })).status).toBe(403);
  expect((await get('admin', path)).body.data.parent_id).toBe(accounts.sub_partner.id);
});

test('a partner cannot stand below itself, nor below what is below it', async () => {
  const above = await partner('Above');
  const below = await partner('Below', above.id);
  for (const parent_id of [above.id, below.id]) {
    const refused = await post('admin', `/partner/${above.id}`, { parent_id });
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'bad request error: an account cannot be its own parent',
    ]);
  }
});

test('moves at the same moment make no ring', async () => {
  // Each below a child of the next: the rows that one move holds are not those of another.
  for (let round = 0; round < 5; round++) {
    const three = await Promise.all(['a', 'b', 'c'].map((name) => partner(`${name}${round}`)));
    const below = await Promise.all(three.map(({ id }) => partner('child', id)));
    const answers = await Promise.all(
      three.map(({ id }, n) =>
        post('admin', `/partner/${id}`, { parent_id: below[(n + 1) % 3]?.id }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    expect(await unsound()).toEqual([]);
  }
});

test('what is made below a partner that moves is within the reach of the new place', async () => {
  const [home, away] = await Promise.all([partner('Home'), partner('Away')]);
  for (let round = 0; round < 3; round++) {
    const going = await partner('Going', home.id);
    const below = await partner('Below', going.id);
    const [moved, ...made] = await Promise.all([
      post('admin', `/partner/${going.id}`, { parent_id: away.id }),
      ...['1', '2', '3', '4'].map((name) =>
        post('admin', '/merchant', { name, partner_id: below.id }),
      ),
    ]);
    expect([moved, ...made].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await unsound()).toEqual([]);
  }
});

test('only an administrator moves a merchant, and its owner is then another partner', async () => {
  const path = `/merchant/${accounts.merchant.id}`;
  const to = { partner_id: accounts.other_partner.id };
  expect((await post('owner', path, to)).status).toBe(403);
  expect((await post('partner_user', path, { partner_id: accounts.partner.id })).status).toBe(403);
  const moved = await post('admin', path, to);
  expect(moved.body.data.partner_id).toBe(accounts.other_partner.id);
  expect((await get('partner_user', path)).status).toBe(404);
  expect((await get('other_partner_user', path)).status).toBe(200);
  await post('admin', path, { partner_id: accounts.sub_partner.id });
});

test('directOnly lists who stands directly below the caller', async () => {
  const names = async (who: Who, body: object) =>
    (await post(who, '/partner/search', { limit: 100, ...body })).body.data.map(
      (row: { name: string }) => row.name,
    );
  const direct = await names('partner_user', { directOnly: true });
  expect(direct).toContain('North Sub');
  expect(direct).not.toContain('Deep');
  expect(await names('partner_user', {})).toEqual(expect.arrayContaining(['North Sub', 'Deep']));
  expect(await names('partner_user', {})).not.toContain('North Partner');
  const tops = await names('admin', { directOnly: true });
  expect(tops).toEqual(expect.arrayContaining(['North Partner', 'South Partner']));
  expect(tops).not.toContain('North Sub');
  const merchants = await post('partner_user', '/merchant/search', { directOnly: true });
  expect(merchants.body.total_count).toBe(0);
  const all = await post('partner_user', '/merchant/search', {
    sort: { field: 'name', direction: 'asc' },
  });
  expect(all.body.data.map((row: { name: string }) => row.name)).toEqual(['Corner Bakery']);
});
