// Custom outputs: who sees, changes and is shown them, and what an export makes of them.
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { offered_fields, output_types } from '../../contract/reports/output-fields.ts';
import { reportColumns } from '../payments/transactions/reports/report-columns.ts';
import { insertTransaction } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';

let transaction_id = '';
const world = openWorld({ lab: false });
const tenants = openTenants(world);
beforeAll(async () => {
  transaction_id = await insertTransaction(world, tenants.m1);
});

const ids = ['id', 'amount'];
let names = 0;

async function call(method: string, path: string, body?: object, by = tenants.m1.boss) {
  const credential = by.private_key;
  return await world.call(method as 'GET', path, { credential, ...(body && { body }) });
}

async function make(overrides: object = {}, by = tenants.m1.boss) {
  names += 1;
  const body = { name: `Output ${names}`, type: 'transaction', field_list: ids, ...overrides };
  const answer = await call('POST', '/custom-output', body, by);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const change = (id: string, body: object, by = tenants.m1.boss) =>
  call('POST', `/custom-output/${id}`, body, by);

it('keeps name, type and the order of the fields, of each type', async () => {
  for (const type of output_types) {
    const field_list = offered_fields[type].slice(0, 6).reverse();
    const { id, name } = await make({ type, field_list });
    const { body } = await call('GET', `/custom-output/${id}`);
    expect(body.data).toMatchObject({ id, name, type, field_list, shared: true });
    const listed = await call('GET', `/custom-outputs?type=${type}`);
    const found: { id: string; type: string }[] = listed.body.data;
    expect(found.map((one) => one.id)).toContain(id);
    expect(new Set(found.map((one) => one.type))).toEqual(new Set([type]));
  }
});

it('refuses other types, fields unknown, twice the same or none, and names taken', async () => {
  const refused = async (overrides: object) => {
    const body = { name: 'Refused', type: 'transaction', field_list: ids, ...overrides };
    const { status, body: answer } = await call('POST', '/custom-output', body);
    return `${status} ${answer.msg}`;
  };
  expect(await refused({ type: 'foo' })).toBe('400 bad request error: invalid Type');
  for (const field_list of [['nothing'], ['id', 'id'], [], ['constructor']]) {
    expect(await refused({ field_list })).toBe('400 bad request error: invalid Field List');
  }
  const { id, name } = await make();
  expect(await refused({ name })).toContain('it is taken');
  expect((await change(id, { type: 'transaction-table' })).status).toBe(400);
});

it('shows what is shared to the account, the rest to its maker, nothing to others', async () => {
  const { boss, clerk } = tenants.m1;
  const shared = await make();
  const own = await make({ shared: false }, clerk);
  expect((await call('GET', `/custom-output/${shared.id}`, undefined, clerk)).status).toBe(200);
  expect((await call('GET', `/custom-output/${own.id}`, undefined, boss)).status).toBe(404);
  for (const other of [tenants.m2.boss, tenants.p1.boss, tenants.admin.boss]) {
    for (const [method, body] of [['GET'], ['POST', { name: 'Mine' }], ['DELETE']] as const) {
      const answer = await call(method, `/custom-output/${shared.id}`, body, other);
      expect(answer.status, method).toBe(404);
    }
  }
});

it('lets the admin role alone change what the account shares, or share', async () => {
  const { clerk } = tenants.m1;
  const shared = await make();
  const own = await make({ shared: false }, clerk);
  expect((await change(shared.id, { name: 'No' }, clerk)).status).toBe(403);
  expect((await call('DELETE', `/custom-output/${shared.id}`, undefined, clerk)).status).toBe(403);
  expect((await change(shared.id, { default_for_account: true }, clerk)).status).toBe(403);
  expect((await change(own.id, { shared: true }, clerk)).status).toBe(403);
  expect((await change(own.id, { name: 'Yes' }, clerk)).body.data.name).toBe('Yes');
  expect((await call('DELETE', `/custom-output/${own.id}`, undefined, clerk)).status).toBe(200);
});

it('has one default of a type for a user and one for the account', async () => {
  const { boss, clerk } = tenants.m1;
  const first = await make({ default_for_user: true, default_for_account: true });
  const second = await make({ default_for_user: true });
  const seen = async (id: string, by = boss) => {
    const { data } = (await call('GET', `/custom-output/${id}`, undefined, by)).body;
    return [data.default_for_user, data.default_for_account];
  };
  expect([await seen(first.id), await seen(second.id)]).toEqual([
    [false, true],
    [true, false],
  ]);
  // What is shared may be anybody's own default.
  expect((await change(second.id, { default_for_user: true }, clerk)).status).toBe(200);
  expect(await seen(second.id, clerk)).toEqual([true, false]);
  // Taken back from the account, it is nobody else's default any more.
  await change(second.id, { shared: false });
  await change(second.id, { shared: true });
  expect([await seen(second.id, clerk), await seen(second.id)]).toEqual([
    [false, false],
    [true, false],
  ]);
  await call('DELETE', `/custom-output/${first.id}`);
  expect((await call('GET', `/custom-output/${first.id}`)).status).toBe(404);
});

async function columnsOf(body: object, by = tenants.m1.boss): Promise<string[]> {
  const answer = await call('POST', '/transaction/report', body, by);
  expect(answer.status, answer.text).toBe(200);
  const [row] = parseCsv(answer.text, { columns: true }) as Record<string, string>[];
  expect(row?.id).toBe(transaction_id);
  return Object.keys(row ?? {});
}

it('exports exactly the fields of a format in its order, and lines where requested', async () => {
  const { id: format_id } = await make({ field_list: ['amount', 'id', 'card_brand'] });
  expect(await columnsOf({ format_id })).toEqual(['amount', 'id', 'card_brand']);
  const lines = { format_id, include_line_items: true };
  expect(await columnsOf(lines)).toEqual(['amount', 'id', 'card_brand', 'line_items']);
  const page = await call('POST', '/transaction/report', { format_id, output: 'printable' });
  const heads = [...page.text.matchAll(/<th(?: [^>]*)?>([^<]*)/g)].map((match) => match[1]);
  expect(heads).toEqual(['Amount', 'ID', 'Card Brand']);
});

it('has a column for every field that is offered', () => {
  const { transaction } = offered_fields;
  expect(reportColumns('UTC', true, transaction).map(({ name }) => name)).toEqual(transaction);
});

it('knows no format of another account or user, nor one of another type', async () => {
  const { id: format_id } = await make({ shared: false });
  for (const by of [tenants.m1.clerk, tenants.m2.boss, tenants.p1.boss]) {
    const answer = await call('POST', '/transaction/report', { format_id }, by);
    expect(answer.status).toBe(404);
  }
  const table = await make({ type: 'transaction-table' });
  const answer = await call('POST', '/transaction/report', { format_id: table.id });
  expect(answer.body.msg).toBe('bad request error: invalid Format ID');
});
