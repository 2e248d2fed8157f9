// Custom fields of a payment: held against their definitions, kept, answered and searched.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { isChosen } from '../../../../contract/accounts/custom-field-rules.ts';
import { choices, field_cases } from '../../../../contract/accounts/testing/field-cases.ts';
import { inTransaction } from '../../../db/database.ts';
import { resetBudgets } from '../../../testing/budgets.ts';
import { signIn } from '../../../testing/sweeps/sweep-world.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();

const cash = { type: 'sale', amount: 500, payment_method: { cash: {} } };
const pay = (overrides: object) => w.post('/transaction', { ...cash, ...overrides });

async function field(body: object): Promise<string> {
  resetBudgets(w.world.services);
  const answer = await w.post('/customfield', { name: 'Size', type: 'text', ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id;
}

describe('a payment with custom fields', () => {
  it.each(field_cases)('is judged as a form judges it: $why', async (one) => {
    const { why, entered, fault, ...rule } = one;
    const values = isChosen(rule.type) ? choices : null;
    const id = await field({ ...rule, values, name: 'Case', group_name: why.slice(0, 50) });
    const group_name = why.slice(0, 50).trim();
    const answer = await pay({ group_name, custom_fields: { [id]: entered } });
    const words = {
      required: 'custom field [Case] is required',
      invalid: 'bad request error: invalid Custom Field [Case]',
    };
    if (fault !== null) {
      expect([answer.status, answer.body.msg]).toEqual([400, words[fault]]);
      return;
    }
    expect(answer.status, answer.text).toBe(200);
    const stored = entered.filter((value) => value.trim() !== '');
    expect(answer.body.data.custom_fields).toEqual(stored.length > 0 ? { [id]: stored } : {});
    expect((await w.read(answer.body.data.id)).custom_fields).toEqual(
      answer.body.data.custom_fields,
    );
  });

  it('names a field it does not know, by key and by session, and leaves nothing', async () => {
    const before = await w.count('transaction');
    const session = await signIn(w.world, w.m1.boss);
    for (const credential of [w.m1.boss.private_key, session]) {
      const body = { ...cash, custom_fields: { nothing: ['1'] } };
      const answer = await w.world.call('POST', '/transaction', { credential, body });
      expect(answer.status).toBe(400);
      expect(answer.body.msg).toBe('bad request error: invalid Custom Field [nothing]');
    }
    expect(await w.count('transaction')).toBe(before);
  });

  it('takes no field of another merchant, another group or one that was removed', async () => {
    const foreign = await w.world.call('POST', '/customfield', {
      credential: w.tenants.m2.boss.private_key,
      body: { name: 'Theirs', type: 'text' },
    });
    const grouped = await field({ group_name: 'shop' });
    const removed = await field({});
    const credential = w.m1.boss.private_key;
    await w.world.call('DELETE', `/customfield/${removed}`, { credential });
    for (const id of [foreign.body.data.id, grouped, removed]) {
      const answer = await pay({ custom_fields: { [id]: ['1'] } });
      expect(answer.body.msg).toBe(`bad request error: invalid Custom Field [${id}]`);
    }
    const named = await pay({ group_name: 'shop', custom_fields: { [grouped]: ['1'] } });
    expect(named.status, named.text).toBe(200);
    const group = await pay({ group_name: 'nowhere' });
    expect(group.body.msg).toBe('bad request error: invalid Group Name');
  });

  it('is asked what the default group requires where it names no group', async () => {
    const id = await field({ name: 'Donor', required: true });
    expect((await pay({})).body.msg).toBe('custom field [Donor] is required');
    expect((await pay({ custom_fields: { [id]: ['Ann'] } })).status).toBe(200);
    expect((await pay({ group_name: 'shop' })).status).toBe(200);
    const credential = w.m1.boss.private_key;
    await w.world.call('DELETE', `/customfield/${id}`, { credential });
    expect((await pay({})).status).toBe(200);
  });

  it('is never refused by fields that another process has changed since', async () => {
    const model = await field({ group_name: 'late' });
    const group_name = 'late';
    expect((await pay({ group_name, custom_fields: { [model]: ['1'] } })).status).toBe(200);
    const id = w.world.services.ids.next();
    // Written behind the back of what this process remembers.
    await inTransaction(w.world.system, w.m1.account.id, (tx) =>
      sql`insert into custom_field select merchant_id, ${id}, name, group_name, type, required,
        validation_type, choices, default_value, position, created_at, updated_at, deleted_at
        from custom_field where id = ${model}`.execute(tx),
    );
    expect((await pay({ group_name, custom_fields: { [id]: ['1'] } })).status).toBe(200);
  });
});

describe('a search by custom field', () => {
  it('finds values whole, in part or their absence, and the group', async () => {
    const id = await field({ name: 'Colour', group_name: 'paint' });
    const values = ['Dark Red', 'Blue'];
    const ids: string[] = [];
    for (const value of values) {
      const made = await pay({ group_name: 'paint', custom_fields: { [id]: [value] } });
      ids.push(made.body.data.id);
    }
    const found = async (body: object) => {
      const answer = await w.post('/transaction/search', body);
      return answer.body.data
        .map((one: { id: string }) => one.id)
        .filter((one: string) => ids.includes(one));
    };
    const by = (operator: string, value: string) => ({
      custom_fields: { [id]: { operator, value } },
      limit: 100,
    });
    expect(await found(by('=', 'Blue'))).toEqual([ids[1]]);
    expect(await found(by('=', 'blue'))).toEqual([]);
    expect(await found(by('%', 'dark'))).toEqual([ids[0]]);
    expect(await found(by('!=', 'Blue'))).toEqual([ids[0]]);
    expect(await found({ group: { operator: '=', value: 'paint' }, limit: 100 })).toEqual(
      ids.reverse(),
    );
  });
});
