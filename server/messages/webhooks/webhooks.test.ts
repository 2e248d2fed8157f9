// The calls of webhooks: set up, changed, tried, their keys, their log; by whom, and in what words.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhook_subtypes } from '../../../contract/messages/webhook-events.ts';
import { test_signature_key } from '../../../contract/messages/webhooks.ts';
import { connect } from '../../db/database.ts';
import { rotateDataKeys } from '../../keys/key-rotation.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { makeReceiver, type Receiver, verifies } from '../../testing/receivers.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { drainQueues } from './delivery-queues.ts';
import { webhook_secrets } from './secrets.ts';

let receiver: Receiver;
let path: string;
const all_on = { transaction_create: true, transaction_void: true };

const w = openMoneyWorld({ config: { allow_loopback_receivers: true } });
beforeAll(async () => {
  path = `/merchant/${w.m1.account.id}/webhook`;
  receiver = await makeReceiver();
});
afterAll(() => receiver?.close());

async function make(overrides: object = {}) {
  resetBudgets(w.world.services);
  const body = { type: 'transaction', url: receiver.url, available_subtypes: all_on, ...overrides };
  return await w.post(path, body);
}
const refusal = (body: unknown) => ({ status: 400, body: { msg: body } });
const tell = async () => {
  await w.advance(1);
  await drainQueues(w.world.system);
};

describe('a webhook', () => {
  it('is set up after its address took a test event, and shows its key once', async () => {
    const made = await make({ available_subtypes: { ...all_on, nonsense: true } });
    expect(made.status, made.text).toBe(200);
    const { signature_key, ...record } = made.body.data;
    expect(signature_key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    expect(record).toMatchObject({ status: 'active', limit_per_second: 0, url: receiver.url });
    expect(Object.keys(record.available_subtypes).sort()).toEqual(
      [...webhook_subtypes.transaction].sort(),
    );
    const test = receiver.tests.at(-1);
    expect(test?.event).toMatchObject({ type: 'test', account_type_id: w.m1.account.id });
    expect(test?.event).not.toHaveProperty('data');
    expect(test?.body.endsWith('}\n')).toBe(true);
    expect(test && verifies(test, test_signature_key)).toBe(true);
    expect((await w.get(`${path}/${record.id}`)).body.data).toEqual(record);
    const stored = await connect(w.world.system).selectFrom('webhook').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(signature_key);
  });

  it.each([
    ['http://example.com/', 'it does not lead to a public address|its name is not known|https'],
    ['https://10.0.0.1/', 'it does not lead to a public address'],
    ['https://a:b@example.com/', 'it must not contain a password'],
    ['ftp://example.com/', 'it must start with https://'],
    ['nonsense', 'it is not a web address'],
  ])('is not set up at %s', async (url, why) => {
    const made = await make({ url });
    expect(made.status).toBe(400);
    expect(made.body.msg).toMatch(new RegExp(`^bad request error: invalid URL: (.*)(${why})`));
  });

  it.each([201, 204, 302, 404, 500])('is not set up where the test gets %i', async (status) => {
    const picky = await makeReceiver({ test_answer: status });
    const answer = await make({ url: picky.url });
    await picky.close();
    const why = `it returned ${status} instead of 200`;
    const refused = `bad request error: the webhook did not accept the test event: ${why}`;
    expect(answer).toMatchObject(refusal(refused));
    expect(answer.text).not.toContain('taken');
  });

  it('is changed, turned off without asking it, and removed', async () => {
    const { id } = (await make()).body.data;
    const changed = await w.post(`${path}/${id}`, {
      limit_per_second: 7,
      available_subtypes: { transaction_void: false },
    });
    expect(changed.body.data).toMatchObject({ limit_per_second: 7 });
    expect(changed.body.data.available_subtypes).toMatchObject({
      transaction_create: true,
      transaction_void: false,
    });
    const tests = receiver.tests.length;
    const off = await w.post(`${path}/${id}`, { status: 'disabled' });
    expect(off.body.data.status).toBe('disabled');
    expect(receiver.tests.length).toBe(tests);
    const wrong = await w.post(`${path}/${id}`, { status: 'auto_disabled' });
    expect(wrong).toMatchObject(refusal('bad request error: invalid Status'));
    await w.world.call('DELETE', `${path}/${id}`, { credential: w.m1.boss.private_key });
    expect((await w.get(`${path}/${id}`)).status).toBe(404);
  });

  it('is listed and searched within reach, for partners and admins too', async () => {
    const { id } = (await make()).body.data;
    const { p1, admin } = w.tenants;
    for (const { boss } of [w.m1, p1, admin]) {
      const credential = boss.private_key;
      const listed = await w.world.call('GET', path, { credential });
      expect(listed.body.data.map((one: { id: string }) => one.id)).toContain(id);
      const body = { url: { operator: '%', value: '127.0.0.1' }, limit: 1 };
      const found = await w.world.call('POST', `${path}/search`, { credential, body });
      expect(found.body.data).toHaveLength(1);
      expect(found.body.total_count).toBeGreaterThan(0);
    }
    const clerk = await w.world.call('GET', path, { credential: w.m1.clerk.private_key });
    expect(clerk.status).toBe(403);
  });
});

describe('a test', () => {
  it('is sent to a webhook or an address, signed by the key being tried too', async () => {
    const { id } = (await make()).body.data;
    const known = await w.post(`${path}/test`, { webhook_id: id });
    expect(known.body.data).toMatchObject({ response_status: 200 });
    const body = { url: receiver.url, signature_key: 'mine' };
    expect((await w.post(`${path}/test`, body)).status).toBe(200);
    const test = receiver.tests.at(-1);
    expect(test && verifies(test, test_signature_key)).toBe(true);
    expect(test && verifies(test, 'mine', 'signature-previous')).toBe(true);
    expect((await w.post(`${path}/test`, { webhook_id: '0'.repeat(20) })).status).toBe(404);
    expect(await w.post(`${path}/test`)).toMatchObject(refusal('bad request error: invalid URL'));
  });

  it('may be requested ten times at once', async () => {
    resetBudgets(w.world.services);
    const body = { url: receiver.url };
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await w.post(`${path}/test`, body)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    resetBudgets(w.world.services);
  });
});

describe('a key', () => {
  it('is rotated: both sign during the overlap, then the new one alone', async () => {
    const { id, signature_key: first } = (await make()).body.data;
    const rotated = await w.post(`${path}/${id}/rotate-secret`, { overlap_hours: 2 });
    const { signature_key: second, previous_key_expires_at } = rotated.body.data;
    expect(second).not.toBe(first);
    expect(previous_key_expires_at).not.toBeNull();
    const last = () => receiver.got.filter((one) => verifies(one, second)).at(-1);
    await w.pay();
    await tell();
    const both = last();
    expect(both && verifies(both, first, 'signature-previous')).toBe(true);
    await w.post(`${path}/${id}/expire-previous-secret`);
    await w.pay();
    await tell();
    expect(last()?.headers).not.toHaveProperty('signature-previous');
    const again = await w.post(`${path}/${id}/rotate-secret`, { overlap_hours: 1 });
    await w.advance(3_700);
    await w.pay();
    await tell();
    const { signature_key: third } = again.body.data;
    const alone = receiver.got.filter((one) => verifies(one, third)).at(-1);
    expect(alone?.headers).toHaveProperty('signature');
    expect(alone?.headers).not.toHaveProperty('signature-previous');
    const long = await w.post(`${path}/${id}/rotate-secret`, { overlap_hours: 169 });
    expect(long).toMatchObject(refusal('bad request error: invalid Overlap Hours'));
  });

  it('outlives the rotation of the keys that seal it', async () => {
    const { id, signature_key } = (await make()).body.data;
    await rotateDataKeys(w.world.system, [webhook_secrets]);
    await w.pay();
    await tell();
    expect(receiver.got.some((one) => verifies(one, signature_key))).toBe(true);
    expect((await w.get(`${path}/${id}`)).status).toBe(200);
  });
});

describe('the log', () => {
  it('is part of a payment’s explanation, by host alone and without replays', async () => {
    const lone = await makeReceiver();
    const secret_path = `${lone.url}secret-of-the-receiver`;
    const { id } = (await make({ url: secret_path })).body.data;
    const sale = await w.pay();
    const other = await w.pay();
    await tell();
    await w.post(`/transaction/${sale.id}/void`);
    await tell();
    const { host } = new URL(lone.url);
    const explained = await w.get(`/transaction/${sale.id}/explain`);
    const mine = (of: { body: { data: { webhooks: { host: string }[] } } }) =>
      of.body.data.webhooks.filter((one) => one.host === host);
    const told = { state: 'delivered', attempt_count: 1, last_status: 200 };
    expect(mine(explained)).toMatchObject([
      { kind: 'transaction_create', ...told },
      { kind: 'transaction_void', ...told },
    ]);
    expect(explained.text).not.toContain('secret-of-the-receiver');
    const log = await w.post(`${path}/${id}/deliveries/search`, {});
    await w.post(`${path}/${id}/delivery/${log.body.data[0].id}/replay`);
    await tell();
    expect(mine(await w.get(`/transaction/${sale.id}/explain`))).toHaveLength(2);
    expect(mine(await w.get(`/transaction/${other.id}/explain`))).toHaveLength(1);
    await lone.close();
  });

  it('shows each delivery with its tries, and sends one again under its own id', async () => {
    const lone = await makeReceiver();
    const { id } = (await make({ url: lone.url })).body.data;
    const sale = await w.pay();
    await tell();
    const filter = { resource_id: { operator: '=', value: sale.id } };
    const log = await w.post(`${path}/${id}/deliveries/search`, filter);
    const [delivery] = log.body.data;
    expect(delivery).toMatchObject({ state: 'delivered', attempt_count: 1, sequence: 1 });
    expect(delivery.attempts).toMatchObject([{ status: 200, error: '' }]);
    const again = await w.post(`${path}/${id}/delivery/${delivery.id}/replay`);
    expect(again.status, again.text).toBe(200);
    await tell();
    const [first, second] = lone.got;
    expect(second?.body).toBe(first?.body);
    expect(first?.headers['x-webhook-event-id']).toBe(delivery.event_id);
    expect(second?.headers).toMatchObject({
      'x-webhook-replay-of': delivery.event_id,
      'x-webhook-event-id': again.body.data.id,
    });
    const unknown = await w.post(`${path}/${id}/delivery/${'0'.repeat(20)}/replay`);
    expect(unknown.status).toBe(404);
    await lone.close();
  });
});
