// Saved customers while somebody types: found by the beginnings of their words.
import { expect, it } from 'vitest';
import { openOwner, openTenants, openWorld } from '../../testing/worlds/open-world.ts';

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

/** Customers without words, made in the table alone: their IDs are the prefix and a number. */
async function makeBare(prefix: string, count: number, merchant_id: string): Promise<void> {
  await owner.query(
    `insert into customer (merchant_id, id, created_at, updated_at)
     select $1, $2 || n, now(), now() from generate_series(1, $3::int) as n`,
    [merchant_id, prefix, count],
  );
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
  const merchant_ids = [tenants.m1.account.id];
  await makeBare('many-', 2400, tenants.m1.account.id);
  await owner.query(
    `insert into customer_word (merchant_id, word, customer_id)
     select $1, case when n % 2 = 0 then 'xxfrequent' else 'yyfrequent' end, 'many-' || n
     from generate_series(1, 2400) as n`,
    merchant_ids,
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

it('is content with a thousand words that begin with the whole', async () => {
  const merchant_ids = [tenants.m2.account.id];
  const search = async (query: string) => {
    const { body } = await world.call('GET', `/vault/customer/global-search?q=ab-cd&${query}`, {
      credential: tenants.m2.boss.private_key,
    });
    return [body.total_count, ...body.data.map(({ id }: { id: string }) => id)];
  };
  await makeBare('c-', 501, tenants.m2.account.id);
  // Two words that begin with the whole for each of the first customers, and both of its words
  // for the last one alone.
  await owner.query(
    `insert into customer_word (merchant_id, word, customer_id)
     select $1, word, 'c-' || n from generate_series(1, 500) as n, unnest(array['ab-cd', 'ab-cde'])
       as word where word = 'ab-cd' or n > 1
     union all select $1, word, 'c-501' from unnest(array['abacus', 'cdrom']) as word`,
    merchant_ids,
  );
  expect(await search('limit=1&offset=500')).toEqual([501, 'c-501']);
  await owner.query(
    `insert into customer_word (merchant_id, word, customer_id) values ($1, 'ab-cde', 'c-1')`,
    merchant_ids,
  );
  expect(await search('limit=1&offset=499')).toEqual([500, expect.stringMatching(/^c-\d+$/)]);
  expect(await search('limit=1&offset=500')).toEqual([500]);
});

it('lists the default method, and where it bills and ships', async () => {
  const ach = { account_number: '856667', routing_number: '021000021', account_type: 'savings' };
  const away = { first_name: 'Bea', last_name: 'Ode', line_1: '9 Elm St', city: 'Boise' };
  await made({
    id: 'listed-card',
    default_payment: { card },
    default_billing_address: { ...home, state: 'CO' },
    default_shipping_address: { ...away, state: 'ID' },
  });
  await made({ id: 'listed-ach', default_payment: { ach: { ...ach, sec_code: 'ppd' } } });
  await made({ id: 'listed-none', description: 'Nothing yet' });
  const { body } = await call('GET', '/vault/customer/global-search?q=listed-');
  const bare = {
    description: '',
    card: null,
    ach: null,
    billing_address: null,
    shipping_address: null,
  };
  expect(body.data).toEqual([
    {
      ...bare,
      id: 'listed-ach',
      payment_method: expect.stringMatching(/^[0-9a-v]{20}$/),
      payment_method_type: 'ach',
      ach: { masked_account_number: expect.stringMatching(/667$/), account_type: 'savings' },
    },
    {
      ...bare,
      id: 'listed-card',
      payment_method: expect.stringMatching(/^[0-9a-v]{20}$/),
      payment_method_type: 'card',
      card: { masked_number: '411111******1111', expiration_date: '12/30', card_type: 'visa' },
      billing_address: { ...home, state: 'CO' },
      shipping_address: { ...away, state: 'ID' },
    },
    {
      ...bare,
      id: 'listed-none',
      description: 'Nothing yet',
      payment_method: '',
      payment_method_type: '',
    },
  ]);
});

it('finds a word by its first forty letters, however long it is', async () => {
  const begin = 'Donaudampfschifffahrtsgesellschaftskapit';
  const id = await made({ description: `Herr ${begin}änsmütze` });
  expect(await type(`Herr ${begin}änsmütze`)).toEqual([id]);
  expect(await type(`Herr ${begin}änspatent`)).toEqual([id]);
});
