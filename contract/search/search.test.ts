// Searches as they come in: kinds of fields, their operators, what counts as empty, paging.
import { describe, expect, it } from 'vitest';
import * as f from './search.ts';

const fields = {
  name: f.text('Name', 50),
  order_id: f.reference('Order ID', 17),
  digest: f.exact('Digest', 64),
  id: f.idField('ID'),
  status: f.choice('Status', ['open', 'closed']),
  count: f.integer('Count'),
  amount: f.money('Amount'),
  created_at: f.date('Created'),
  created: f.duration('Created'),
  ip: f.ip('IP Address'),
  phone: f.phoneField('Phone'),
  card: f.secret('Card'),
  last_four: f.digits('Last Four', 4),
  custom_fields: f.customFields('Custom Fields'),
  address: { city: f.text('City', 50), postal_code: f.text('Postal Code', 10) },
} as const satisfies f.SearchFields;
const input = f.searchInput(fields);
const filters = (body: object) => input.parse(body).filters;
const fits = (body: object) => input.safeParse(body).success;
const an_id = 'a'.repeat(20);

describe('filters', () => {
  const operators = ['=', '!=', '<', '>', '%', 'like', 'in', ''];
  it.each([
    ['name', 'x', ['=', '!=', '%', 'like']],
    ['order_id', 'x', ['=', '!=', '%', 'like']],
    ['digest', 'x', ['=', '!=']],
    ['id', an_id, ['=', '!=']],
    ['status', 'open', ['=', '!=']],
    ['count', 7, ['=', '!=', '<', '>']],
    ['amount', 7, ['=', '!=', '<', '>']],
    ['ip', '192.0.2.1', ['=', '!=']],
    ['phone', '5035550100', ['=', '!=', '%', 'like']],
    ['card', '4111111111111111', ['=']],
    ['last_four', '1111', ['=', '!=']],
  ])('of %s take their operators and no other', (name, value, expected) => {
    const found = operators.filter((operator) => fits({ [name]: { operator, value } }));
    expect(found).toEqual(expected);
  });

  it('mean "equal" where no operator is given, and read "like" as "contains"', () => {
    expect(filters({ name: { value: 'x' } })).toEqual({ name: { operator: '=', value: 'x' } });
    const like = { name: { operator: 'like', value: 'x' } };
    expect(filters(like)).toEqual({ name: { operator: '%', value: 'x' } });
  });

  it('refuse values of another kind, and name the field', () => {
    const wrong: Record<string, unknown> = {
      name: 7,
      id: 'short',
      status: 'else',
      count: '7',
      amount: 1.5,
      ip: '999.1.1.1',
      card: '12',
      last_four: '111',
    };
    for (const [name, value] of Object.entries(wrong)) {
      const parsed = input.safeParse({ [name]: { operator: '=', value } });
      expect(parsed.success, name).toBe(false);
      expect(parsed.error?.issues[0]?.path[0]).toBe(name);
    }
  });

  it('read numbers of cards and phones as they are typed', () => {
    expect(filters({ card: { value: '4111 1111-1111 1111' } }).card).toMatchObject({
      value: '4111111111111111',
    });
    expect(filters({ phone: { value: '(503) 555-0100' } }).phone).toMatchObject({
      value: '5035550100',
    });
  });

  it('of moments are a range with one end or both, or a spoken period', () => {
    const range = { start_date: '2026-01-01T00:00:00Z', end_date: '2026-02-01T00:00:00.5Z' };
    expect(filters({ created_at: range })).toEqual({ created_at: range });
    expect(fits({ created_at: { end_date: '2026-02-01' } })).toBe(true);
    expect(filters({ created_at: { duration: 'today' } })).toEqual({
      created_at: { duration: 'today' },
    });
    const compared = { operator: '=', value: 'last_month' };
    expect(filters({ created: compared })).toEqual({ created: { duration: 'last_month' } });
    expect(fits({ created_at: { start_date: 'yesterday' } })).toBe(false);
    expect(fits({ created: { duration: 'ever' } })).toBe(false);
  });

  it('of custom fields are a map of texts', () => {
    const search = { custom_fields: { abc: { operator: '=', value: 'x' } } };
    expect(filters(search)).toEqual(search);
  });
});

describe('what counts as empty', () => {
  it('is left out: null, an empty text, an empty value, an operator alone', () => {
    for (const empty of [
      null,
      '',
      {},
      { operator: '=' },
      { value: '' },
      { operator: '=', value: null },
    ]) {
      expect(filters({ name: empty, id: empty, status: empty }), JSON.stringify(empty)).toEqual({});
    }
    expect(filters({ created_at: { start_date: '', end_date: null } })).toEqual({});
  });

  it('is left out: a switch that was sent as an empty text', () => {
    expect(JSON.parse(JSON.stringify(input.parse({ directOnly: '' })))).not.toHaveProperty(
      'directOnly',
    );
  });

  it('is left out where the operator was sent empty, whatever the zero of its kind', () => {
    const unset = ['', null].flatMap((operator) =>
      [0, false, '', null].map((value) => ({ operator, value })),
    );
    for (const empty of unset) {
      const all = { name: empty, id: empty, status: empty, count: empty, amount: empty, ip: empty };
      const groups = { address: { city: empty }, custom_fields: { abc: empty } };
      const found = filters({ ...all, ...groups, created: empty, created_at: empty });
      expect(JSON.parse(JSON.stringify(found)), JSON.stringify(empty)).toEqual({});
    }
    expect(fits({ count: { operator: '', value: 7 } })).toBe(false);
    expect(fits({ name: { operator: '', value: 'x' } })).toBe(false);
    expect(fits({ created_at: { operator: '', value: 'today' } })).toBe(false);
    expect(filters({ count: { operator: '=', value: 0 } })).toEqual({
      count: { operator: '=', value: 0 },
    });
  });

  it('is left out of ranges and periods: nulls, empty texts, the moment that was never set', () => {
    const start_date = '2026-01-01T00:00:00Z';
    const unset = '0001-01-01T00:00:00Z';
    for (const more of [
      { duration: null },
      { duration: '' },
      { end_date: null, duration: null, value: null },
      { end_date: '' },
      { end_date: unset },
    ]) {
      expect(filters({ created_at: { start_date, ...more } })).toEqual({
        created_at: { start_date },
      });
    }
    expect(filters({ created_at: { start_date: null, end_date: unset, duration: null } })).toEqual(
      {},
    );
    const today = { start_date: null, end_date: null, duration: 'today' };
    expect(filters({ created_at: today })).toEqual({ created_at: { duration: 'today' } });
    expect(filters({ created: { duration: null } })).toEqual({});
    expect(filters({ address: '', custom_fields: { abc: null } })).toEqual({});
  });

  it('is 0 for an amount, as its form sends it', () => {
    expect(filters({ amount: { operator: '>', value: '' } })).toEqual({
      amount: { operator: '>', value: 0 },
    });
    expect(filters({ amount: { operator: '=', value: 0 } })).toEqual({
      amount: { operator: '=', value: 0 },
    });
    expect(filters({ amount: null })).toEqual({});
  });

  it('is left out of groups too, and unknown members are dropped everywhere', () => {
    const address = { city: { value: 'Bend' }, postal_code: { value: '' }, planet: { value: 'x' } };
    expect(filters({ address, planet: { value: 'x' } })).toStrictEqual({
      address: { city: { operator: '=', value: 'Bend' } },
    });
    expect(filters({ address: { city: {} } })).toStrictEqual({});
    expect(filters({ address: null })).toEqual({});
  });
});

describe('paging and sorting', () => {
  it('has its defaults, also where they are sent as null', () => {
    expect(input.parse({})).toEqual({ filters: {}, limit: 10, offset: 0 });
    expect(input.parse({ limit: null, offset: null, sort: '' })).toEqual(input.parse({}));
    expect(input.parse({ limit: '', offset: '' })).toEqual(input.parse({}));
  });

  it('keeps to its limits, which a search may set', () => {
    expect([0, 1, 100, 101].map((limit) => fits({ limit }))).toEqual([false, true, true, false]);
    const wide = f.searchInput(fields, { min: 0, max: 500, fallback: 25 });
    expect(wide.parse({}).limit).toBe(25);
    expect(wide.safeParse({ limit: 0 }).success).toBe(true);
    expect(fits({ offset: -1 })).toBe(false);
    expect(fits({ limit: '10' })).toBe(false);
  });

  it('sorts downwards unless stated otherwise', () => {
    expect(input.parse({ sort: { field: 'count' } }).sort).toEqual({
      field: 'count',
      direction: 'desc',
    });
    expect(fits({ sort: { field: 'count', direction: 'up' } })).toBe(false);
  });
});

describe('what is no filter', () => {
  it.each(['x', 7, true, [], ['x'], [{ value: 'x' }]])('%j is refused, not left out', (value) => {
    for (const name of ['name', 'amount', 'created_at', 'custom_fields', 'address']) {
      expect(fits({ [name]: value }), name).toBe(false);
    }
    expect(fits({ custom_fields: { abc: value } })).toBe(false);
    expect(fits({ created_at: { start_date: ['0001-01-01T00:00:00Z'] } })).toBe(false);
  });

  it('counts as absent where it is empty, in maps and groups too', () => {
    for (const empty of [null, '', undefined, {}]) {
      const search = { custom_fields: empty, address: empty, amount: empty };
      expect(filters(search)).toStrictEqual({});
    }
  });

  it('of an amount is 0 only as its empty value', () => {
    expect(filters({ amount: { operator: '>', value: null } })).toEqual({});
    expect(filters({ amount: { operator: '>', value: undefined } })).toEqual({});
    expect(filters({ amount: { operator: '', value: '' } })).toEqual({});
    expect(filters({ amount: { operator: '>', value: '', extra: '' } })).toEqual({
      amount: { operator: '>', value: 0 },
    });
    expect(filters({ amount: { operator: '' } })).toEqual({});
    expect(filters({ amount: { operator: '>', extra: '' } })).toEqual({});
    expect(f.money('Amount').value.parse(null)).toBe(0);
  });
});

describe('a kept card number', () => {
  const digest = 'a'.repeat(20);
  const expected = (count: number) => ({
    value: '411111••••••1111',
    digests: Object.fromEntries(
      Array.from({ length: count }, (_, n) => [String(n).padStart(20, '0'), digest]),
    ),
  });

  it('is searched by its digests, at no more merchants than may be', () => {
    const found = filters({ card: expected(2) });
    expect(found).toEqual({ card: { operator: '=', ...expected(2) } });
    expect(filters({ card: { operator: '=', value: expected(0).value } })).toEqual({
      card: { operator: '=', ...expected(0) },
    });
    expect(fits({ card: expected(f.max_digests) })).toBe(true);
    expect(fits({ card: expected(f.max_digests + 1) })).toBe(false);
    expect(f.max_digests).toBe(500);
    expect(fits({ card: { ...expected(1), operator: '!=' } })).toBe(false);
  });
});

it('only direct rows are searched where that is requested', () => {
  expect(input.parse({ directOnly: true })).toStrictEqual({
    ...{ filters: {}, limit: 10, offset: 0, directOnly: true },
  });
  for (const no of [false, null, undefined]) {
    expect(input.parse({ directOnly: no })).not.toHaveProperty('directOnly');
  }
  expect(input.parse({ sort: null })).not.toHaveProperty('sort');
});
