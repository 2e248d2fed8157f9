// Merchants and partners: who reads which, and the documents of a merchant.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { default_values } from '../../contract/accounts/documents/default-values.ts';
import { merchant_record } from '../../contract/accounts/merchants.ts';
import { partner_record } from '../../contract/accounts/partners.ts';
import { connect, inTransaction } from '../db/database.ts';
import { createAccount } from '../identity/account-tree.ts';
import { openAccounts } from '../testing/worlds/accounts-world.ts';
import { openWorld } from '../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const accounts = openAccounts(world);

type Who = 'admin' | 'partner_user' | 'owner' | 'clerk' | 'other_partner_user' | 'other_owner';

const get = (who: Who, path: string) =>
  world.call('GET', path, { credential: accounts[who].private_key });
const post = (who: Who, path: string, body: unknown) =>
  world.call('POST', path, { credential: accounts[who].private_key, body });

/** Changes that were made; a refused try leaves a row of its own. */
function updates() {
  return connect(world.system)
    .selectFrom('audit_log')
    .selectAll()
    .where('noun', '=', 'merchant')
    .where('verb', '=', 'update')
    .where(sql<boolean>`after->>'refused' is null`)
    .orderBy('id')
    .execute();
}

describe('a merchant', () => {
  test('reads itself, with every field and complete documents', async () => {
    const { status, body } = await get('owner', '/merchant');
    expect(status).toBe(200);
    expect(merchant_record.parse(body.data)).toEqual(body.data);
    expect(body.data).toMatchObject({
      id: accounts.merchant.id,
      partner_id: accounts.sub_partner.id,
      name: 'Corner Bakery',
      status: 'active',
      services: [],
      tos_last_accepted_at: null,
      requireds: { default: { currency: 'optional' }, invoice: { amount: 'optional' } },
    });
    expect(body.data.permissions).toMatchObject({
      allow_surcharge: true,
      allow_automatic_account_updater: true,
      allow_invoice_access: false,
    });
    expect(body.data.flags.surcharge_enabled).toBe(false);
    expect(body.data.default_values.cardsync).toEqual(body.data.default_values.vault);
    expect(body.data.default_values.vault.day_of_the_month).toBe(1);
  });

  test('names the partners above it, the nearest first', async () => {
    const { body } = await get('owner', '/merchant');
    expect(Object.entries(body.data.parent_structure)).toEqual([
      [accounts.sub_partner.id, 'North Sub'],
      [accounts.partner.id, 'North Partner'],
    ]);
  });

  test('shows the bank account of its fees only masked', async () => {
    const { body, text } = await get('owner', '/merchant');
    expect(body.data.billing_details.ach.masked_account_number).toBe('*****6789');
    expect(text).not.toContain('123456789');
  });

  test.each(['admin', 'partner_user', 'owner', 'clerk'] as const)('is read by %s', async (who) => {
    const { status, body } = await get(who, `/merchant/${accounts.merchant.id}`);
    expect([status, body.data.id]).toEqual([200, accounts.merchant.id]);
  });

  test.each(['other_partner_user', 'other_owner'] as const)('is not found by %s', async (who) => {
    const foreign = await get(who, `/merchant/${accounts.merchant.id}`);
    const unknown = await get(who, '/merchant/00000000000000000000');
    expect([foreign.status, foreign.body]).toEqual([404, { status: 'failed', msg: 'not found' }]);
    expect(unknown.body).toEqual(foreign.body);
  });

  test("is nothing a partner's own id names", async () => {
    expect((await get('partner_user', `/merchant/${accounts.partner.id}`)).status).toBe(404);
  });

  test('must stand below a partner', async () => {
    const misplaced = { account_type: 'merchant', name: 'Lost', parent_id: accounts.office.id };
    const made = inTransaction(world.system, null, (tx) =>
      createAccount(tx, world.system, misplaced as never),
    );
    await expect(made).rejects.toThrow('A merchant must belong to a partner.');
  });
});

describe('a partner', () => {
  test('reads itself', async () => {
    const { body } = await get('partner_user', '/partner');
    expect(partner_record.parse(body.data)).toEqual(body.data);
    expect(body.data).toMatchObject({
      id: accounts.partner.id,
      parent_id: '',
      parent_structure: {},
      name: 'North Partner',
    });
  });
});

describe('required fields', () => {
  const path = () => `/merchant/${accounts.merchant.id}/requireds`;

  test('are set key by key, and leave an audit row with before and after', async () => {
    const rows_before = (await updates()).length;
    const first = await post('owner', path(), {
      requireds: { default: { billing_postal_code: 'required', unknown_key: 'required' } },
    });
    expect(first.body.data.requireds.default.billing_postal_code).toBe('required');
    const second = await post('partner_user', path(), {
      requireds: { invoice: { order_id: 'hidden' }, default: { po_number: '' } },
    });
    expect(second.body.data.requireds).toMatchObject({
      default: { billing_postal_code: 'required', po_number: 'optional' },
      invoice: { order_id: 'hidden', billing_postal_code: 'optional' },
    });
    expect(second.body.data.requireds.default).not.toHaveProperty('unknown_key');
    const row = (await updates()).slice(rows_before)[1];
    expect(row).toMatchObject({
      merchant_id: accounts.merchant.id,
      noun_id: accounts.merchant.id,
      account_id: accounts.partner.id,
      user_name: 'partner_user',
      credential: 'api_key',
      before: { requireds: { default: { billing_postal_code: 'required' } } },
      after: { requireds: { invoice: { order_id: 'hidden' } } },
    });
  });

  test('of the merchant change its time of change', async () => {
    const before = (await get('owner', '/merchant')).body.data.updated_at;
    const { body } = await post('owner', path(), { requireds: {} });
    expect(Date.parse(body.data.updated_at)).toBeGreaterThan(Date.parse(before));
  });

  test.each([
    [
      'owner',
      { requireds: { default: { fax: 'x', billing_fax: 'often' } } },
      400,
      'invalid Billing Fax',
    ],
    ['owner', {}, 400, 'invalid Requireds'],
    ['clerk', { requireds: {} }, 403, 'forbidden'],
    ['other_owner', { requireds: {} }, 404, 'not found'],
    ['other_partner_user', { requireds: {} }, 404, 'not found'],
  ] as const)('are refused to %s with %j', async (who, body, status, msg) => {
    const rows = (await updates()).length;
    const answer = await post(who, path(), body);
    expect(answer.status).toBe(status);
    expect(answer.body.msg).toContain(msg);
    expect(await updates()).toHaveLength(rows);
  });
});

describe('default values', () => {
  const path = (group: string) => `/merchant/${accounts.merchant.id}/default/${group}`;

  test.each(Object.keys(default_values.parse({})))('of the group %s are read', async (group) => {
    const { status, body } = await get('clerk', path(group));
    const initial = default_values.parse({}) as Record<string, unknown>;
    expect([status, body.data]).toEqual([200, initial[group]]);
  });

  test('are written member by member and read back everywhere', async () => {
    const written = await post('owner', path('line_items'), {
      unit_of_measure: 'EA',
      local_tax_rate: '7.250',
      foreign: 'dropped',
    });
    expect(written.body.data).toMatchObject({ unit_of_measure: 'EA', local_tax_rate: '7.250' });
    await post('owner', path('line_items'), { taxable: true });
    const { body } = await get('owner', path('line_items'));
    expect(body.data).toMatchObject({
      unit_of_measure: 'EA',
      local_tax_rate: '7.250',
      taxable: true,
    });
    expect(body.data).not.toHaveProperty('foreign');
    const merchant = await get('owner', '/merchant');
    expect(merchant.body.data.default_values.line_items).toEqual(body.data);
    expect((await updates()).at(-1)).toMatchObject({
      before: { default_values: { line_items: { taxable: false, unit_of_measure: 'EA' } } },
      after: { default_values: { line_items: { taxable: true, unit_of_measure: 'EA' } } },
    });
  });

  test('of the vault answer to both of their names', async () => {
    await post('owner', path('cardsync'), { day_of_the_month: 15 });
    expect((await get('owner', path('vault'))).body.data.day_of_the_month).toBe(15);
    const { default_values: values } = (await get('owner', '/merchant')).body.data;
    expect(values.cardsync).toEqual(values.vault);
    expect(values.vault.day_of_the_month).toBe(15);
  });

  test('can be switched off again: false is a value here', async () => {
    await post('owner', path('virtual_terminal'), { email_receipt: true });
    await post('owner', path('virtual_terminal'), { email_receipt: false });
    const { body } = await get('owner', path('virtual_terminal'));
    expect(body.data.email_receipt).toBe(false);
  });

  test.each([
    ['owner', 'vault', { day_of_the_month: 40 }, 400, 'invalid Day Of The Month'],
    ['owner', 'nonsense', {}, 404, 'not found'],
    ['clerk', 'vault', {}, 403, 'forbidden'],
    ['other_owner', 'vault', {}, 404, 'not found'],
  ] as const)('are refused to %s for %s with %j', async (who, group, body, status, msg) => {
    const rows = (await updates()).length;
    const answer = await post(who, path(group), body);
    expect(answer.status).toBe(status);
    expect(answer.body.msg).toContain(msg);
    expect(await updates()).toHaveLength(rows);
  });
});

describe('users of a merchant', () => {
  const path = () => `/merchant/${accounts.merchant.id}`;

  test('start with what the levels above them set, unless their maker says otherwise', async () => {
    await post('partner_user', `/partner/${accounts.partner.id}/default/user`, {
      dateformat: 'YYYY-MM-DD',
      timezone: 'Europe/Vienna',
    });
    await post('owner', `${path()}/default/user`, { timezone: 'America/Denver' });
    const user = { username: 'started_here', name: 'New', email: 'new@example.com' };
    const { data } = (await post('owner', '/user', user)).body;
    expect(data).toMatchObject({ dateformat: 'YYYY-MM-DD', timezone: 'America/Denver' });
    const input = { ...user, username: 'started_dated', dateformat: 'DD/MM/YYYY' };
    expect((await post('owner', '/user', input)).body.data.dateformat).toBe('DD/MM/YYYY');
    const refused = await post('owner', `${path()}/default/user`, { processor_id: 'z'.repeat(20) });
    expect(refused.body.msg).toBe('bad request error: invalid Processor ID');
  });

  test('accept the terms for themselves and for the merchant’s record', async () => {
    expect((await post('clerk', '/accept-tos', {})).status).toBe(200);
    const { data } = (await get('owner', '/merchant')).body;
    expect(data).toMatchObject({
      tos_accepted_by: accounts.clerk.user.id,
      tos_accepted_by_username: 'bakery_clerk',
    });
    expect(data.tos_last_accepted_at).toEqual(expect.any(String));
    const partner = await post('partner_user', '/accept-tos', {});
    expect(partner.status).toBe(200);
  });
});
