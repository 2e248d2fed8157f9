// The account updater: saved cards are submitted on their day, once, and follow what it answers.
import { beforeAll, describe, expect, it } from 'vitest';
import { saveCard, savedCard, updater_cards } from '../../testing/updater-cards.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { openOwner } from '../../testing/worlds/open-world.ts';
import { merchantsWithStaleCards } from '../../vault/customers/card-updates.ts';
import { invalidateMerchant } from '../merchant-config.ts';
import { updateCardsOf } from './run.ts';

const w = openMoneyWorld();
const owner = openOwner(() => w.world.database_url);

const numbers = { ...updater_cards, valid: '4111111111111111' };
const save = (id: string, number: string, expiration_date = '12/29') =>
  saveCard(w, id, number, expiration_date);
const cardOf = (id: string) => savedCard(w, id);
const updates = async (filters: object = {}) =>
  (await w.post('/vault/accountupdater/search', filters)).body;
const status = async () => (await w.get('/vault/accountupdater')).body.data;
const run = () => updateCardsOf(w.world.system, w.m1.account.id);
async function daysLater(days: number) {
  await w.advance(days * 86_400);
  await run();
}

async function allow(on: boolean) {
  const { account } = w.m1;
  const switched = JSON.stringify({ allow_automatic_account_updater: on });
  await owner.query(
    'update merchant set permissions = permissions || $1::jsonb where merchant_id = $2',
    [switched, account.id],
  );
  invalidateMerchant(w.world.system, account.id);
}

beforeAll(async () => {
  for (const [id, number] of Object.entries(numbers)) await save(id, number);
});

describe('a submission', () => {
  it('is made for those alone who have the account updater', async () => {
    await allow(false);
    await run();
    expect((await w.post('/vault/accountupdater/search')).status).toBe(403);
    await allow(true);
    expect((await status()).last_run).toBeNull();
  });

  it('follows new numbers and months, and flags what is closed', async () => {
    await run();
    expect(await cardOf('replaced')).toMatchObject({
      masked_number: '400000******0000',
      expiration_date: '12/32',
    });
    expect(await cardOf('renewed')).toMatchObject({
      masked_number: '400000******0006',
      expiration_date: '12/32',
    });
    expect((await cardOf('closed')).flags).toEqual(['closed_contact']);
    expect((await cardOf('contact')).flags).toEqual(['closed_contact', 'contact']);
    expect(await cardOf('valid')).toMatchObject({ expiration_date: '12/29', flags: [] });
    const { data, total_count } = await updates();
    expect(total_count).toBe(4);
    const replaced = data.find((one: { result: string }) => one.result === 'new_number');
    expect(replaced).toMatchObject({
      customer_id: 'replaced',
      masked_before: '400000******0007',
      masked_after: '400000******0000',
      expiration_before: '12/29',
      expiration_after: '12/32',
    });
    expect((await updates({ result: { operator: '=', value: 'closed' } })).total_count).toBe(1);
    expect((await status()).last_run).toMatchObject({
      card_count: 5,
      updated_count: 2,
      flagged_count: 2,
      error: '',
    });
    // Whatever was answered of a card, it is looked up for now.
    expect(await merchantsWithStaleCards(w.world.system)).toEqual([]);
  });

  it('pays with the new number afterwards', async () => {
    const payment = await w.post('/transaction', {
      type: 'sale',
      amount: 1000,
      payment_method: { customer: { id: 'replaced' } },
    });
    expect(payment.body.data.response_body.card).toMatchObject({ last_four: '0000' });
  });

  it('is made once for its day, and again when the next one comes', async () => {
    await save('late', '4000007200000005');
    await run();
    expect((await cardOf('late')).flags).toEqual([]);
    await daysLater(32);
    expect((await cardOf('late')).flags).toEqual(['closed_contact']);
    expect((await updates()).total_count).toBeGreaterThan(4);
  });

  it('takes a flag away from a card that is valid again', async () => {
    const { id } = await cardOf('valid');
    const card = { expiration_date: '12/29', flags: ['closed_contact'] };
    await w.post(`/vault/customer/valid/card/${id}`, card);
    await daysLater(31);
    expect((await cardOf('valid')).flags).toEqual([]);
    expect((await updates({ result: { operator: '=', value: 'valid' } })).total_count).toBe(1);
  });
});

it('leaves a card as it is that somebody changed while it was away', async () => {
  await save('mine', '4000007100000006');
  const { id } = await cardOf('mine');
  const { egress } = w.world.services;
  const exchange = egress.exchange.bind(egress);
  egress.exchange = async (request) => {
    if (request.url.endsWith('/update_cards')) {
      await w.post(`/vault/customer/mine/card/${id}`, { expiration_date: '01/31' });
    }
    return await exchange(request);
  };
  await daysLater(31);
  egress.exchange = exchange;
  expect(await cardOf('mine')).toMatchObject({ expiration_date: '01/31' });
});

it('goes on with the same submission where the processor gave no answer', async () => {
  await save('waits', '4000007200000005');
  const { egress } = w.world.services;
  const exchange = egress.exchange.bind(egress);
  egress.exchange = async (request) =>
    request.url.endsWith('/update_cards')
      ? { kind: 'no_answer', reason: 'the line went dead' }
      : await exchange(request);
  const runs = async () => (await owner.query('select * from card_update_run order by id')).rows;
  const earlier = await runs();
  await daysLater(31);
  egress.exchange = exchange;
  expect((await runs()).slice(0, earlier.length)).toEqual(earlier);
  expect((await status()).last_run).toMatchObject({
    error: 'the line went dead',
    finished_at: null,
  });
  await daysLater(1);
  expect((await cardOf('waits')).flags).toEqual(['closed_contact']);
  expect((await status()).last_run).toMatchObject({ error: '' });
});

it('keeps no number of its answers in clear', async () => {
  const rows = await owner.query(`select to_jsonb(c)::text as row from card_update c
    union all select to_jsonb(s)::text from saved_method s
    union all select to_jsonb(r)::text from card_update_run r
    union all select to_jsonb(o)::text from outbox o
    union all select to_jsonb(a)::text from audit_log a`);
  const text = JSON.stringify(rows.rows);
  expect(text).not.toMatch(/40000077\d{8}|4000007[0-3]0{7}/);
});

describe('a card that fails', () => {
  it('keeps no other from being looked up or changed, and is told', async () => {
    const number = updater_cards.closed;
    for (const id of ['fails-1', 'fails-2', 'whole']) await save(id, number);
    const [broken, stuck] = [await cardOf('fails-1'), await cardOf('fails-2')];
    const method = 'update saved_method set sealed_number = $2 where id = $1';
    await owner.query(method, [broken.id, 'v1.unknown.AAAA']);
    await owner.query(`create function stuck() returns trigger language plpgsql
        as $$ begin raise exception 'stuck'; end $$;
      create trigger stuck before update on saved_method for each row
        when (old.id = '${stuck.id}') execute function stuck()`);
    await w.advance(32 * 86_400);
    const alerts: unknown[] = [];
    const error = ({ err: _, ...about }: { err: unknown }) => void alerts.push(about);
    const log = Object.assign(Object.create(w.world.system.log), { error });
    const merchant_id = w.m1.account.id;
    await updateCardsOf({ ...w.world.system, log }, merchant_id);
    await owner.query('drop function stuck cascade');
    expect(alerts).toEqual([
      { alert: 'card_not_opened', merchant_id, payment_method_id: broken.id },
      { alert: 'card_not_updated', merchant_id, payment_method_id: stuck.id },
    ]);
    expect((await cardOf('whole')).flags).toEqual(['closed_contact']);
    expect((await cardOf('fails-2')).flags).toEqual([]);
    expect((await status()).last_run.error).toBe('');
    // The next run looks the second one up again.
    await daysLater(32);
    expect((await cardOf('fails-2')).flags).toEqual(['closed_contact']);
  });
});
