// Merchants made and changed by call: user and keys once, the bank account sealed, who grants what.
import { describe, expect, test } from 'vitest';
import { connect } from '../db/database.ts';
import { openAccounts } from '../testing/worlds/accounts-world.ts';
import { openWorld } from '../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const accounts = openAccounts(world);

type Who = 'admin' | 'partner_user' | 'owner' | 'clerk' | 'other_partner_user';
const post = (who: Who, path: string, body: unknown = {}) =>
  world.call('POST', path, { credential: accounts[who].private_key, body });
const get = (who: Who, path: string) =>
  world.call('GET', path, { credential: accounts[who].private_key });

const contact = {
  first_name: 'Ada',
  last_name: 'Byron',
  company: 'Engines',
  address_line_1: '1 Mill Lane',
  city: 'Portland',
  state: 'or',
  postal_code: '97201',
  country: 'us',
  email: 'ada@example.com',
  phone: '5035550100',
};
const bank = {
  type: 'ccd',
  routing_number: '021000021',
  account_number: '4111111111111111',
  account_type: 'checking',
};
const whole = (username: string, more: object = {}) => ({
  name: 'Engine Works',
  description: 'Steam engines',
  status: 'active',
  website: 'https://engines.example.com',
  phone: '5035550199',
  receipt_email: 'receipts@example.com',
  fee_schedule_id: '',
  timezone: 'America/Los_Angeles',
  accept_tos: true,
  billing_contact: contact,
  primary_contact: contact,
  limits: { sale: { single: 0, daily: 50_000, monthly: 0 } },
  user: { username, name: 'Ada', phone: '5035550100', email: 'ada@example.com', timezone: 'CET' },
  permissions: { allow_file_batch: true, allow_card_sync: true },
  ...more,
});

test('no schedule of fees is known: its id is refused, made or changed', async () => {
  const fee_schedule_id = '0123456789abcdefghij';
  const refusal = [400, 'bad request error: invalid Fee Schedule ID'];
  const made = await post('partner_user', '/merchant', whole('fee_owner', { fee_schedule_id }));
  expect([made.status, made.body.msg]).toEqual(refusal);
  for (const path of [`/merchant/${accounts.merchant.id}`, `/partner/${accounts.partner.id}`]) {
    const changed = await post('admin', path, { fee_schedule_id });
    expect([path, changed.status, changed.body.msg]).toEqual([path, ...refusal]);
    expect((await post('admin', path, { fee_schedule_id: '' })).status).toBe(200);
  }
});

describe('a new merchant', () => {
  test('is answered with its user and keys this once, and the keys work', async () => {
    const made = await post('partner_user', '/merchant', whole('engine_owner', { billing: bank }));
    expect(made.status, made.text).toBe(200);
    const { id, api_key, pub_api_key, user } = made.body.data;
    expect(made.body.data).toMatchObject({
      partner_id: accounts.partner.id,
      tos_accepted_by_username: 'partner_user',
      primary_contact: { state: 'OR', country: 'US' },
      limits: { sale: { daily: 50_000 }, credit: { single: 0, daily: 0, monthly: 0 } },
      permissions: { allow_automatic_account_updater: true, allow_file_batch: true },
    });
    expect(user).toMatchObject({ username: 'engine_owner', role: 'admin', account_type_id: id });
    expect(pub_api_key).toMatch(/^pub_/);
    const own = await world.call('GET', '/merchant', { credential: api_key });
    expect(own.body.data.id).toBe(id);
    expect(own.body.data).not.toHaveProperty('api_key');
    const { vault, virtual_terminal, invoices, merchant } = own.body.data.default_values;
    expect([vault.submission_frequency, virtual_terminal.print_receipt]).toEqual([
      'monthly',
      'both',
    ]);
    expect([invoices.title, invoices.available_sec_codes]).toEqual([
      'Invoice',
      ['PPD', 'CCD', 'WEB'],
    ]);
    expect(merchant.additional_surcharge_blacklist_states).toEqual(['CO']);
  });

  test('is noted in one audit row with its user and keys, and no secret of them', async () => {
    const made = await post('partner_user', '/merchant', whole('foundry_owner'));
    const { id, user, api_key } = made.body.data;
    const rows = await connect(world.system)
      .selectFrom('audit_log')
      .select(['verb', 'noun', 'noun_id', 'after'])
      .where('request_id', '=', String(made.headers['x-correlation-id']))
      .execute();
    const keys_made = [{ type: 'api' }, { type: 'pub' }];
    expect(rows).toMatchObject([
      {
        verb: 'create',
        noun: 'merchant',
        noun_id: id,
        after: { user: { id: user.id, keys_made } },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(api_key);
    // The inspector of settings finds the user in that row.
    const right = `user_id=${user.id}&kind=right&name=process_sale`;
    const credential = accounts.partner_user.private_key;
    const seen = await world.call('GET', `/settings/effective?${right}`, { credential });
    expect(seen.body.data?.[0].chain.at(-1), seen.text).toMatchObject({ set_by: 'partner_user' });
  });

  test('without a bank account answers an object all the same, which may come back', async () => {
    const made = await post('admin', '/merchant', {
      ...whole('no_bank_at_all'),
      partner_id: accounts.partner.id,
    });
    const none = { type: '', routing_number: '', masked_account_number: '', account_type: '' };
    const { id, billing_details } = made.body.data;
    expect(billing_details).toEqual({ ach: none });
    const again = await post('admin', `/merchant/${id}`, { name: 'Renamed', billing_details });
    expect([again.status, again.body.data.billing_details]).toEqual([200, { ach: none }]);
    const banked = await post('admin', `/merchant/${id}`, { billing: bank });
    const unchanged = await post('admin', `/merchant/${id}`, { billing_details });
    expect(unchanged.body.data.billing_details).toEqual(banked.body.data.billing_details);
    const masked = (account_number: string) =>
      post('admin', `/merchant/${id}`, { billing: { ...bank, account_number } });
    expect((await masked('************1111')).status).toBe(200);
    for (const other of ['************2222', '*1111', '****']) {
      const refused = await masked(other);
      const msg = 'bad request error: invalid Account Number';
      expect([refused.status, refused.body.msg]).toEqual([400, msg]);
    }
    const removed = await post('admin', `/merchant/${id}`, { billing: null });
    expect(removed.body.data.billing_details).toEqual({ ach: none });
  });

  test.each([
    ['billing', { billing: bank }],
    ['billing.ach', { billing: { ach: bank } }],
    ['billing_details.ach', { billing_details: { ach: bank } }],
  ])(
    'has its bank account taken as %s, answered masked and stored sealed',
    async (name, account) => {
      const made = await post('admin', '/merchant', {
        ...whole(`bank_${name.replace(/\W/g, '_')}_x`, account),
        partner_id: accounts.partner.id,
      });
      const { id, billing_details } = made.body.data;
      expect(billing_details.ach).toEqual({
        type: 'ccd',
        routing_number: '021000021',
        masked_account_number: '************1111',
        account_type: 'checking',
      });
      expect(made.text).not.toContain('4111111111111111');
      const row = await connect(world.system)
        .selectFrom('merchant')
        .select(['billing_account_number', 'billing_details'])
        .where('merchant_id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.billing_account_number).toMatch(/^v1\./);
      expect(JSON.stringify(row)).not.toContain('4111111111111111');
    },
  );

  test('is not made by halves: with a taken user name there is no merchant', async () => {
    const count = async () => (await post('admin', '/merchant/search')).body.total_count;
    const before = await count();
    const refused = await post('partner_user', '/merchant', whole('bakery_owner'));
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'bad request error: invalid Username: it is taken',
    ]);
    expect(refused.body.data.invalid[0].field).toBe('user.username');
    expect(await count()).toBe(before);
  });

  test.each([
    ['Name', { name: ' ' }],
    ['Timezone', { timezone: 'Mars/Olympus' }],
    ['Website', { website: 'javascript:alert(1)' }],
    ['Routing Number', { billing: { ...bank, routing_number: '021000022' } }],
    ['Account Number', { billing: { ...bank, account_number: '' } }],
    ['Country', { primary_contact: { country: 'USA' } }],
    ['Daily', { limits: { sale: { daily: -500 } } }],
    ['Single', { limits: { credit: { single: '5.00' } } }],
  ])('is refused with a wrong %s', async (label, wrong) => {
    const refused = await post('partner_user', '/merchant', whole('never_made', wrong));
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      `bad request error: invalid ${label}`,
    ]);
  });
});

describe('a merchant is changed', () => {
  const path = () => `/merchant/${accounts.merchant.id}`;

  test('by its own role admin in its profile and contacts, member by member', async () => {
    const first = await post('owner', path(), { website: 'bakery.example', description: 'Bread' });
    expect(first.status, first.text).toBe(200);
    const body = { primary_contact: { city: 'Salem' }, phone: '' };
    const { data } = (await post('owner', path(), body)).body;
    expect(data).toMatchObject({ website: 'bakery.example', description: 'Bread', phone: '' });
    expect(data.primary_contact.city).toBe('Salem');
    // What it was shown it may send back as it stands.
    const back = await post('owner', path(), { ...data, timezone: data.timezone });
    expect(back.status, back.text).toBe(200);
  });

  test.each([
    ['owner', { name: 'Bank' }, 403],
    ['owner', { permissions: { support_blind_credits: true } }, 403],
    ['owner', { flags: { skip_billing: true } }, 403],
    ['owner', { billing: bank }, 403],
    ['owner', { status: 'closed' }, 403],
    ['owner', { limits: { sale: { daily: 100 } } }, 403],
    ['partner_user', { limits: { sale: { daily: 100 }, credit: { single: 5 } } }, 200],
    ['admin', { limits: { sale: { monthly: 700 } } }, 200],
    ['partner_user', { limits: { sale: { daily: 100, monthly: 700 } } }, 200],
    ['clerk', { website: 'x.example' }, 403],
    ['other_partner_user', { website: 'x.example' }, 404],
    ['partner_user', { flags: { skip_billing: true } }, 403],
    ['partner_user', { flags: { surcharge_enabled: true } }, 200],
    ['admin', { flags: { skip_billing: true } }, 200],
    ['partner_user', { flags: { skip_billing: false } }, 403],
  ] as const)('%s sends %j: %i', async (who, body, status) => {
    const before = (await get('admin', path())).body.data;
    expect((await post(who, path(), body)).status).toBe(status);
    const after = (await get('admin', path())).body.data;
    if (status === 200) expect(after).toMatchObject(body);
    else expect(after).toEqual(before);
  });

  test('and a partner grants only what it and those above it may', async () => {
    const narrow = { permissions: { allow_file_batch: false } };
    expect((await post('partner_user', `/partner/${accounts.partner.id}`, narrow)).status).toBe(
      403,
    );
    const narrowed = await post('admin', `/partner/${accounts.partner.id}`, narrow);
    expect(narrowed.body.data.permissions).toMatchObject({
      allow_file_batch: false,
      allow_cart_access: true,
    });
    const below = (await get('admin', `/partner/${accounts.sub_partner.id}`)).body.data;
    expect(below.permissions.allow_file_batch).toBe(false);
    const grant = { permissions: { allow_file_batch: true } };
    const refused = await post('partner_user', path(), grant);
    expect([refused.status, refused.body.msg]).toEqual([
      403,
      'forbidden: you cannot grant allow_file_batch; contact support',
    ]);
    expect((await post('partner_user', path(), { permissions: {} })).status).toBe(200);
    expect((await post('admin', path(), grant)).status).toBe(200);
  });
});
