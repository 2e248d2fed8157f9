// The brand by host name, and what address forms offer.
import { expect, test } from 'vitest';
import { connect } from '../../db/database.ts';
import { openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });

async function brandOf(host: string) {
  const { status, body } = await world.call('GET', '/branding', { headers: { host } });
  expect(status).toBe(200);
  return body.data;
}

async function store(domain: string, title: string, styles: Record<string, string>) {
  await connect(world.system)
    .insertInto('branding')
    .values({
      id: world.services.ids.next(),
      domain,
      title,
      brand_name: title,
      styles: JSON.stringify(styles),
      products: JSON.stringify(['payments']),
    })
    .execute();
}

test('an installation nobody has branded shows the product', async () => {
  expect(await brandOf('pay.example.org')).toEqual({
    domain: '',
    title: 'Penstock',
    brand_name: 'Penstock',
    address: '',
    support_email: '',
    support_phone: '',
    styles: {},
    products: [],
    logo_url: '',
    environment: 'sandbox',
  });
});

test('a domain shows its own brand, every other host that of the installation', async () => {
  await store('', 'House Pay', {});
  await store('shop.example.com', 'Shop Pay', { 'color-primary': '#05874F' });
  expect(await brandOf('Shop.Example.com:8443')).toMatchObject({
    domain: 'shop.example.com',
    title: 'Shop Pay',
    styles: { 'color-primary': '#05874F' },
    products: ['payments'],
  });
  expect((await brandOf('elsewhere.example.com')).title).toBe('House Pay');
});

test('styles outside the list or their grammar are never served', async () => {
  await store('evil.example.com', 'Evil', {
    'color-link': 'url(https://evil.example.com/x)',
    'color-font': 'red; } body { display: none',
    'border-radius': '8px',
    'font-family': 'Arial, "Segoe UI"',
    'background-image': '#fff',
  });
  expect((await brandOf('evil.example.com')).styles).toEqual({
    'border-radius': '8px',
    'font-family': 'Arial, "Segoe UI"',
  });
});

test.each([
  ['localhost:8080', 'dev'],
  ['127.0.0.1', 'dev'],
  ['[::1]:8080', 'dev'],
  ['sandbox.example.com', 'sandbox'],
])('the host %s is shown as %s', async (host, environment) => {
  expect((await brandOf(host)).environment).toBe(environment);
});

test('address forms offer the United States', async () => {
  const { body } = await world.call('GET', '/const/country');
  expect(body).toMatchObject({
    data: [{ code: 'US', name: 'United States' }],
    total_count: 1,
  });
});

test('the states include territories and armed forces; other countries have no list', async () => {
  const { body } = await world.call('GET', '/const/country/US/states');
  const codes = body.data.map((place: { code: string }) => place.code);
  expect(codes).toEqual(expect.arrayContaining(['CO', 'PR', 'GU', 'VI', 'AS', 'MP', 'AE']));
  expect(body.total_count).toBe(codes.length);
  const none = await world.call('GET', '/const/country/FR/states');
  expect([none.status, none.body.data, none.body.total_count]).toEqual([200, [], 0]);
});
