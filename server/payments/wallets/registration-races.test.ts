// Two who change Apple Pay registrations at one moment: each keeps what only the other one changed.
import { expect, it } from 'vitest';
import { max_registrations } from '../../../contract/payments/wallets/apple-pay.ts';
import { besideChange } from '../../testing/beside.ts';
import { openWallets } from '../../testing/wallets.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { openOwner } from '../../testing/worlds/open-world.ts';

const w = openMoneyWorld();
const apple = openWallets(w);
const owner = openOwner(() => w.world.database_url);
const domain_file = '7B227073704964'.repeat(20);
const file_url = '/.well-known/apple-developer-merchantid-domain-association';
const served = async (host: string) =>
  (await w.world.app.inject({ url: file_url, headers: { host } })).statusCode;

it('a change of the name leaves the domain that another call sets meanwhile', async () => {
  const { id } = await apple.registration({ domain_name: 'before.example.com' });
  const changed = await besideChange(
    w.world.database_url,
    (holder) =>
      holder.query('update apple_pay_registration set domain_name = $2 where id = $1', [
        id,
        'after.example.com',
      ]),
    () => w.post(`/merchant/apple-pay/${id}`, { display_name: 'New name' }),
  );
  expect(changed.body.data).toMatchObject({
    display_name: 'New name',
    domain_name: 'after.example.com',
  });
});

it('a merchant that adds registrations at once gets no more than it may have', async () => {
  const { rows } = await owner.query('select count(*)::int as count from apple_pay_registration');
  const count = max_registrations - rows[0].count - 1;
  const own = await apple.ownKeys('merchant.own');
  const add = () =>
    w.post('/merchant/apple-pay', {
      ...apple.registrationInput(),
      apple_pay_merchant_id: 'merchant.own',
      ...own,
    });
  for (let n = 0; n < count; n++) expect((await add()).status).toBe(200);
  const statuses = (await Promise.all([add(), add(), add()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 400, 400]);
  await owner.query('delete from apple_pay_registration');
});

it('of two that bring a file for one domain at once, one is told of the other', async () => {
  const { m2 } = w.tenants;
  const add = (by = w.m1) =>
    w.post(
      '/merchant/apple-pay',
      { ...apple.registrationInput(), domain_name: 'both.example.com', domain_file },
      by,
    );
  const answers = await Promise.all([add(), add(m2), add(), add(m2)]);
  const made = answers.filter(({ status }) => status === 200);
  expect(made).toHaveLength(1);
  for (const { status, body } of answers.filter((one) => one !== made[0])) {
    expect([status, body.data?.invalid?.[0]?.field]).toEqual([400, 'domain_file']);
  }
  expect(await served('both.example.com')).toBe(200);
});

it('a domain is free once its registration leaves it, loses its file or is removed', async () => {
  const domain_name = 'free.example.com';
  const { id } = await apple.registration({ domain_name, domain_file });
  const { m2 } = w.tenants;
  const add = () =>
    w.post('/merchant/apple-pay', { ...apple.registrationInput(), domain_name, domain_file }, m2);
  const change = (body: object) => w.post(`/merchant/apple-pay/${id}`, body);
  const drop = (one: string, by = m2) =>
    w.world.call('DELETE', `/merchant/apple-pay/${one}`, { credential: by.boss.private_key });
  expect((await add()).status).toBe(400);
  for (const body of [{ domain_file: '' }, { domain_name: 'other.example.com', domain_file }]) {
    expect((await change(body)).status).toBe(200);
    const made = await add();
    expect(made.status, made.text).toBe(200);
    expect((await change({ domain_name, domain_file })).status).toBe(400);
    expect((await drop(made.body.data.id)).status).toBe(200);
  }
  expect(await served(domain_name)).toBe(404);
  expect((await change({ domain_name })).status).toBe(200);
  expect(await served(domain_name)).toBe(200);
  expect((await drop(id, w.m1)).status).toBe(200);
  expect(await served(domain_name)).toBe(404);
});

it('the domain of a partner’s brand is of merchants below it alone', async () => {
  const { p1, p2, m1, m2 } = w.tenants;
  for (const [partner, domain] of [
    [p1, 'portal-one.example.com'],
    [p2, 'portal-two.example.com'],
  ] as const) {
    const saved = await w.world.call('POST', '/admin/branding', {
      credential: w.tenants.admin.boss.private_key,
      body: { partner_id: partner.account.id, domain, title: 'Portal', brand_name: 'Portal' },
    });
    expect(saved.status, saved.text).toBe(200);
  }
  const add = async (domain_name: string, by = m1) => {
    const input = { ...apple.registrationInput(), domain_name, domain_file };
    const { status, body } = await w.post('/merchant/apple-pay', input, by);
    return [status, body.data?.invalid?.[0]?.field];
  };
  expect(await add('portal-two.example.com', m1)).toEqual([400, 'domain_file']);
  expect(await add('portal-one.example.com', m2)).toEqual([400, 'domain_file']);
  expect(await add('portal-one.example.com', m1)).toEqual([200, undefined]);
});
