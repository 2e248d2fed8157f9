// Processor records: who writes them, how settings are kept, defaults, states, refusals (Q1, Q15).
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { besideChange } from '../../testing/beside.ts';
import { cardOf, openMoneyWorld } from '../../testing/worlds/money-world.ts';

let mid = '';

const w = openMoneyWorld();
beforeAll(() => {
  mid = w.m1.account.id;
});

type Who = 'p1' | 'p2' | 'admin' | 'm1' | 'm2';
type Verb = 'GET' | 'POST' | 'DELETE';
const as = (who: Who, method: Verb, path: string, body?: object) =>
  w.world.call(method, path, {
    credential: w.tenants[who].boss.private_key,
    ...(body && { body }),
  });
const nmi = { name: 'NMI', settings: { nmi: { username: 'u', password: 'hunter2-secret' } } };

describe('the types', () => {
  it('are forty, with the settings each takes', async () => {
    const { body } = await as('p1', 'GET', '/processors/types');
    expect(body.total_count).toBe(40);
    const type = body.data.find((one: { key: string }) => one.key === 'nmi');
    expect(type.credentials.map((one: { name: string }) => one.name)).toContain('password');
    expect(type.takes_payments).toBe(false);
  });
});

describe('a processor', () => {
  it('is read by all of the office and written by its admin role alone', async () => {
    const credential = w.tenants.p1.clerk.private_key;
    const list = await w.world.call('GET', `/merchant/${mid}/processors`, { credential });
    expect(list.status).toBe(200);
    const path = `/merchant/${mid}/processor`;
    for (const [method, one] of [
      ['POST', path],
      ['POST', `${path}/${list.body.data[0].id}`],
      ['POST', `${path}/${list.body.data[0].id}/status/disable`],
      ['DELETE', `${path}/${list.body.data[0].id}`],
    ] as const) {
      const { status, body } = await w.world.call(method, one, { credential, body: nmi });
      expect([one, status, body.msg]).toEqual([one, 403, expect.stringMatching(/admin role/)]);
    }
  });

  it('is made by a partner, its secret sealed and never answered', async () => {
    const made = await as('p1', 'POST', `/merchant/${mid}/processor`, nmi);
    expect(made.status, made.text).toBe(200);
    expect(made.body.data).toMatchObject({
      type: 'nmi',
      status: 'active',
      settings: { nmi: { username: 'u', password: '********' } },
      secrets: { password: { set: true }, security_key: { set: false } },
      supported_payment_methods: ['card', 'ach'],
      takes_payments: false,
      ...{ default_card: false, default_ach: false, default_apm: false, default_cash: false },
      payment_adj_value: 0,
    });
    for (const name of ['payment_adj_val', 'payment_adj_value']) {
      const rate = { payment_adj_type: 'flat', [name]: 250 };
      const rated = await as('p1', 'POST', `/merchant/${mid}/processor`, { ...nmi, ...rate });
      expect(rated.body.data).toMatchObject({ payment_adj_type: 'flat', payment_adj_value: 250 });
    }
    const client = new pg.Client({ connectionString: w.world.database_url });
    await client.connect();
    const { rows } = await client.query('select settings, secrets from processor where id = $1', [
      made.body.data.id,
    ]);
    const logs = await client.query('select before, after from audit_log');
    await client.end();
    expect(JSON.stringify([rows, logs.rows])).not.toContain('hunter2');
    expect(rows[0].secrets.password).toMatch(/^v1\.[0-9a-v]{20}\.[A-Za-z0-9+/=]{40,}$/);
    const seen = await as('m1', 'GET', `/merchant/${mid}/processor/${made.body.data.id}`);
    expect(seen.text).not.toContain('hunter2');
  });

  it('keeps a secret that comes back as its mask, and takes a new one', async () => {
    const made = await as('admin', 'POST', `/merchant/${mid}/processor`, nmi);
    const path = `/merchant/${mid}/processor/${made.body.data.id}`;
    const sealed = async () => {
      const client = new pg.Client({ connectionString: w.world.database_url });
      await client.connect();
      const { rows } = await client.query('select secrets from processor where id = $1', [
        made.body.data.id,
      ]);
      await client.end();
      return rows[0].secrets;
    };
    const settings = { nmi: { username: 'v', password: '********' } };
    const after = await as('admin', 'POST', path, { settings, name: 'Other' });
    expect(after.body.data).toMatchObject({
      name: 'Other',
      settings: { nmi: { username: 'v', password: '********' } },
      secrets: { password: { set: true } },
    });
    expect(await sealed()).toHaveProperty('password');
  });

  it('settles at its new time from its change on', async () => {
    const id = w.m1.processors.card;
    const planned = async () => {
      const { rows } = await sql<{ due_at: Date }>`select due_at from job
        where name = 'settlement' and payload ->> 'processor_id' = ${id}`.execute(
        connect(w.world.system),
      );
      return rows.map(({ due_at }) => due_at.toISOString().slice(11, 19));
    };
    const change = (settle_at: string) =>
      as('p1', 'POST', `/merchant/${mid}/processor/${id}`, { settle_at, timezone: 'UTC' });
    expect((await change('03:30:00')).status).toBe(200);
    expect(await planned()).toContain('03:30:00');
  });

  it('is refused without what its type needs, by name', async () => {
    const bad = { name: 'x', type: 'moneris', settings: { store_id: 's' } };
    const answer = await as('p1', 'POST', `/merchant/${mid}/processor`, bad);
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringMatching(/API|Token/i)]);
    const unknown = { name: 'x', type: 'nothing' };
    const no_type = await as('p1', 'POST', `/merchant/${mid}/processor`, unknown);
    expect(no_type.body.msg).toMatch(/invalid Type$/);
    const zone = { name: 'x', type: 'cash', timezone: 'Mars/Base' };
    const no_zone = await as('p1', 'POST', `/merchant/${mid}/processor`, zone);
    expect(no_zone.body.msg).toMatch(/invalid Timezone$/);
    const at = { name: 'x', type: 'cash', settle_at: '10:15:00' };
    const no_time = await as('p1', 'POST', `/merchant/${mid}/processor`, at);
    expect(no_time.body.msg).toMatch(/invalid Settle At$/);
    const rail = { name: 'x', type: 'cash', default_card: true };
    const no_rail = await as('p1', 'POST', `/merchant/${mid}/processor`, rail);
    expect(no_rail.body.msg).toMatch(/invalid Default Card$/);
  });

  it('is the merchant’s to read, nobody’s else, and not the merchant’s to write', async () => {
    const list = await as('m1', 'GET', `/merchant/${mid}/processors`);
    expect(list.body.total_count).toBe(list.body.data.length);
    const id = w.m1.processors.card;
    expect((await as('m2', 'GET', `/merchant/${mid}/processors`)).status).toBe(404);
    expect((await as('p2', 'GET', `/merchant/${mid}/processor/${id}`)).status).toBe(404);
    expect((await as('p2', 'POST', `/merchant/${mid}/processor`, nmi)).status).toBe(404);
    expect((await as('m1', 'POST', `/merchant/${mid}/processor`, nmi)).status).toBe(403);
    expect((await as('p2', 'POST', `/merchant/${mid}/processor/${id}`, {})).status).toBe(404);
    expect((await as('p2', 'DELETE', `/merchant/${mid}/processor/${id}`)).status).toBe(404);
  });

  it('becomes the one default of its method', async () => {
    const made = await as('p1', 'POST', `/merchant/${mid}/processor`, {
      name: 'Second',
      type: 'tsys_sierra',
      settings: { mid: '42' },
      default_card: true,
    });
    const { id } = made.body.data;
    const defaults = async () => {
      const { body } = await as('m1', 'GET', `/merchant/${mid}/processors`);
      const found = body.data.filter((one: { default_card: boolean }) => one.default_card);
      return found.map((one: { id: string }) => one.id);
    };
    expect(await defaults()).toEqual([id]);
    expect((await w.pay()).processor_id).toBe(id);
    const back = `/merchant/${mid}/processor/${w.m1.processors.card}`;
    await as('p1', 'POST', back, { default_card: true });
    expect(await defaults()).toEqual([w.m1.processors.card]);
    expect((await w.pay()).processor_id).toBe(w.m1.processors.card);
  });
});

describe('a state', () => {
  const make = async () => {
    const body = { name: 'S', type: 'tsys_sierra', settings: { mid: '77' } };
    return (await as('p1', 'POST', `/merchant/${mid}/processor`, body)).body.data.id as string;
  };
  const to = (id: string, action: string, method: Verb = 'GET') =>
    as('p1', method, `/merchant/${mid}/processor/${id}/status/${action}`);
  const by = (processor_id: string) => w.pay({ processor_id });

  it('of disabled refuses every payment with 410 in words, and is taken back', async () => {
    const id = await make();
    expect((await to(id, 'disable')).body.data.status).toBe('disabled');
    const refused = await by(id);
    expect(refused).toMatchObject({ status: 'declined', response: 'error', response_code: 410 });
    expect(refused.response_body.card.processor_response_text).toBe('This processor is disabled.');
    expect(await w.attempts(refused.id)).toEqual([]);
    expect((await to(id, 'enabled', 'POST')).body.data.status).toBe('active');
    expect((await by(id)).response_code).toBe(100);
  });

  it('of released is refused while something is open, and is for good', async () => {
    const id = await make();
    const sale = await by(id);
    const refused = await to(id, 'release');
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining('settled')]);
    await w.post(`/transaction/${sale.id}/void`);
    const real = w.world.services.egress;
    w.world.services.egress = { exchange: async () => ({ kind: 'no_answer', reason: 'dead' }) };
    expect((await by(id)).status).toBe('unknown');
    w.world.services.egress = real;
    expect((await to(id, 'release')).status).toBe(400);
    await w.advance(3_600);
    expect((await to(id, 'release')).body.data.status).toBe('released');
    expect((await by(id)).response_code).toBe(410);
    expect((await to(id, 'enable')).status).toBe(400);
    expect((await to(id, 'explode')).status).toBe(404);
    const read = await as('m1', 'GET', `/merchant/${mid}/processor/${id}`);
    expect(read.body.data.status).toBe('released');
  });

  it('of released is for good, though somebody enables at the same moment', async () => {
    const id = await make();
    const enabled = await besideChange(
      w.world.database_url,
      (owner) => owner.query("update processor set status = 'released' where id = $1", [id]),
      () => to(id, 'enable'),
    );
    expect(enabled.status).toBe(400);
    const read = await as('m1', 'GET', `/merchant/${mid}/processor/${id}`);
    expect(read.body.data.status).toBe('released');
  });

  it('after DELETE is gone where it was never used, and released where it was', async () => {
    const path = async () => `/merchant/${mid}/processor/${await make()}`;
    const [unused, used] = [await path(), await path()];
    const sale = await by(used.split('/').at(-1) as string);
    expect(sale.status).toBe('pending_settlement');
    expect((await as('p1', 'DELETE', used)).status).toBe(400);
    await w.world.call('POST', `/transaction/${sale.id}/void`, {
      credential: w.m1.boss.private_key,
    });
    for (const one of [unused, used]) {
      const gone = await as('p1', 'DELETE', one);
      expect([gone.status, gone.body.data], gone.text).toEqual([200, null]);
    }
    expect((await as('m1', 'GET', unused)).status).toBe(404);
    expect((await as('p1', 'DELETE', unused)).status).toBe(404);
    expect((await as('m1', 'GET', used)).body.data.status).toBe('released');
  });

  it('takes no payment method that its type does not', async () => {
    const set = (supported_payment_methods: unknown) =>
      as('p1', 'POST', `/merchant/${mid}/processor`, {
        ...nmi,
        name: 'Methods',
        supported_payment_methods,
      });
    for (const methods of [['bitcoin'], ['card', 'cash'], 'card']) {
      const { status, body } = await set(methods);
      expect([status, body.msg]).toEqual([400, expect.stringMatching(/Supported Payment Methods/)]);
    }
    expect((await set(['card'])).status).toBe(200);
  });

  it('of a type without driver refuses payments in plain words (Q15)', async () => {
    const made = await as('p1', 'POST', `/merchant/${mid}/processor`, nmi);
    const refused = await by(made.body.data.id);
    expect(refused).toMatchObject({ status: 'declined', response: 'error', response_code: 410 });
    expect(refused.response_body.card.processor_response_text).toMatch(/no driver/);
  });
});

describe('testing credentials', () => {
  const test = (id: string) => as('p1', 'POST', `/merchant/${mid}/processor/${id}/test`);

  it('asks the host', async () => {
    expect((await test(w.m1.processors.card)).body.data).toMatchObject({ ok: true });
    const body = { name: 'Z', type: 'tsys_sierra', settings: { mid: '0000' } };
    const bad = await as('p1', 'POST', `/merchant/${mid}/processor`, body);
    expect((await test(bad.body.data.id)).body.data).toMatchObject({ ok: false });
    const sale = { processor_id: bad.body.data.id, ...cardOf('4111111111111111') };
    expect(await w.pay(sale)).toMatchObject({ response_code: 410, response: 'error' });
    const other = await as('p1', 'POST', `/merchant/${mid}/processor`, nmi);
    expect((await test(other.body.data.id)).body.data.ok).toBe(false);
  });
});

describe('the pending processor', () => {
  it('records a payment that waits', async () => {
    const body = { name: 'Later', type: 'pending' };
    const made = await as('p1', 'POST', `/merchant/${mid}/processor`, body);
    const sale = await w.pay({ processor_id: made.body.data.id });
    expect(sale).toMatchObject({ status: 'pending', response: 'pending', response_code: 99 });
  });
});
