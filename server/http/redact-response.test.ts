// A limited key that may change a record and not read it: it is answered what its call wrote.
import { beforeAll, expect, it } from 'vitest';
import { openMoneyWorld } from '../testing/worlds/money-world.ts';

const w = openMoneyWorld();

interface Keys {
  settings: string;
  settings_and_view: string;
  accounts: string;
  processors: string;
  ending: string;
}
const keys: Keys = {
  settings: '',
  settings_and_view: '',
  accounts: '',
  processors: '',
  ending: '',
};
const post = (path: string, body: object, credential: string) =>
  w.world.call('POST', path, { credential, body });

async function key(owner: string, limits: object): Promise<string> {
  const body = { type: 'api', name: 'narrow', ...limits };
  const answer = await post('/user/apikey', body, owner);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.api_key;
}

beforeAll(async () => {
  const merchant = w.tenants.m1.boss.private_key;
  const partner = w.tenants.p1.boss.private_key;
  keys.settings = await key(merchant, { scopes: ['manage_settings'] });
  keys.settings_and_view = await key(merchant, { scopes: ['manage_settings', 'view_accounts'] });
  keys.accounts = await key(partner, { scopes: ['manage_accounts'] });
  keys.processors = await key(partner, { scopes: ['manage_processors'] });
  const expires_at = new Date(w.world.services.clock.now().getTime() + 86_400_000).toISOString();
  keys.ending = await key(merchant, { expires_at });
});

async function field() {
  const body = { name: 'Size', type: 'text', default: 'Secret size', values: null };
  return (await w.post('/customfield', body)).body.data;
}

it('of a plain noun it is answered the members that it sent, and the rest empty', async () => {
  const { id } = await field();
  const answer = await post(
    `/customfield/${id}`,
    { position: 3, name: '', default: null },
    keys.settings,
  );
  expect(answer.body.data, answer.text).toMatchObject({
    id,
    merchant_id: w.m1.account.id,
    position: 3,
    name: '',
    group_name: '',
    default: '',
    values: null,
  });
  expect((await w.get(`/customfield/${id}`)).body.data).toMatchObject({
    name: 'Size',
    position: 3,
  });
});

it('who may also read it, and a key without scopes, see the whole record', async () => {
  const { id } = await field();
  for (const credential of [keys.settings_and_view, keys.ending]) {
    const answer = await post(`/customfield/${id}`, { position: 4 }, credential);
    expect(answer.body.data).toMatchObject({ name: 'Size', default: 'Secret size', position: 4 });
  }
});

it('of a processor it sees no other setting, and of a status the status', async () => {
  const path = `/merchant/${w.m1.account.id}/processor/${w.m1.processors.card}`;
  const before = (await w.get(path)).body.data;
  const answer = await post(path, { description: 'Renamed' }, keys.processors);
  expect(answer.body.data, answer.text).toMatchObject({
    id: before.id,
    name: '',
    description: 'Renamed',
    default_card: false,
  });
  const status = await post(`${path}/status/active`, {}, keys.processors);
  expect(status.body.data).toMatchObject({ id: before.id, name: '', status: 'active' });
  const old = await w.world.call('GET', `${path}/status/active`, { credential: keys.processors });
  expect(old.body.data).toMatchObject({ name: '', status: 'active' });
});

it('of accounts, their required fields and their defaults it sees what it wrote', async () => {
  const merchant = `/merchant/${w.m1.account.id}`;
  const { name } = w.tenants.m1.account;
  const whole = await post(merchant, { description: 'New words' }, keys.accounts);
  expect(whole.body.data, whole.text).toMatchObject({ name: '', description: 'New words' });
  const requireds = { default: { po_number: 'required' } };
  const required = await post(`${merchant}/requireds`, { requireds }, keys.settings);
  expect(required.body.data).toMatchObject({ name: '', requireds });
  const partner = await post(`/partner/${w.tenants.p1a.account.id}`, {}, keys.accounts);
  expect(partner.body.data, partner.text).toMatchObject({ name: '' });
  const defaults = await post(`${merchant}/default/merchant`, {}, keys.settings);
  const nothing = { currency: '', additional_surcharge_blacklist_states: [] };
  expect(defaults.body.data, defaults.text).toMatchObject(nothing);
  for (const { text } of [whole, required, partner]) expect(text).not.toContain(name);
});
