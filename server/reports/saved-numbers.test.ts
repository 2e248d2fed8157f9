// A card number that is saved to search by: nobody reads it back, and it finds the same rows.
import { beforeAll, describe, expect, it } from 'vitest';
import { good_card, makeSale, type Person } from '../testing/tenants.ts';
import { openOwner, openTenants, openWorld } from '../testing/worlds/open-world.ts';

let sale_id: string;

const world = openWorld();
const t = openTenants(world);
const owner = openOwner(() => world.database_url);
beforeAll(async () => {
  sale_id = (await makeSale(world, t.m1, { description: 'one' })).body.data.id;
  const other = { ...good_card, number: '4012888888881881' };
  await makeSale(world, t.m1, { payment_method: { card: other } });
});

const mask = '411111••••••1111';
const post = (by: Person, path: string, body: object) =>
  world.call('POST', path, { credential: by.private_key, body });
let made_count = 0;
function save(by: Person, value: unknown, operator = '=') {
  made_count += 1;
  const data = { full_cc_number: { operator, value } };
  const body = { name: `Card ${made_count}`, section: 'transaction', shared: true, data };
  return post(by, '/search/saved', body);
}
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
async function findBy(by: Person, full_cc_number: object) {
  const { body, status, text } = await post(by, '/transaction/search', { full_cc_number });
  expect(status, text).toBe(200);
  return ids(body.data);
}

/** Rows of a table that hold a text, its separators left out. */
async function holding(table: string, text: string): Promise<number> {
  const { rows } = await owner.query<{ text: string }>(`select t::text as text from ${table} t`);
  return rows.filter((row) => row.text.replace(/[ -]/g, '').includes(text)).length;
}

describe('a saved card number', () => {
  it.each([
    good_card.number,
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    Number(good_card.number),
  ])('%s is kept as its mask and finds the same rows', async (typed) => {
    const { status, body, text } = await save(t.m1.boss, typed);
    expect(status, text).toBe(200);
    const { full_cc_number } = body.data.data;
    expect(full_cc_number).toMatchObject({ operator: '=', value: mask });
    expect(text.replace(/[ -]/g, '')).not.toContain(good_card.number);
    for (const table of ['saved_search', 'audit_log', 'request_log']) {
      expect(await holding(table, good_card.number), table).toBe(0);
    }
    const { value } = { value: good_card.number };
    expect(await findBy(t.m1.boss, full_cc_number)).toEqual([sale_id]);
    expect(await findBy(t.m1.boss, { operator: '=', value })).toEqual([sale_id]);
  });

  it('is read by others of the account as its mask, and works in totals and reports', async () => {
    const made = (await save(t.m1.boss, good_card.number)).body.data;
    const credential = t.m1.clerk.private_key;
    const { body, text } = await world.call('GET', '/search/saved/transaction', { credential });
    expect(text).not.toContain(good_card.number);
    const read = body.data.find(({ id }: { id: string }) => id === made.id);
    const { data } = read;
    const totals = await post(t.m1.boss, '/transaction/search/totals', data);
    expect(totals.body.data.by_currency).toHaveLength(1);
    const report = await post(t.m1.boss, '/transaction/report', data);
    expect(report.text).toContain(sale_id);
    expect(report.text).not.toContain(good_card.number);
    const again = await post(t.m1.boss, '/search/saved/transaction', { name: 'Again', data });
    expect(again.body.data.data).toEqual(data);
  });

  it('is found by a merchant that took its first card after it was saved', async () => {
    const { full_cc_number } = (await save(t.m2.boss, good_card.number)).body.data.data;
    expect(await findBy(t.m2.boss, full_cc_number)).toEqual([]);
    const sale = await makeSale(world, t.m2);
    expect(await findBy(t.m2.boss, full_cc_number)).toEqual([sale.body.data.id]);
  });

  it('reaches of a partner what it reached when saved, and says where it is less', async () => {
    const { full_cc_number } = (await save(t.p1.boss, good_card.number)).body.data.data;
    expect(Object.keys(full_cc_number.digests)).toEqual([t.m1.account.id]);
    expect(await findBy(t.p1.boss, full_cc_number)).toEqual([sale_id]);
    await makeSale(world, t.m1a);
    const { status, body } = await post(t.p1.boss, '/transaction/search', { full_cc_number });
    const why = 'enter the number again; the saved one does not cover every merchant';
    expect([status, body.msg]).toEqual([400, `bad request error: invalid Full CC Number: ${why}`]);
  });

  it('that is a mask alone finds nothing and asks for the number', async () => {
    const body = { full_cc_number: { operator: '=', value: mask } };
    const { status, body: answer } = await post(t.m2.boss, '/transaction/search', body);
    expect([status, answer.msg]).toEqual([400, expect.stringContaining('enter the number again')]);
  });

  it.each([
    ['too short', '4111', '='],
    ['a text', 'my card', '='],
    ['a part of one', good_card.number, '%'],
  ])('that is %s is refused', async (_, value, operator) => {
    const { status, body } = await save(t.m1.boss, value, operator);
    expect([status, body.msg]).toEqual([400, 'bad request error: invalid Full CC Number']);
  });

  it('of twelve digits shows its last four alone', async () => {
    const { body, text } = await save(t.m1.boss, '501800000009');
    expect(body.data?.data.full_cc_number.value, text).toBe('••••••••0009');
  });

  it('stands under no other name, in no section and in no path', async () => {
    const filter = { operator: '=', value: good_card.number, digests: {} };
    const names = ['my_token', 'password', 'x_secret', 'logo', 'auth_key', 'full_cc_number.value'];
    const data = Object.fromEntries(names.map((name) => [name, filter]));
    const { body, text } = await post(t.m1.boss, '/search/saved/transaction', { name: 'n', data });
    expect(text).not.toContain(good_card.number);
    expect(body.data.data.password).toEqual({ operator: '=', value: '411111******1111' });
    const paths = [good_card.number, `x${good_card.number}`, '4111-1111-1111-1111'];
    for (const section of paths) {
      const path = `/search/saved/${section}`;
      expect((await post(t.m1.boss, path, { name: 'n', data: {} })).status).toBe(404);
    }
    const odd = await post(t.m1.boss, '/search/saved/A', { name: 'n', data: {} });
    expect(odd.status).toBe(400);
  });
});
