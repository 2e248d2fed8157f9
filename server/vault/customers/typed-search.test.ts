// Saved customers while somebody types: found by the beginnings of their words.
import { expect, it } from 'vitest';
import { openOwner, openTenants, openWorld } from '../../testing/open-world.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);
const owner = openOwner(() => world.database_url);

const home = { first_name: 'Ann', last_name: 'Óvari', line_1: '1 Main St', city: 'Denver' };
const card = { number: '4111 1111 1111 1111', expiration_date: '12/30' };

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  world.call(method, path, {
    credential: tenants.m1.boss.private_key,
    ...(body && { body }),
  });

async function made(body: object): Promise<string> {
  const answer = await call('POST', '/vault/customer', body);
  expect(answer.body.msg).toBe('success');
  return answer.body.data.id;
}

async function type(q: string): Promise<string[]> {
  const { body } = await call('GET', `/vault/customer/global-search?q=${encodeURIComponent(q)}`);
  return body.data.map(({ id }: { id: string }) => id);
}

/** The same in the list of customers. */
async function list(value: string): Promise<string[]> {
  const words = { operator: '=', value };
  const { body } = await call('POST', '/vault/customer/search', { words });
  return body.data.map(({ id }: { id: string }) => id);
}

it('finds by the beginnings of words while they are typed', async () => {
  const id = await made({
    id: 'Zephyr.77',
    description: 'Wholesale',
    default_payment: { card },
    default_billing_address: {
      ...home,
      company: 'Zinnia Works',
      phone: '(303) 555-0142',
      email: 'ann@zinnia.example',
    },
  });
  for (const q of [
    'zi',
    'ZINNIA',
    'zephyr.7',
    'ovari zinn',
    'ann@zinnia.ex',
    '1111 zin',
    'works ann',
    'ann ovari',
    'OVARI,  ann',
    'zinnia  works',
    '303 555-01',
  ]) {
    expect(await type(q), q).toContain(id);
    expect(await list(q), q).toEqual([id]);
  }
  expect(await list('zinnia nobody')).toEqual([]);
  expect(await list('--')).toEqual([]);
  expect(await type('zinnia nobody')).toEqual([]);
  expect((await call('GET', '/vault/customer/global-search?q=z')).status).toBe(400);
  await call('POST', `/vault/customer/${id}`, { description: 'Retail' });
  expect(await type('wholesale')).toEqual([]);
  expect(await type('retail zinnia')).toEqual([id]);
  await call('DELETE', `/vault/${id}`);
  expect(await type('zinnia')).toEqual([]);
});

it('begins with the rarer word, and finds names of frequent words in both orders', async () => {
  const [rare, both] = await Promise.all([
    made({ id: 'yyrare', description: 'Yyfrequent yyrare' }),
    made({
      id: 'xxrare',
      default_billing_address: { ...home, first_name: 'Xxfrequent', last_name: 'Yyfrequent' },
    }),
  ]);
  const given = [tenants.m1.account.id];
  await owner.query(
    `insert into customer (merchant_id, id, created_at, updated_at)
     select $1, 'many-' || n, now(), now() from generate_series(1, 2400) as n`,
    given,
  );
  await owner.query(
    `insert into customer_word (merchant_id, word, customer_id)
     select $1, case when n % 2 = 0 then 'xxfrequent' else 'yyfrequent' end, 'many-' || n
     from generate_series(1, 2400) as n`,
    given,
  );
  expect(await type('yyfrequent yyrare')).toEqual([rare]);
  expect(await type('yyfr yyra')).toEqual([rare]);
  for (const q of ['xxfrequent yyfreq', 'yyfrequent xx']) expect(await type(q), q).toEqual([both]);
  const { body } = await call('GET', '/vault/customer/global-search?q=xxfr&limit=2&offset=3');
  expect([body.data.length, body.total_count]).toEqual([2, 1000]);
});

it('finds by digits alone where nothing else was typed', async () => {
  const phone = '(212) 555-0177';
  const id = await made({ default_billing_address: { ...home, phone } });
  expect(await type('21255501')).toContain(id);
  expect(await type('suite 21255501')).not.toContain(id);
});
