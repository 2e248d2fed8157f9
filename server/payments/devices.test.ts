// Card readers: records, and payments with a card that a reader has encrypted.
import { expect, it } from 'vitest';
import { simulator } from '../../bridge/simulator.ts';
import { connect } from '../db/database.ts';
import { openMoneyWorld } from '../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const driver = simulator(0);
const path = (id = '') => `/merchant/${w.m1.account.id}/device${id && `/${id}`}`;
const byPartner = (method: 'GET' | 'POST' | 'DELETE', to: string, body: object = {}) =>
  w.world.call(method, to, {
    credential: w.tenants.p1.boss.private_key,
    ...(method !== 'GET' && { body }),
  });

async function device(overrides: object = {}): Promise<string> {
  const body = { friendly_name: 'Counter', ...overrides };
  const answer = await byPartner('POST', path(), body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id;
}

/** What the simulated reader at this place has encrypted. */
async function readAt(place: number) {
  const reader = driver.list()[place];
  const signal = new AbortController().signal;
  const card = await driver.read(reader?.mac_address ?? '', {
    amount: 1299,
    timeout_seconds: 5,
    signal,
  });
  return { card, reader };
}

const pay = (card: object, more: object = {}) =>
  w.post('/transaction', { type: 'sale', amount: 1299, payment_method: { card }, ...more });

it('a reader is registered, renamed by its merchant, disabled and removed', async () => {
  const id = await device({ manufacturer: 'PAX', part_number: 'D135', serial_number: 'SN-1' });
  expect((await w.get(path(id))).body.data).toMatchObject({
    friendly_name: 'Counter',
    manufacturer: 'PAX',
    part_number: 'D135',
    serial_number: 'SN-1',
    status: 'active',
  });
  expect((await w.post(path(id), { friendly_name: 'Bar' })).body.data.friendly_name).toBe('Bar');
  expect((await w.post(path(id), { status: 'disabled' })).body.data.status).toBe('disabled');
  expect((await w.post(path(id), { status: 'broken' })).status).toBe(400);
  const listed = await w.get(`/merchant/${w.m1.account.id}/devices`);
  expect(listed.body.data.map((one: { id: string }) => one.id)).toEqual([id]);
  expect((await w.get(`/merchant/${w.m1.account.id}/devices`, w.tenants.m2)).status).toBe(404);
  expect((await byPartner('DELETE', path(id))).status).toBe(200);
  expect((await w.get(path(id))).status).toBe(404);
});

it('a serial number is there once a merchant', async () => {
  await device({ serial_number: 'SN-2' });
  const again = await byPartner('POST', path(), { friendly_name: 'B', serial_number: 'SN-2' });
  expect([again.status, again.body.data.invalid[0].field]).toEqual([400, 'serial_number']);
  await device();
  await device();
});

it('a serial number is the same however it is typed, and marks alone are none', async () => {
  await device({ serial_number: 'SN-77 a' });
  for (const serial_number of ['sn77A', 'SN 77-A', '\u00a0SN\u2011\uff17\uff17A.']) {
    const again = await byPartner('POST', path(), { friendly_name: 'B', serial_number });
    expect([again.status, again.body.data.invalid[0].field]).toEqual([400, 'serial_number']);
  }
  await device({ serial_number: '--' });
  await device({ serial_number: '-' });
});

it('a card that a reader encrypted pays, and leaves no trace of its number', async () => {
  const { card } = await readAt(0);
  const { ksn, encrypted_data } = card;
  const answer = await pay({ entry_type: 'swiped', card_present: true, ksn, encrypted_data });
  expect(answer.body.data, answer.text).toMatchObject({
    status: 'pending_settlement',
    payment_method: 'card',
    response_body: {
      card: {
        masked_card: '401200******7777',
        entry_type: 'swiped',
        cardholder_name: 'ANN READER',
      },
    },
  });
  const query = connect(w.world.system);
  const devices = await Promise.all([
    query.selectFrom('transaction').selectAll().execute(),
    query.selectFrom('rail_attempt').selectAll().execute(),
    query.selectFrom('saved_method_draft').selectAll().execute(),
    query.selectFrom('audit_log').selectAll().execute(),
    query.selectFrom('request_log').selectAll().execute(),
  ]);
  const text = JSON.stringify(devices);
  expect(text).not.toContain('4012000077777777');
  expect(text).not.toContain(encrypted_data);
});

it('tracks may come each by itself', async () => {
  const { card } = await readAt(1);
  const { ksn, encrypted_data } = card;
  // The first track ends before the second one; a reader that sends one of them sends only that.
  const answer = await pay({ ksn, encrypted_track_1: encrypted_data });
  expect(answer.body.data.response_body.card.last_four).toBe('4444');
});

it('what cannot be opened is named, and nothing is sent', async () => {
  const { card } = await readAt(0);
  const { ksn, encrypted_data } = card;
  const msg = async (input: object) => {
    const { status, body } = await pay(input);
    return [status, body.msg];
  };
  const refused = (name: string) => [400, `bad request error: invalid ${name}`];
  const before = await w.count('transaction');
  expect(await msg({ encrypted_data })).toEqual(refused('KSN'));
  const other = `${ksn.slice(0, -1)}${ksn.endsWith('F') ? 'E' : 'F'}`;
  expect(await msg({ ksn: other, encrypted_data })).toEqual(refused('Encrypted Data'));
  expect(await msg({ ksn, encrypted_data: encrypted_data.slice(2) })).toEqual(
    refused('Encrypted Data'),
  );
  expect(await msg({ ksn, encrypted_track_2: '00'.repeat(16) })).toEqual(
    refused('Encrypted Track 2'),
  );
  expect((await pay({ ksn: 'zz', encrypted_data })).status).toBe(400);
  expect((await pay({ ksn, encrypted_data: '4111' })).status).toBe(400);
  expect(await w.count('transaction')).toBe(before);
});

it('a disabled reader takes no payments', async () => {
  const { card, reader } = await readAt(0);
  const device_serial_number = reader?.serial_number;
  const id = await device({ serial_number: device_serial_number, status: 'disabled' });
  const reading = { ksn: card.ksn, encrypted_data: card.encrypted_data, device_serial_number };
  const refused = await pay(reading);
  expect([refused.status, refused.body.msg]).toEqual([400, 'This card reader is disabled.']);
  for (const spelled of ['sim-0001', ' SIM 0001 ', 'SIM0001', 'SIM\u20110001', 'SIM-\uff10001']) {
    const answer = await pay({ ...reading, device_serial_number: spelled });
    expect([answer.status, answer.body.msg], spelled).toEqual([400, refused.body.msg]);
  }
  // Marks alone are no number, so they name no reader either.
  for (const left_out of [undefined, '', '--', ' - ']) {
    const answer = await pay({ ...reading, device_serial_number: left_out });
    const unnamed = [400, 'bad request error: invalid Device Serial Number'];
    expect([answer.status, answer.body.msg], left_out).toEqual(unnamed);
  }
  const tracks = { ksn: card.ksn, encrypted_track_2: card.encrypted_data };
  expect((await pay(tracks)).status).toBe(400);
  // A typed card has no reader, and a reader that nobody registered is not the disabled one.
  expect((await pay({ number: '4012000077777777', expiration_date: '12/30' })).status).toBe(200);
  expect((await pay({ ...reading, device_serial_number: 'SIM-0009' })).status).toBe(200);
  await byPartner('POST', `${path(id)}/status/enable`);
  expect((await pay(reading)).body.data.response).toBe('approved');
  expect((await pay({ ...reading, device_serial_number: undefined })).status).toBe(200);
});

it('production has no key for readers, and says so', async () => {
  const { card } = await readAt(0);
  const { config } = w.world.services;
  w.world.services.config = { ...config, environment: 'production' };
  try {
    const refused = await pay({ ksn: card.ksn, encrypted_data: card.encrypted_data });
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'Card readers are not available: no key for them is installed.',
    ]);
  } finally {
    w.world.services.config = config;
  }
});
