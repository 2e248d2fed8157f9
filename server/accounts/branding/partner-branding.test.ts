// Brands of partners by domain, a merchant's styles and its logo.
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { brandFault, contrastOf } from '../../../contract/accounts/branding-contrast.ts';
import { openAccounts } from '../../testing/worlds/accounts-world.ts';
import { openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false, config: { public_url: 'https://pay.penstock.example' } });
const accounts = openAccounts(world);

type Who = 'admin' | 'partner_user' | 'owner' | 'clerk' | 'other_partner_user' | 'other_owner';
const call = (method: 'GET' | 'POST' | 'DELETE', who: Who, path: string, body?: unknown) =>
  world.call(method, path, {
    credential: accounts[who].private_key,
    ...(body !== undefined && { body }),
  });

const brand = (domain: string, more: object = {}) => ({
  partner_id: accounts.partner.id,
  domain,
  title: 'Acme Pay',
  brand_name: 'Acme',
  support_email: 'help@acme.example',
  styles: { 'color-primary': '#05874f', 'no-such-style': 'x' },
  products: ['payments'],
  ...more,
});

describe('a brand', () => {
  test('is what its domain shows, changes, and goes', async () => {
    const made = await call('POST', 'admin', '/admin/branding', brand('Shop.Acme.Example'));
    expect(made.status, made.text).toBe(200);
    const { id } = made.body.data;
    expect(made.body.data).toMatchObject({
      domain: 'shop.acme.example',
      styles: { 'color-primary': '#05874f' },
    });
    const shown = async () =>
      (await world.call('GET', '/branding', { headers: { host: 'shop.acme.example' } })).body.data;
    expect(await shown()).toMatchObject({ title: 'Acme Pay', products: ['payments'] });
    await call('POST', 'partner_user', '/admin/branding', { id, title: 'Acme Two' });
    expect(await shown()).toMatchObject({ title: 'Acme Two', brand_name: 'Acme' });
    const listed = await call('GET', 'admin', `/admin/branding/${accounts.partner.id}`);
    expect(listed.body).toMatchObject({ total_count: 1, data: [{ id, title: 'Acme Two' }] });
    const other = await call('GET', 'admin', `/admin/branding/${accounts.other_partner.id}`);
    expect(other.body.data).toEqual([]);
    expect((await call('DELETE', 'admin', `/admin/branding/delete/${id}`)).status).toBe(200);
    expect(await shown()).toMatchObject({ title: 'Penstock', domain: '' });
  });

  test('belongs to its partner: strangers find, change and remove nothing', async () => {
    const made = await call('POST', 'partner_user', '/admin/branding', brand('own.acme.example'));
    const { id } = made.body.data;
    const path = `/admin/branding/${accounts.partner.id}`;
    // The list is the office's, whoever the partner is.
    for (const who of ['other_partner_user', 'partner_user'] as const) {
      expect((await call('GET', who, path)).status).toBe(403);
    }
    const change = { id, title: 'Mine' };
    expect((await call('POST', 'other_partner_user', '/admin/branding', change)).status).toBe(404);
    const intruder = brand('new.acme.example');
    expect((await call('POST', 'other_partner_user', '/admin/branding', intruder)).status).toBe(
      404,
    );
    const gone = await call('DELETE', 'other_partner_user', `/admin/branding/delete/${id}`);
    expect(gone.status).toBe(404);
    expect((await call('POST', 'owner', '/admin/branding', change)).status).toBe(403);
    expect((await call('GET', 'admin', path)).body.total_count).toBe(1);
  });

  test('of a domain that has one is changed by a second call, without its id', async () => {
    const save = (body: object, who: Who = 'partner_user') =>
      call('POST', who, '/admin/branding', body);
    const first = await save(brand('twice.acme.example'));
    const second = await save({
      domain: 'twice.acme.example',
      title: 'Second',
      colorado_cap: true,
    });
    expect([second.status, second.body.data?.id]).toEqual([200, first.body.data.id]);
    expect(second.body.data).toMatchObject({
      title: 'Second',
      brand_name: 'Acme',
      colorado_cap: true,
    });
    const whole = await save(brand('twice.acme.example', { title: 'Third' }), 'admin');
    expect(whole.body.data).toMatchObject({ id: first.body.data.id, title: 'Third' });
    // Another partner's stays what it is, whoever names it.
    const theirs = brand('twice.acme.example', { partner_id: accounts.other_partner.id });
    expect((await save(theirs, 'other_partner_user')).body.msg).toContain('invalid Domain');
    expect((await save(theirs, 'admin')).body.msg).toContain('invalid Partner ID');
  });

  test('takes a domain that nobody has, and never the address of the installation', async () => {
    const duplicate = brand('own.acme.example', { partner_id: accounts.other_partner.id });
    const refused = await call('POST', 'other_partner_user', '/admin/branding', duplicate);
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'bad request error: invalid Domain: it is taken',
    ]);
    expect(refused.body.data.invalid[0].field).toBe('domain');
    const house = brand('pay.penstock.example');
    expect((await call('POST', 'partner_user', '/admin/branding', house)).status).toBe(403);
    for (const domain of [
      'https://x.example',
      'x.example:80',
      '10.0.0.1',
      'localhost',
      '-a.example',
    ]) {
      const wrong = await call('POST', 'admin', '/admin/branding', brand(domain));
      expect([domain, wrong.body.msg]).toEqual([domain, 'bad request error: invalid Domain']);
    }
  });

  test('has an image of its own, in what its domain reads before the first paint', async () => {
    const logo = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=';
    const made = await call(
      'POST',
      'partner_user',
      '/admin/branding',
      brand('l.example', { logo }),
    );
    const { id, logo_url } = made.body.data;
    const shown = async () =>
      (await world.call('GET', '/branding', { headers: { host: 'l.example' } })).body.data;
    // A path: the page of any host may load it.
    expect(logo_url).toMatch(/^\/api\/brand-logo\/[0-9a-v]{20}$/);
    expect((await shown()).logo_url).toBe(logo_url);
    const image = await world.app.inject({ url: logo_url });
    expect(image.headers['content-type']).toBe('image/gif');
    expect(image.rawPayload.toString('base64')).toBe(logo.split(',')[1]);
    const save = (change: object) => call('POST', 'admin', '/admin/branding', { id, ...change });
    // A form sends back what it was shown.
    expect((await save({ title: 'L', logo: logo_url })).body.data).toMatchObject({ logo_url });
    const strange = await save({ logo: '/api/brand-logo/00000000000000000000' });
    expect([strange.status, strange.body.msg]).toEqual([
      400,
      'There was a problem processing the file.',
    ]);
    const next = (await save({ logo })).body.data.logo_url;
    expect(next).not.toBe(logo_url);
    expect((await world.app.inject({ url: logo_url })).statusCode).toBe(404);
    expect((await save({ logo: '' })).body.data.logo_url).toBe('');
    expect((await world.app.inject({ url: next })).statusCode).toBe(404);
    expect((await shown()).logo_url).toBe('');
  });

  test.each([
    [{ 'color-primary': '#8fd6b4' }, 'color-primary has a contrast of 1.6:1 against white'],
    [{ 'color-link': 'gold' }, 'color-link must be given as #rrggbb'],
    [
      { 'menu-item-text-color': '#777777', 'menu-bg-color': '#333333' },
      'menu-item-text-color has a contrast of 2.8:1 against menu-bg-color',
    ],
  ])('is not saved where its colours cannot be read: %j', async (styles, reason) => {
    const refused = await call('POST', 'admin', '/admin/branding', brand('a.example', { styles }));
    expect(refused.status).toBe(400);
    expect(refused.body.msg).toContain(`bad request error: invalid Styles: ${reason}`);
  });
});

test('contrast is that of WCAG: black on white 21, a colour on itself 1', () => {
  expect(contrastOf('#000', 'rgb(255, 255, 255)')).toBeCloseTo(21, 5);
  expect(contrastOf('#05874f', '#05874f')).toBe(1);
  // The lightest grey that still passes on white, and its neighbour.
  expect([
    brandFault({ 'color-link': '#767676' }),
    brandFault({ 'color-link': '#777777' }),
  ]).toEqual([null, expect.stringContaining('4.4:1')]);
});

test('a merchant has styles of its own, which strangers do not read', async () => {
  const styles = { 'color-primary': '#1b5fbf', 'font-family': 'Georgia' };
  const saved = await call('POST', 'owner', '/merchant/branding', { styles });
  const { id } = accounts.merchant;
  expect(saved.body.data).toEqual({ id, account_type: 'merchant', account_type_id: id, styles });
  const path = `/merchant/branding/${id}`;
  expect((await call('GET', 'partner_user', path)).body.data.styles).toEqual(styles);
  expect((await call('GET', 'other_owner', path)).status).toBe(404);
  expect((await call('POST', 'clerk', '/merchant/branding', { styles: {} })).status).toBe(403);
  const wrong = { styles: { 'font-family': 'x; } body { display: none' } };
  expect((await call('POST', 'owner', '/merchant/branding', wrong)).status).toBe(400);
});

function chunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  // Nobody here checks the checksum: size and ends are what is read.
  return Buffer.concat([size, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

/** A png of this size, black. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * height));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

describe('a logo', () => {
  const save = (bytes: Buffer, type = 'image/png') =>
    call('POST', 'owner', '/merchant/logo', {
      logo: `data:${type};base64,${bytes.toString('base64')}`,
    });

  test('is served to anybody as what its bytes are, and gone when removed', async () => {
    const image = png(1000, 1000);
    const saved = await save(image, 'text/html');
    expect(saved.status, saved.text).toBe(200);
    const { logo_url } = saved.body.data;
    expect(logo_url).toMatch(/^https:\/\/pay\.penstock\.example\/api\/logo\//);
    const url = logo_url.replace('https://pay.penstock.example', '');
    const shown = await world.app.inject({ method: 'GET', url });
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['content-type']).toMatch(/^image\/png/);
    expect(shown.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=3600',
    });
    expect(shown.rawPayload.equals(image)).toBe(true);
    const stranger = url.replace(accounts.merchant.id, accounts.other_merchant.id);
    expect((await world.app.inject({ method: 'GET', url: stranger })).statusCode).toBe(404);
    expect((await call('DELETE', 'owner', '/merchant/logo')).body.data.logo_url).toBe('');
    expect((await call('GET', 'owner', '/merchant')).body.data.logo_url).toBe('');
    expect((await world.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  });

  test('is kept without what is written beside its picture, a brand’s too', async () => {
    const image = png(8, 8);
    const text = chunk('tEXt', Buffer.from('Comment\0 4111111111111111'));
    const spoken = Buffer.concat([image.subarray(0, 33), text, image.subarray(33)]);
    const { logo_url } = (await save(spoken)).body.data;
    const logo = spoken.toString('base64');
    const of_brand = brand('spoken.example', { logo });
    const saved = await call('POST', 'admin', '/admin/branding', of_brand);
    for (const address of [logo_url, saved.body.data.logo_url]) {
      const url = address.replace('https://pay.penstock.example', '');
      const shown = await world.app.inject({ method: 'GET', url });
      expect(shown.rawPayload.equals(image)).toBe(true);
    }
  });

  test('beyond 1000 x 1000 pixels is refused in the words of the specification', async () => {
    for (const [width, height] of [
      [1001, 10],
      [10, 1001],
    ] as const) {
      const refused = await save(png(width, height));
      expect([refused.status, refused.body.msg]).toEqual([
        400,
        'The uploaded image must must not be larger than 1000x1000 pixels.',
      ]);
    }
  });

  test.each([
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page that calls itself a picture', Buffer.from('GIF89a<script>alert(1)</script>')],
    ['a picture that is cut off', png(10, 10).subarray(0, -6)],
    ['a picture with something behind it', Buffer.concat([png(9, 9), Buffer.from('<html>')])],
    ['a picture without a size', png(0, 10)],
    ['too many bytes', Buffer.concat([png(10, 10), Buffer.alloc(530_000)])],
  ])('that is %s is refused', async (_name, bytes) => {
    const refused = await save(bytes);
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'There was a problem processing the file.',
    ]);
  });
});
