// The brand of the installation: whose it is to give, where it shows, what is kept of it.
import { expect, test } from 'vitest';
import { connect } from '../../db/database.ts';
import { openAccounts } from '../../testing/worlds/accounts-world.ts';
import { openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const accounts = openAccounts(world);

const path = '/admin/branding/installation';
const save = (body: object, who: 'admin' | 'partner_user' | 'owner' = 'admin') =>
  world.call('POST', path, { credential: accounts[who].private_key, body });
const shown = async (host: string) =>
  (await world.call('GET', '/branding', { headers: { host } })).body.data;

test('two first savings at once make one brand, and both are on record', async () => {
  const both = await Promise.all([save({ title: 'Acme' }), save({ support_phone: '5551234567' })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const read = await world.call('GET', path, { credential: accounts.admin.private_key });
  expect(read.body.data).toMatchObject({ title: 'Acme', support_phone: '5551234567' });
  const rows = await connect(world.system)
    .selectFrom('audit_log')
    .select(['merchant_id', 'verb'])
    .where('noun', '=', 'branding')
    .execute();
  expect(rows).toEqual(Array(2).fill({ merchant_id: accounts.office.id, verb: 'save' }));
});

test('an administrator names the installation, member by member', async () => {
  const first = await save({ title: 'Acme Pay', brand_name: 'Acme', products: ['payments'] });
  expect(first.status, first.text).toBe(200);
  await save({ support_email: 'help@acme.example', styles: { 'color-primary': '#05874f' } });
  expect(await shown('anything.example')).toMatchObject({
    domain: '',
    title: 'Acme Pay',
    brand_name: 'Acme',
    support_email: 'help@acme.example',
    products: ['payments'],
    styles: { 'color-primary': '#05874f' },
  });
});

test('a domain with a brand of its own keeps it', async () => {
  const { id: partner_id } = accounts.partner;
  const body = { partner_id, domain: 'own.example', title: 'Own', brand_name: 'Own' };
  await world.call('POST', '/admin/branding', { credential: accounts.admin.private_key, body });
  await save({ title: 'Acme Again' });
  expect((await shown('own.example')).title).toBe('Own');
  expect((await shown('other.example')).title).toBe('Acme Again');
});

test('nobody else gives it a brand, and no form of theirs reaches it', async () => {
  for (const who of ['partner_user', 'owner'] as const) {
    expect((await save({ title: 'Mine' }, who)).status).toBe(403);
  }
  const { id } = await connect(world.system)
    .selectFrom('branding')
    .select('id')
    .where('domain', '=', '')
    .executeTakeFirstOrThrow();
  for (const who of ['partner_user', 'admin'] as const) {
    const credential = accounts[who].private_key;
    const changed = await world.call('POST', '/admin/branding', { credential, body: { id } });
    const gone = await world.call('DELETE', `/admin/branding/delete/${id}`, { credential });
    expect([changed.status, gone.status]).toEqual([404, 404]);
  }
});

test('it is not saved where its colours cannot be read', async () => {
  const refused = await save({ styles: { 'color-primary': '#8fd6b4' } });
  expect(refused.status).toBe(400);
  expect(refused.body.msg).toContain('invalid Styles: color-primary has a contrast of 1.6:1');
});
