// Reference 1.5 and 3.8: every search field and operator, on one payment that is known whole.
import { beforeAll, describe, expect, it } from 'vitest';
import { card, find, good, type Json, pay, refused, send, the } from './stranger.ts';

const address = {
  first_name: 'Quentin',
  last_name: 'Searchable',
  company: 'Needle Works',
  address_line_1: '9 Haystack Lane',
  address_line_2: 'Loft 4',
  city: 'Joliet',
  state: 'IL',
  postal_code: '60432',
  country: 'US',
  email: 'quentin@example.com',
  phone: '8155550144',
  fax: '8155550145',
};
const number = '4500600000000061';
const nobody = '0123456789abcdefghij';
let needle: Json;

/** Whether the needle answers to this filter. */
async function matches(filter: Json): Promise<boolean> {
  const answer = await find({ ...filter, transaction_id: { operator: '=', value: needle.id } });
  expect(answer.http, `${JSON.stringify(filter)} → ${answer.text.slice(0, 300)}`).toBe(200);
  expect(answer.data).toHaveLength(answer.body.total_count);
  if (answer.data.length > 0) expect(answer.data[0].id).toBe(needle.id);
  return answer.body.total_count === 1;
}

beforeAll(async () => {
  needle = await pay({
    amount: 4321,
    tax_amount: 21,
    order_id: 'NEEDLE7',
    po_number: 'PONEEDLE',
    ip_address: '198.51.100.23',
    payment_method: card(number),
    billing_address: address,
    shipping_address: { ...address, first_name: 'Shipper', city: 'Lockport' },
  });
});

describe('3.8 search fields', () => {
  const fields: [string, (sale: Json) => Json, Json][] = [
    ['user_id', ({ user_id }) => user_id, nobody],
    ['user_name', ({ user_name }) => user_name, 'somebody_else'],
    ['type', () => 'sale', 'authorize'],
    ['transaction_source', () => 'api', 'cp'],
    ['ip_address', () => '198.51.100.23', '198.51.100.24'],
    ['amount', () => 4321, 4322],
    ['amount_authorized', () => 4321, 4322],
    ['amount_captured', () => 4321, 4322],
    ['amount_settled', () => 0, 4321],
    ['tax_amount', () => 21, 22],
    ['po_number', () => 'PONEEDLE', 'POOTHER'],
    ['order_id', () => 'NEEDLE7', 'NEEDLE8'],
    ['transaction_or_order_id', () => 'NEEDLE7', 'NEEDLE8'],
    ['transaction_or_order_id', ({ id }) => id, nobody],
    ['currency_iso_code', () => 'usd', 'eur'],
    ['payment_method', () => 'card', 'ach'],
    ['payment_type', () => 'card', 'ach'],
    ['status', () => 'pending_settlement', 'settled'],
    ['state', () => 'pending_settlement', 'settled'],
    ['processor_id', ({ processor_id }) => processor_id, nobody],
    ['processor_name', ({ processor_name }) => processor_name, 'Another'],
    ['cc_last_four', () => '0061', '0062'],
    ['cc_first_six', () => '450060', '450061'],
    ['full_cc_number', () => number, '4111111111111111'],
    ['card_type', () => 'credit', 'debit'],
  ];
  it.each(fields)('%s finds with = and leaves out with !=', async (name, value, other) => {
    const wanted = value(needle);
    expect(await matches({ [name]: { operator: '=', value: wanted } })).toBe(true);
    expect(await matches({ [name]: { operator: '=', value: other } })).toBe(false);
    if (name === 'transaction_or_order_id' || name === 'full_cc_number') return;
    expect(await matches({ [name]: { operator: '!=', value: wanted } })).toBe(false);
    expect(await matches({ [name]: { operator: '!=', value: other } })).toBe(true);
  });

  it.each(['amount', 'amount_authorized', 'amount_captured', 'tax_amount'])(
    '%s compares with < and >',
    async (name) => {
      const value = needle[name];
      expect(await matches({ [name]: { operator: '>', value: value - 1 } })).toBe(true);
      expect(await matches({ [name]: { operator: '>', value } })).toBe(false);
      expect(await matches({ [name]: { operator: '<', value: value + 1 } })).toBe(true);
      expect(await matches({ [name]: { operator: '<', value } })).toBe(false);
    },
  );

  it.each(Object.keys(address))('billing and shipping %s, nested', async (name) => {
    const value = address[name as keyof typeof address];
    const other =
      name === 'phone' || name === 'fax' ? '8155559999' : name === 'state' ? 'WI' : 'Zz';
    for (const side of ['billing_address', 'shipping_address']) {
      const own = needle[side][name];
      expect(await matches({ [side]: { [name]: { operator: '=', value: own } } })).toBe(true);
      expect(await matches({ [side]: { [name]: { operator: '=', value: other } } })).toBe(false);
      expect(await matches({ [side]: { [name]: { operator: '!=', value: own } } })).toBe(false);
    }
    expect(needle.billing_address[name]).toBe(value);
  });

  it.each(['created_at', 'captured_at', 'updated_at'])(
    '%s takes a range, both ends in',
    async (name) => {
      const at = needle[name];
      const day = at.slice(0, 10);
      const whole = { start_date: `${day}T00:00:00Z`, end_date: `${day}T23:59:59Z` };
      expect(await matches({ [name]: whole })).toBe(true);
      expect(await matches({ [name]: { start_date: at, end_date: at } })).toBe(true);
      const before = { start_date: '2020-01-01T00:00:00Z', end_date: '2020-12-31T23:59:59Z' };
      expect(await matches({ [name]: before })).toBe(false);
    },
  );

  it('takes durations, like, and dates without an end', async () => {
    const during = (duration: string) => matches({ created_at_duration: { duration } });
    for (const duration of ['today', 'this_week', 'this_month', 'this_year']) {
      expect([duration, await during(duration)]).toEqual([duration, true]);
    }
    for (const duration of ['yesterday', 'last_week', 'last_month', 'last_year']) {
      expect([duration, await during(duration)]).toEqual([duration, false]);
    }
    expect(
      await matches({ user_name: { operator: '%', value: needle.user_name.slice(1, 5) } }),
    ).toBe(true);
    expect(
      await matches({
        settled_at: { start_date: '2020-01-01T00:00:00Z', end_date: '2099-01-01T00:00:00Z' },
      }),
    ).toBe(false);
  });
});

describe('1.5 pages', () => {
  it('goes through all rows once, newest first, with limit and offset', async () => {
    const first = await find({ limit: 20 });
    const second = await find({ limit: 20, offset: 20 });
    expect([first.data.length, second.data.length]).toEqual([20, 20]);
    const ids = [...first.data, ...second.data].map(({ id }: Json) => id);
    expect(new Set(ids).size).toBe(40);
    const times = first.data.map(({ created_at }: Json) => Date.parse(created_at));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect((await find({})).data).toHaveLength(10);
    const counted = await find({ limit: 0 });
    expect([counted.data ?? [], counted.body.total_count > 0]).toEqual([[], true]);
    await refused(400, /Limit/, 'POST', '/transaction/search', { limit: 101 });
    await refused(400, /Offset/, 'POST', '/transaction/search', { offset: -1 });
  });

  it('sorts by the requested column', async () => {
    const { data } = await find({ limit: 20, sort: { field: 'amount', direction: 'asc' } });
    const amounts = data.map(({ amount }: Json) => amount);
    expect(amounts).toEqual([...amounts].sort((a: number, b: number) => a - b));
  });

  it('covers four months where no date is given', async () => {
    const { data, body } = await find({
      limit: 1,
      sort: { field: 'created_at', direction: 'asc' },
    });
    const months = (Date.now() - Date.parse(data[0].created_at)) / 86_400_000 / 30.4;
    expect(months).toBeLessThan(4.1);
    const all = await find({
      limit: 1,
      created_at: { start_date: '2000-01-01T00:00:00Z', end_date: '2099-01-01T00:00:00Z' },
    });
    expect(all.body.total_count).toBeGreaterThan(body.total_count);
  });

  it('refuses an unknown operator by its field, and ignores empty filters', async () => {
    const odd = { amount: { operator: '~', value: 1 } };
    await refused(400, /Amount/, 'POST', '/transaction/search', odd);
    const empty = { order_id: { operator: '=', value: '' }, type: null, status: {}, nonsense: 1 };
    expect(await matches(empty)).toBe(true);
  });
});

describe('3.1 totals and report', () => {
  it('sums what a search finds', async () => {
    const search = { transaction_id: { operator: '=', value: needle.id } };
    const sums = await good('POST', '/transaction/search/totals', search);
    expect(sums).toMatchObject({ captured_amount: 4321, authorized_amount: 4321, tax_amount: 21 });
  });

  it('reports as bare CSV and as a page', async () => {
    const search = {
      transaction_id: { operator: '=', value: needle.id },
      time_zone: 'America/Chicago',
    };
    const csv = await send('POST', '/transaction/report', { ...search, output: 'csv' });
    expect([csv.http, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(csv.headers['x-correlation-id']).toMatch(/^[0-9a-v]{20}$/);
    const lines = csv.text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(needle.id);
    const page = await send('POST', '/transaction/report', { ...search, output: 'printable' });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain(needle.id);
  });

  it('finds across merchants for a partner, and names the merchant', async () => {
    const key = the.keys.partner.private_key;
    const { data } = await find({ limit: 50 }, { key });
    expect(data.length).toBeGreaterThan(0);
    for (const { merchant_id, merchant_name } of data) {
      expect([merchant_id, merchant_name]).not.toContain('');
    }
  });
});
