// What the answer to a payment says of the saved card that paid.
import fs from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { flush } from '../../http/request-log.ts';
import { saveCard, savedCard, updater_cards } from '../../testing/updater-cards.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { asOwner, openOwner } from '../../testing/worlds/open-world.ts';
import { updateCardsOf } from './run.ts';

const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
const w = openMoneyWorld({ log });
const owner = openOwner(() => w.world.database_url);

const numbers = { ...updater_cards, unknown: '4000007500000002' };
const save = (id: string, number: string, expiration_date = '06/28') =>
  saveCard(w, id, number, expiration_date);
const cardOf = (id: string) => savedCard(w, id);
const pay = async (id: string, type = 'sale') => {
  const body = { type, amount: 1000, payment_method: { customer: { id } } };
  const answer = await w.post(
    '/transaction',
    type === 'verification' ? { ...body, amount: 0 } : body,
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const updatesOf = async (customer_id: string) => {
  const filters = { customer_id: { operator: '=', value: customer_id } };
  return (await w.post('/vault/accountupdater/search', filters)).body.data;
};
const allow = async (allow_automatic_account_updater: boolean) => {
  const permissions = { allow_automatic_account_updater };
  const answer = await w.world.call('POST', `/merchant/${w.m1.account.id}`, {
    credential: w.tenants.admin.boss.private_key,
    body: { permissions },
  });
  expect(answer.status, answer.text).toBe(200);
};

/** Lets `meanwhile` happen between the request of a payment and its answer. */
async function payWhile(id: string, meanwhile: () => Promise<unknown>) {
  const { egress } = w.world.services;
  const exchange = egress.exchange.bind(egress);
  egress.exchange = async (request) => {
    const answer = await exchange(request);
    await meanwhile();
    return answer;
  };
  try {
    return await pay(id);
  } finally {
    egress.exchange = exchange;
  }
}

beforeAll(async () => {
  await allow(true);
  for (const [id, number] of Object.entries(numbers)) await save(id, number);
});

it('gives the saved card its new number and month, once', async () => {
  const payment = await pay('replaced');
  expect(payment).toMatchObject({ response_code: 100 });
  expect(payment.response_body.card).toMatchObject({ last_four: '0007' });
  expect(await cardOf('replaced')).toMatchObject({
    masked_number: '400000******0000',
    expiration_date: '06/31',
    flags: [],
  });
  expect(await updatesOf('replaced')).toMatchObject([
    {
      result: 'new_number',
      transaction_id: payment.id,
      masked_before: '400000******0007',
      masked_after: '400000******0000',
      expiration_before: '06/28',
      expiration_after: '06/31',
    },
  ]);
  const next = await pay('replaced');
  expect(next.response_body.card).toMatchObject({ last_four: '0000' });
  expect(await updatesOf('replaced')).toHaveLength(1);
});

it('leaves an audit row and an event with the change', async () => {
  const { id } = await cardOf('replaced');
  const audits = await owner.query(
    `select verb, user_name, after->>'masked_number' as masked, request_id from audit_log
     where noun = 'saved_method' and noun_id = $1`,
    [id],
  );
  expect(audits.rows).toMatchObject([
    { verb: 'update', user_name: w.m1.boss.user.username, masked: '400000******0000' },
  ]);
  const text = 'select kind, payload, request_id from outbox where resource_id = $1';
  const events = await owner.query(text, [id]);
  expect(events.rows).toEqual([
    {
      kind: 'transaction_automatic_account_updater_vault_update',
      payload: { result: 'new_number' },
      request_id: audits.rows[0].request_id,
    },
  ]);
});

it('numbers the events of a card on, when the outbox has forgotten the earlier ones', async () => {
  await save('twice', numbers.renewed);
  const { id } = await cardOf('twice');
  const sequences = async () => {
    const text = 'select sequence from outbox where resource_id = $1';
    return (await owner.query(text, [id])).rows;
  };
  await pay('twice');
  expect(await sequences()).toEqual([{ sequence: 1 }]);
  await owner.query('delete from outbox where resource_id = $1', [id]);
  const former = { expiration_date: '06/28' };
  expect((await w.post(`/vault/customer/twice/card/${id}`, former)).status).toBe(200);
  await pay('twice');
  expect(await sequences()).toEqual([{ sequence: 2 }]);
});

it('follows a new month, and is found by the payment that brought it', async () => {
  const { id } = await pay('renewed', 'authorize');
  expect(await cardOf('renewed')).toMatchObject({ expiration_date: '06/31' });
  const by_payment = { transaction_id: { operator: '=', value: id } };
  const found = await w.post('/vault/accountupdater/search', by_payment);
  expect(found.body.data).toMatchObject([{ customer_id: 'renewed', result: 'new_expiration' }]);
  await pay('renewed');
  expect(await updatesOf('renewed')).toHaveLength(1);
});

it('flags what is closed once, however often it pays', async () => {
  await pay('closed');
  await pay('closed');
  await pay('contact', 'verification');
  expect((await cardOf('closed')).flags).toEqual(['closed_contact']);
  expect((await cardOf('contact')).flags).toEqual(['closed_contact', 'contact']);
  expect(await updatesOf('closed')).toHaveLength(1);
});

it('changes no card that the processor has no news of', async () => {
  await pay('unknown');
  expect(await cardOf('unknown')).toMatchObject({ expiration_date: '06/28', flags: [] });
  expect(await updatesOf('unknown')).toEqual([]);
});

it('changes nothing for a merchant without the account updater', async () => {
  await save('without', numbers.renewed);
  await allow(false);
  await pay('without');
  await allow(true);
  expect(await cardOf('without')).toMatchObject({ expiration_date: '06/28' });
  expect(await updatesOf('without')).toEqual([]);
});

it('leaves a card as it is that somebody changed meanwhile', async () => {
  await save('mine', numbers.replaced);
  const { id } = await cardOf('mine');
  const card = { number: '4111111111111111', expiration_date: '06/28' };
  const payment = await payWhile('mine', () => w.post(`/vault/customer/mine/card/${id}`, card));
  expect(payment).toMatchObject({ response_code: 100 });
  expect(await cardOf('mine')).toMatchObject({ masked_number: '411111******1111' });
  expect(await updatesOf('mine')).toEqual([]);
});

it('takes a payment whose card cannot be written, or is gone', async () => {
  await save('gone', numbers.replaced);
  const gone = await payWhile('gone', () =>
    w.world.call('DELETE', '/vault/gone', { credential: w.m1.boss.private_key }),
  );
  expect(gone).toMatchObject({ response_code: 100 });
  await save('broken', numbers.replaced);
  await asOwner(
    w.world.database_url,
    'alter table card_update add constraint no_more check (false) not valid',
  );
  const payment = await pay('broken');
  await asOwner(w.world.database_url, 'alter table card_update drop constraint no_more');
  expect(payment).toMatchObject({ response_code: 100, status: 'pending_settlement' });
  expect(await cardOf('broken')).toMatchObject({ masked_number: '400000******0007' });
  expect(logged.some((line) => line.includes('card_not_updated'))).toBe(true);
});

it('believes a decline as it does an approval', async () => {
  await save('declined', numbers.renewed);
  await fetch(`${w.world.lab?.url}/control/script`, {
    method: 'POST',
    body: JSON.stringify({ match: { operation: 'sale' }, action: { do: 'decline', code: '54' } }),
  });
  expect(await pay('declined')).toMatchObject({ response: 'declined' });
  expect(await cardOf('declined')).toMatchObject({ expiration_date: '06/31' });
});

it('spares the next submission a card that an answer spoke of', async () => {
  await save('fresh', numbers.closed);
  await pay('fresh');
  await updateCardsOf(w.world.system, w.m1.account.id);
  expect(await updatesOf('fresh')).toHaveLength(1);
});

it('keeps the new number nowhere in clear: tables, logs, files of product and lab', async () => {
  await flush(w.world.services);
  const tables = await owner.query(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  const look = (where: string, text: string) => {
    if (/40000077\d{8}/.test(text)) found.push(where);
  };
  for (const { name } of tables.rows) {
    const { rows } = await owner.query(`select to_jsonb(t)::text as row from "${name}" t`);
    for (const { row } of rows) look(name, row);
  }
  look('log', logged.join('\n'));
  const folder = w.world.services.config.data_dir;
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const journal = files.find((file) => file.endsWith('journal.ndjson')) ?? 'no journal';
  expect(fs.readFileSync(path.join(folder, journal), 'utf8')).toContain('"operation":"sale"');
  for (const file of files) {
    const whole = path.join(folder, file);
    if (fs.statSync(whole).isFile()) look(file, fs.readFileSync(whole, 'latin1'));
  }
  expect(found).toEqual([]);
});
