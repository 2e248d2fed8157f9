// What a change of a processor record leaves behind: every member, the audit log, the next batch.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { auditRows } from '../../testing/audit-rows.ts';
import { type MoneyWorld, makeMoneyWorld } from '../../testing/worlds/money-world.ts';

let w: MoneyWorld;
let mid = '';

beforeAll(async () => {
  w = await makeMoneyWorld({ lab: false });
  mid = w.m1.account.id;
});
afterAll(() => w?.close());

const as = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  w.world.call(method, `/merchant/${mid}/processor${path}`, {
    credential: w.tenants.p1.boss.private_key,
    ...(body && { body }),
  });
async function make(body: object) {
  const made = await as('POST', '', { name: 'One', type: 'tsys_sierra', ...body });
  expect(made.status, made.text).toBe(200);
  return made.body.data;
}
const own = { settings: { mid: '42' } };

/** What the audit log tells of a processor, oldest first. */
async function outcomesOf(id: string) {
  const rows = await auditRows(w.world.system, 'processor', id);
  return rows.map(({ verb, before, after }) => ({ verb, before, after }));
}

async function planned(id: string): Promise<string[]> {
  const { rows } = await sql<{ due_at: Date }>`select due_at from job where name = 'settlement'
    and payload ->> 'processor_id' = ${id}`.execute(connect(w.world.system));
  return rows.map(({ due_at }) => due_at.toISOString().slice(11, 16));
}

/** Two times that come on the same day whatever the hour is: a plan is kept for each day. */
const [first_close, second_close] =
  new Date().getUTCHours() < 12 ? ['21:30', '20:00'] : ['03:30', '02:00'];

const none = { single: 0, daily: 0, monthly: 0 };
const limits = { sale: { single: 5, daily: 6, monthly: 7 }, credit: none };
const full = {
  description: 'For the shop',
  tag: 'debitfallback',
  timezone: 'UTC',
  settle_at: `${first_close}:00`,
  max_daily: 900,
  max_monthly: 9_000,
  payment_adj_type: 'percentage',
  payment_adj_value: 250,
  features: { hide_in_vt: true },
  limits,
  supported_currencies: ['usd', 'cad'],
};

describe('a processor record', () => {
  it('is made with every member that was given, and its type’s for the others', async () => {
    expect(await make({ ...own, ...full, status: 'disabled' })).toMatchObject({
      ...{ ...full, status: 'disabled', default_card: false, takes_payments: false },
      ...{ merchant_id: mid, payment_adj_val: 250, refusal: 'This processor is disabled.' },
    });
    const plain = await make(own);
    const empty = { description: '', tag: '', max_daily: 0, max_monthly: 0, payment_adj_type: '' };
    expect(plain).toMatchObject({ ...empty, status: 'active', features: {}, refusal: '' });
    expect(plain.takes_payments).toBe(true);
    expect(plain.supported_currencies).toContain('usd');
    expect(await planned(plain.id)).toHaveLength(1);
  });

  it('is changed in what is named, and stays as it was in everything else', async () => {
    const { id, created_at, ...made } = await make({ ...own, ...full });
    const { updated_at: _, ...same } = made;
    expect((await as('POST', `/${id}`, {})).body.data).toMatchObject(same);
    for (const [name, value] of Object.entries({
      ...{ name: 'Two', description: 'For the fair', tag: '', settle_at: `${second_close}:00` },
      ...{ max_daily: 1, max_monthly: 2, payment_adj_type: 'flat', payment_adj_value: 3 },
      ...{ features: { disable_auto_settle: true }, supported_currencies: ['usd'] },
      ...{ limits: { ...limits, credit: limits.sale }, timezone: 'America/Chicago' },
    })) {
      const changed = (await as('POST', `/${id}`, { [name]: value })).body.data;
      expect(changed[name], name).toEqual(value);
      const { updated_at: __, ...rest } = changed;
      const others = Object.keys(same).filter((other) => {
        const moved = JSON.stringify(same[other]) !== JSON.stringify(rest[other]);
        return moved && other !== name && other !== 'payment_adj_val';
      });
      expect(others, name).toEqual([]);
      Object.assign(same, rest);
    }
    // It settles no more by itself: its last plan stands, and nothing follows it.
    expect(await planned(id)).toEqual([second_close]);
    expect((await as('GET', `/${id}`)).body.data).toMatchObject({ created_at });
  });

  it('is the default of nothing that it was not made the default of', async () => {
    const ach = { type: 'house_ach', settings: {}, default_card: false, default_ach: true };
    const one = await make(ach);
    const other = await make({ ...ach, name: 'Other' });
    const read = async (id: string) => (await as('GET', `/${id}`)).body.data;
    expect([await read(one.id), other]).toMatchObject([
      { default_ach: false, default_card: false },
      { default_ach: true, default_card: false },
    ]);
    expect(await read(w.m1.processors.card)).toMatchObject({ default_card: true });
    expect((await as('POST', '', { ...ach, name: 'x', default_card: true })).body.msg).toMatch(
      /invalid Default Card$/,
    );
    await as('GET', `/${other.id}/status/release`);
    expect(await read(other.id)).toMatchObject({ status: 'released', default_ach: false });
  });

  it('has its whole life in the audit log, without a value of its settings', async () => {
    const { id } = await make(own);
    await as('POST', `/${id}`, { name: 'Two', timezone: 'UTC', settings: { mid: '43' } });
    await as('POST', `/${id}/test`);
    await as('GET', `/${id}/status/disable`);
    await as('GET', `/${id}/status/enable`);
    expect(await planned(id)).toHaveLength(1);
    expect((await as('DELETE', `/${id}`)).status).toBe(200);
    const type = 'tsys_sierra';
    expect(await outcomesOf(id)).toEqual([
      { verb: 'create', before: null, after: { type, name: 'One' } },
      { verb: 'update', before: null, after: { name: 'Two', timezone: 'UTC', settings: ['mid'] } },
      { verb: 'test', before: null, after: { ok: false } },
      { verb: 'status', before: { status: 'active' }, after: { status: 'disabled' } },
      { verb: 'status', before: { status: 'disabled' }, after: { status: 'active' } },
      { verb: 'release', before: { type, name: 'Two', status: 'active' }, after: null },
    ]);
  });
});
