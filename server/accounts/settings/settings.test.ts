// The settings inspector: each value in force, the level that decides, who set it and when.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EffectiveSetting } from '../../../contract/accounts/settings.ts';
import { merchantConfig } from '../../payments/merchant-config.ts';
import { openAccounts } from '../../testing/worlds/accounts-world.ts';
import { openWorld } from '../../testing/worlds/open-world.ts';
import { effectiveDefaults } from './documents.ts';
import { chained, closest, type Link } from './setting-chain.ts';

const world = openWorld({ lab: false });
const accounts = openAccounts(world);

type Who = 'admin' | 'partner_user' | 'owner' | 'clerk' | 'other_owner' | 'other_partner_user';
const post = (who: Who, path: string, body: unknown) =>
  world.call('POST', path, { credential: accounts[who].private_key, body });

async function inspect(who: Who, query: Record<string, string>) {
  const path = `/settings/effective?${new URLSearchParams(query)}`;
  return await world.call('GET', path, { credential: accounts[who].private_key });
}
async function one(who: Who, kind: string, group: string, name: string) {
  const account_id = accounts.merchant.id;
  const { body, status } = await inspect(who, { account_id, kind, group, name });
  expect(status).toBe(200);
  expect(body.total_count).toBe(1);
  return body.data[0] as EffectiveSetting;
}
const valuesOf = ({ chain }: EffectiveSetting) => chain.map(({ value }) => value);

describe('a default value', () => {
  const ofPartner = (id: string) => `/partner/${id}/default/invoices`;

  test('comes from the closest level that has one, down to what payments reckon with', async () => {
    const before = await one('owner', 'default', 'invoices', 'title');
    expect([before.value, before.decided_by, valuesOf(before)]).toEqual([
      'Invoice',
      0,
      ['Invoice', null, null, null],
    ]);
    await post('admin', ofPartner(accounts.partner.id), { title: 'Bill' });
    expect((await one('owner', 'default', 'invoices', 'title')).value).toBe('Bill');
    await post('partner_user', ofPartner(accounts.sub_partner.id), { title: 'Note' });
    await post('owner', `/merchant/${accounts.merchant.id}/default/invoices`, { title: 'Mine' });
    const after = await one('admin', 'default', 'invoices', 'title');
    expect([after.value, after.decided_by, valuesOf(after)]).toEqual([
      'Mine',
      3,
      ['Invoice', 'Bill', 'Note', 'Mine'],
    ]);
    expect(after.chain.map(({ without }) => without)).toEqual(['Mine', 'Mine', 'Mine', 'Note']);
    expect(after.chain.map(({ level }) => level)).toEqual([
      'system',
      'partner',
      'partner',
      'merchant',
    ]);
    expect(after.chain.map(({ set_by }) => set_by)).toEqual([
      '',
      'office_admin',
      'partner_user',
      'Bakery_Owner',
    ]);
    const config = await merchantConfig(world.system, accounts.merchant.id);
    expect(config.documents.default_values.invoices.title).toBe('Mine');
  });

  test('given back is decided above again', async () => {
    const body = { reset: ['title'] };
    const own = `/merchant/${accounts.merchant.id}/default/invoices`;
    expect((await post('owner', own, body)).body.data.title).toBe('Note');
    expect((await one('owner', 'default', 'invoices', 'title')).decided_by).toBe(2);
  });

  test('names persons of the own account and below alone', async () => {
    const seen = await one('partner_user', 'default', 'invoices', 'title');
    const by = seen.chain.map(({ set_by }) => set_by);
    expect(by).toEqual(['', 'an administrator', 'partner_user', '']);
    const owner = await one('owner', 'default', 'invoices', 'title');
    expect(owner.chain.map(({ set_by }) => set_by)).toEqual(['', '', '', '']);
  });

  test('of a partner reaches the surcharge states and currency of payments below', async () => {
    const states = { additional_surcharge_blacklist_states: ['CO', 'ME'], currency: 'cad' };
    await post('partner_user', `/partner/${accounts.partner.id}/default/merchant`, states);
    const { default_values } = (
      await world.call('GET', '/merchant', { credential: accounts.owner.private_key })
    ).body.data;
    expect(default_values.merchant).toMatchObject(states);
  });
});

describe('other settings', () => {
  test('a permission is the merchant’s; partners above show what they may grant', async () => {
    await post('admin', `/partner/${accounts.partner.id}`, {
      permissions: { allow_file_batch: false },
    });
    await post('admin', `/merchant/${accounts.merchant.id}`, {
      permissions: { allow_file_batch: true },
    });
    const setting = await one('owner', 'permission', '', 'allow_file_batch');
    expect([setting.value, setting.decided_by]).toEqual([true, 3]);
    expect(setting.chain[1]).toMatchObject({ is_set: false, note: 'Cannot grant it.' });
    expect(setting.chain[3]).toMatchObject({ without: false, set_by: 'an administrator' });
    const off = await one('owner', 'permission', '', 'allow_midigator');
    expect([off.value, off.decided_by]).toEqual([false, 0]);
  });

  test('of a partner: the topmost that may not grant decides', async () => {
    const { body } = await inspect('partner_user', {
      account_id: accounts.sub_partner.id,
      kind: 'permission',
      name: 'allow_file_batch',
    });
    expect(body.data[0]).toMatchObject({ value: false, decided_by: 1 });
    expect(body.data[0].chain[1].without).toBe(true);
  });

  test('a required field says where it is decided by the setting for all others', async () => {
    await post('owner', `/merchant/${accounts.merchant.id}/requireds`, {
      requireds: { default: { default: 'hidden', order_id: 'required' } },
    });
    const named = await one('owner', 'required', 'default', 'order_id');
    expect([named.value, named.chain.at(-1)?.set_by]).toEqual(['required', 'Bakery_Owner']);
    const other = await one('owner', 'required', 'default', 'po_number');
    expect([other.value, other.chain.at(-1)?.note]).toEqual([
      'hidden',
      'Follows the setting for all other fields.',
    ]);
  });

  test('a right of a user says who gave it', async () => {
    const user_id = accounts.clerk.user.id;
    await post('owner', `/user/${user_id}`, { permissions: { process_void: true } });
    const query = { user_id, kind: 'right', name: 'process_void' };
    const { body } = await inspect('owner', query);
    expect(body.data[0]).toMatchObject({ value: true, decided_by: 1 });
    expect(body.data[0].chain[1]).toMatchObject({ level: 'user', set_by: 'Bakery_Owner' });
    // Others' rights are for those who manage users, one's own for everybody.
    expect((await inspect('clerk', query)).status).toBe(200);
    const theirs = { user_id: accounts.owner.user.id, kind: 'right' };
    expect((await inspect('clerk', theirs)).status).toBe(403);
  });

  test('are those of accounts within reach, in one list with every kind', async () => {
    const account_id = accounts.merchant.id;
    expect((await inspect('other_owner', { account_id })).status).toBe(404);
    expect((await inspect('other_partner_user', { account_id })).status).toBe(404);
    const strange = { account_id, user_id: accounts.other_owner.user.id };
    expect((await inspect('owner', strange)).status).toBe(404);
    const { body } = await inspect('owner', { user_id: accounts.owner.user.id });
    const kinds = new Set(body.data.map(({ kind }: EffectiveSetting) => kind));
    expect([...kinds]).toEqual(['default', 'required', 'permission', 'flag', 'right']);
    for (const { value, chain, decided_by } of body.data as EffectiveSetting[]) {
      expect(chain[decided_by]?.value).toEqual(value);
    }
  });
});

test('for any levels the chain decides what payments resolve', () => {
  const title = fc.option(fc.string({ maxLength: 50 }), { nil: undefined });
  fc.assert(
    fc.property(fc.array(title, { maxLength: 6 }), (titles) => {
      const documents = titles.map((one) =>
        one === undefined ? {} : { invoices: { title: one } },
      );
      const common = { level: 'partner', id: '', name: '', note: '', set_by: '', set_at: null };
      const links = ['Invoice', ...titles].map((own) => ({ ...common, own }) as Link);
      const named = { kind: 'default', group: 'invoices', name: 'title', meaning: '' } as const;
      const { value, chain } = chained(named, links, closest);
      expect(value).toBe(effectiveDefaults(documents).invoices.title);
      titles.forEach((_one, place) => {
        const others = documents.with(place, {});
        expect(chain[place + 1]?.without).toBe(effectiveDefaults(others).invoices.title);
      });
    }),
  );
});
