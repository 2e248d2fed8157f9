// Statistics of random payments are those of the rows, before, while and after sums are made.
import { describe, expect, it } from 'vitest';
import { transaction_series } from '../../../contract/reports/statistics.ts';
import { runAudits } from '../../db/audit.ts';
import { openRandomWorld } from '../../testing/worlds/random-world.ts';

const { world, tenants, owner, random } = openRandomWorld({ seed: 31, count: 260, days: 95 });

/** Whole hours, halves and quarters; clocks that are changed by one hour and by half of one. */
const zones = [
  ...['America/Los_Angeles', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'],
  'Europe/Berlin',
] as const;
const callers = ['m1', 'm1a', 'p1', 'p1a', 'p2', 'admin'] as const;
type Caller = (typeof callers)[number];

interface Row {
  /** First day, in the zone that was asked for, of the day or week that the row lies in. */
  begins: string;
  type: string;
  status: string;
  currency: string;
  payment_type: string;
  response_code: number;
  amount: number;
  authorized: number;
  captured: number;
  parts: Record<string, number>;
  captured_parts: Record<string, number> | null;
  billing: Record<string, string>;
  shipping: Record<string, string>;
  created_at: Date;
}

/** The rows that a caller reaches, as the database's owner reads them. */
async function rowsOf(of: string, zone: string, unit: 'day' | 'week'): Promise<Row[]> {
  const local = '(created_at at time zone $2)::date';
  const begins = unit === 'day' ? local : `${local} - extract(dow from ${local})::int`;
  const { rows } = await owner.query(
    `select (${begins})::text as begins, type, status, currency, payment_type, response_code,
      amount::int, amount_authorized::int as authorized, amount_captured::int as captured,
      to_jsonb(t) as parts, captured_parts, billing_address as billing,
      shipping_address as shipping, created_at
    from transaction t where created_at <= $3 and ($1 = '' or merchant_id in
      (select descendant_id from account_closure where account_id = $1))`,
    [of, zone, world.clock.now()],
  );
  return rows;
}

const dead = ['pending', 'unknown', 'declined', 'voided', 'returned', 'partially', 'late'];
const lives = ({ status }: Row) => !dead.includes(status);
const took = (row: Row) => lives(row) && ['sale', 'authorize', 'capture'].includes(row.type);
const answered = ({ status }: Row) => !['declined', 'pending', 'unknown'].includes(status);
const gave = (row: Row) => row.type === 'refund' && lives(row) && row.status !== 'late_return';
/** What a row has captured of a part of its amount. */
function part(row: Row, name: string): number {
  if (!took(row) || row.captured === 0) return 0;
  return (row.captured_parts ?? row.parts)[name] ?? 0;
}

type Figure = (rows: Row[]) => number;
const sum = (rows: Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
const times =
  (is: (row: Row) => boolean): Figure =>
  (rows) =>
    rows.filter(is).length;
const parts =
  (name: string): Figure =>
  (rows) =>
    sum(rows, (row) => part(row, name));
const withPart = (name: string) => times((row) => part(row, name) > 0);
const ofType = (type: string) => times((row) => row.type === type && answered(row));
const mean = (total: number, count: number) => (count === 0 ? 0 : Math.round(total / count));
const authorized = (row: Row) => ['sale', 'authorize'].includes(row.type) && answered(row);

const figures: Record<string, Figure> = {
  transaction_amount_sum: (rows) => sum(rows.filter(took), (row) => row.captured),
  transaction_count: (rows) => rows.length,
  sale_count: ofType('sale'),
  refund_count: times(gave),
  authorize_count: ofType('authorize'),
  avg_authorized_ticket: (rows) =>
    mean(
      sum(rows.filter(authorized), (row) => row.authorized),
      rows.filter(authorized).length,
    ),
  avg_refund_ticket: (rows) =>
    mean(
      sum(rows.filter(gave), (row) => row.amount),
      rows.filter(gave).length,
    ),
  shipping_count: withPart('shipping_amount'),
  refund_sum: (rows) => sum(rows.filter(gave), (row) => row.amount),
  verification_count: ofType('verification'),
  void_count: times(({ status }) => status === 'voided'),
  capture_count: times((row) => row.type !== 'sale' && took(row) && row.captured > 0),
  credit_count: ofType('credit'),
  service_fee_sum: parts('service_fee'),
  surcharge_sum: parts('surcharge'),
  tip_sum: parts('tip_amount'),
  tip_count: withPart('tip_amount'),
  avg_tip: (rows) => mean(parts('tip_amount')(rows), withPart('tip_amount')(rows)),
  discount_amount_sum: parts('discount_amount'),
  discount_amount_count: withPart('discount_amount'),
  avg_discount_amount: (rows) =>
    mean(parts('discount_amount')(rows), withPart('discount_amount')(rows)),
  tax_amount_sum: parts('tax_amount'),
  national_tax_amount_sum: (rows) =>
    sum(rows, (row) => (took(row) && row.captured > 0 ? (row.parts.national_tax_amount ?? 0) : 0)),
  billing_country_count: times(({ billing }) => !!billing.country),
  billing_state_count: times(({ billing }) => !!billing.state),
  billing_city_count: times(({ billing }) => !!billing.city),
  shipping_country_count: times(({ shipping }) => !!shipping.country),
  shipping_state_count: times(({ shipping }) => !!shipping.state),
  shipping_city_count: times(({ shipping }) => !!shipping.city),
};

const get = async (who: Caller, path: string) => {
  const answer = await world.call('GET', path, { credential: tenants[who].boss.private_key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

/** The currency that most rows are of. */
function most(rows: Row[]): string {
  const counts = new Map<string, number>();
  for (const { currency } of rows) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'usd';
}

/** The days of the answer's points, in the zone. */
const dayOf = (x: number, zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(x * 1_000));

const reachOf = (who: Caller) => (who === 'admin' ? '' : tenants[who].account.id);

async function compareSeries(who: Caller, zone: string, unit: 'day' | 'week'): Promise<void> {
  await random.see(tenants[who].boss, zone);
  const data = await get(who, `/dashboard/stats/transaction?interval=${unit}`);
  const days = data.transaction_count.map(({ x }: { x: number }) => dayOf(x, zone));
  const all = await rowsOf(reachOf(who), zone, unit);
  const shown = all.filter(({ begins }) => days.includes(begins));
  const currency = who.startsWith('m') ? 'usd' : most(shown);
  for (const [at, day] of days.entries()) {
    const rows = shown.filter((row) => row.begins === day && row.currency === currency);
    for (const name of transaction_series) {
      const found = figures[name]?.(rows);
      expect(data[name][at].y, `${who} ${zone} ${day} ${name}`).toBe(found);
    }
    const codes: Record<string, number> = {};
    for (const { response_code } of rows) {
      if (response_code > 0) codes[response_code] = (codes[response_code] ?? 0) + 1;
    }
    expect(data.response_codes[at].y, `${who} ${zone} ${day} codes`).toEqual(codes);
  }
}

async function comparePartner(id: string, type: string, from: number, to: number): Promise<void> {
  const data = await get('admin', `/admin/stats/partner/${id}/${type}/${from}/${to}`);
  const all = await rowsOf(id, 'UTC', 'day');
  const rows = all.filter((row) => {
    const at = row.created_at.getTime();
    const within = at >= from * 1_000 && at < to * 1_000 + 1;
    return within && (type === 'transaction' || row.payment_type === type);
  });
  const counts = {
    sale_count: ofType('sale')(rows),
    authorize_count: ofType('authorize')(rows),
    credit_count: ofType('credit')(rows),
    void_count: rows.filter(({ status }) => status === 'voided').length,
    decline_count: rows.filter((r) => r.status === 'declined' && r.response_code < 300).length,
    error_count: rows.filter((r) => r.status === 'declined' && r.response_code > 299).length,
    total_count: rows.length,
  };
  expect(data, `${id} ${type} ${from} ${to}`).toMatchObject(counts);
  const sums = Object.fromEntries(
    [...new Set(rows.map(({ currency }) => currency))].map((currency) => [
      currency,
      sum(
        rows.filter((row) => row.currency === currency && took(row)),
        (row) => row.captured,
      ),
    ]),
  );
  const told = data.by_currency as { currency: string; amount_sum: number }[];
  expect(Object.fromEntries(told.map((one) => [one.currency, one.amount_sum]))).toEqual(sums);
}

async function compareAll(): Promise<void> {
  for (const [at, who] of callers.entries()) {
    for (const n of [0, 1, 2]) {
      const zone = zones[(at + n * 2) % zones.length] ?? 'UTC';
      await compareSeries(who, zone, 'day');
      await compareSeries(who, zone, 'week');
    }
  }
  const now = Math.floor(world.clock.now().getTime() / 1_000);
  for (const { account } of [tenants.p1, tenants.p1a, tenants.p2]) {
    for (const [type, days] of [
      ['transaction', 95],
      ['card', 40.3],
      ['ach', 12.77],
      ['cash', 1.01],
    ] as const) {
      await comparePartner(account.id, type, now - Math.floor(days * 86_400), now - 3_333);
    }
    await comparePartner(account.id, 'transaction', 0, now);
  }
}

describe('statistics of random payments', () => {
  const wrong = async (): Promise<string[]> =>
    (await runAudits(world.services.database))
      .filter(({ name, rows }) => name.startsWith('i20') && rows.length > 0)
      .map(({ name }) => name);

  it.each([
    ['without sums', () => Promise.resolve()],
    ['with sums of some merchants', () => random.sum(['m1', 'm1a'])],
    ['with sums that lag behind', () => random.change()],
    ['with all sums made anew', () => random.sum()],
  ] as const)('are those of the rows %s', async (_, prepare) => {
    await prepare();
    await compareAll();
    expect(await wrong()).toEqual([]);
  });
});
