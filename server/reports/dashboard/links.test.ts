// Every figure of the dashboards is what the list behind its link says, for random payments.
import { beforeAll, describe, expect, it } from 'vitest';
import { transaction_fields } from '../../../contract/payments/transactions/search.ts';
import type { AccountFigures, HomeRecord } from '../../../contract/reports/dashboard.ts';
import {
  chartLinks,
  currencyLink,
  dayLinks,
  declineLink,
  methodLink,
  partner_counts,
  periodLink,
  processorLink,
} from '../../../panel/dashboard/links.ts';
import { periodOf } from '../../../panel/dashboard/period-span.ts';
import {
  type ActiveFilter,
  flatFields,
  wireFilters,
} from '../../../panel/kit/filter/search-state.ts';
import { action_item_links } from '../../../panel/payments/action-item-links.ts';
import { is, madeWithin } from '../../../panel/payments/transactions-with.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { insertTransaction } from '../../testing/tenants.ts';
import { openRandomWorld } from '../../testing/worlds/random-world.ts';
import { lastDays } from './days.ts';

const { world, tenants, random } = openRandomWorld({ seed: 47, count: 120, days: 20 });
beforeAll(async () => {
  // At ten past midnight in India, where half an hour of UTC has begun: first of the 14 days.
  const midnight = lastDays(world.clock.now(), 'Asia/Kolkata', 14)[0]?.since.getTime() ?? 0;
  for (const minutes of [-10, 10]) {
    const created_at = new Date(midnight + minutes * 60_000);
    await insertTransaction(world, tenants.m1a, { created_at, captured_at: created_at });
  }
});

const fields = flatFields(transaction_fields);
const dead = ['pending', 'unknown', 'declined', 'voided', 'returned', 'partially', 'late'];

interface Row {
  type: string;
  status: string;
  amount: number;
  amount_captured: number;
}
/** What a list says of the rows that a link finds. */
interface Listed {
  count: number;
  captured: number;
  net: number;
  rows: Row[];
}

type Caller = 'm1' | 'p1' | 'admin';
type Filters = readonly ActiveFilter[];
/** Where the reader's links lead: the list of everything, of a merchant, or below a partner. */
interface Place {
  who: Caller;
  merchant_id?: string;
  partner_id?: string;
}

async function listed(place: Place, filters: Filters): Promise<Listed> {
  const { who, merchant_id = '', partner_id } = place;
  const all = partner_id ? [is('partner_id', partner_id), ...filters] : filters;
  const body = wireFilters(all, fields, world.clock.now());
  const credential = tenants[who].boss.private_key;
  const ask = async (path: string, more: object) => {
    const of = merchant_id && `/${merchant_id}`;
    const request = { credential, body: { ...body, ...more } };
    resetBudgets(world.services);
    const answer = await world.call('POST', `${path}${of}`, request);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const rows: Row[] = [];
  for (let more = true; more; ) {
    const page = await ask('/transaction/search', { limit: 100, offset: rows.length });
    rows.push(...page.data);
    more = rows.length < page.total_count && page.data.length > 0;
  }
  const { data } = await ask('/transaction/search/totals', {});
  return { count: rows.length, captured: data.captured_amount, net: data.net_amount, rows };
}

const times = ({ rows }: Listed, of: (row: Row) => boolean) => rows.filter(of).length;
const takes = ({ type, status, amount_captured }: Row) =>
  ['sale', 'authorize', 'capture'].includes(type) && !dead.includes(status) && amount_captured > 0;
const gives_back = ({ status }: Row) => !dead.includes(status) && status !== 'late_return';
const amounts = ({ rows }: Listed) => rows.reduce((sum, { amount }) => sum + amount, 0);

/** The shares of an approval rate: refunds are no attempts, what has no answer is neither. */
function rateOf(found: Listed) {
  const own = found.rows.filter(({ type }) => type !== 'refund');
  const declined = own.filter(({ status }) => status === 'declined').length;
  const open = own.filter(({ status }) => ['pending', 'unknown'].includes(status)).length;
  return { approved: own.length - declined - open, declined, attempts: own.length };
}

type Found = Record<string, unknown>;

/** Every number of an answer under its path, labels such as a code of a decline left out. */
function numbersOf(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value)
    .filter(([name]) => name !== 'response_code')
    .flatMap(([name, inner]) => numbersOf(inner, `${path}/${name}`));
}

async function figuresOfLinks(home: AccountFigures, place: Place): Promise<Found> {
  const { today, week_ago, currency } = home;
  const area = { m1: 'merchant', p1: 'partner', admin: 'admin' } as const;
  const of = (filters: Filters) => listed(place, filters);
  const at = async (span: typeof today) => {
    const links = dayLinks({ ...home, today: span }, area[place.who]);
    const [captured, tried, back] = await Promise.all(
      [links.captured, links.approval, links.refunded].map(of),
    );
    if (!captured || !tried || !back) throw new Error('a list did not answer');
    return {
      captured: { amount: captured.captured, count: times(captured, takes) },
      approval: rateOf(tried),
      refunded: { amount: 0 - back.net, count: times(back, gives_back) },
    };
  };
  const [now, then] = [await at(today), await at(week_ago)];
  const links = dayLinks(home, area[place.who]);
  const [awaiting, held] = [await of(links.awaiting), await of(links.held)];
  const by_day = [];
  for (const day of home.by_day) {
    const link = chartLinks(day, currency);
    const captured = await of(link.captured);
    const tried = rateOf(await of(link.approval));
    const back = await of(link.refunded);
    by_day.push({
      ...{ captured_amount: captured.captured, captured_count: times(captured, takes) },
      ...{ approved_count: tried.approved, declined_count: tried.declined },
      attempt_count: tried.attempts,
      ...{ refunded_amount: 0 - back.net, refunded_count: times(back, gives_back) },
    });
  }
  return {
    figures: {
      captured: { today: now.captured, week_ago: then.captured },
      approval: { today: now.approval, week_ago: then.approval },
      refunded: { today: now.refunded, week_ago: then.refunded },
      awaiting: { amount: awaiting.net, count: awaiting.count },
      held: { amount: amounts(held), count: held.count },
    },
    by_day,
  };
}

/** Cards of unknown brand are the rest: no list finds them alone. */
async function methodsOf(home: AccountFigures, of: (filters: Filters) => Promise<Listed>) {
  const found = [];
  const whole = await of(periodLink(home));
  let [amount, count] = [whole.captured, times(whole, takes)];
  for (const method of home.methods) {
    const link = methodLink(home, method);
    const own = link && (await of(link));
    found.push(own && { amount: own.captured, count: times(own, takes) });
    amount -= own?.captured ?? 0;
    count -= own ? times(own, takes) : 0;
  }
  const unknown = found.filter((one) => one === null);
  expect(unknown.length).toBeLessThanOrEqual(1);
  return found.map((one) => one ?? { amount, count });
}

async function periodOfLinks(home: AccountFigures, place: Place): Promise<Found> {
  const of = (filters: Filters) => listed(place, filters);
  const declines = [];
  for (const { response_code } of home.declines) {
    declines.push({ count: (await of(declineLink(home, response_code))).count });
  }
  const processors = [];
  for (const { processor_id } of home.processors) {
    const own = await of(processorLink(home, processor_id));
    const returned = times(own, ({ status }) => status === 'returned');
    processors.push({ ...rateOf(own), amount: own.captured, returned });
  }
  const merchants = [];
  for (const { merchant_id } of home.merchants) {
    const own = await listed({ who: place.who, merchant_id }, periodLink(home));
    merchants.push({ amount: own.captured, count: times(own, takes) });
  }
  const other_currencies = [];
  for (const { currency } of home.other_currencies) {
    const own = await of(currencyLink(home, currency));
    const [captured_amount, captured_count] = [own.captured, times(own, takes)];
    other_currencies.push({ captured_amount, captured_count });
  }
  const methods = await methodsOf(home, of);
  return { methods, declines, processors, merchants, other_currencies };
}

/** What waits of payments: the other kinds lead to lists of other rooms. */
async function actionItemsOfLinks({ waiting }: HomeRecord, place: Place): Promise<unknown[]> {
  const found = [];
  for (const { kind, currency } of waiting) {
    const own = await listed(
      place,
      action_item_links[kind as keyof typeof action_item_links](currency),
    );
    found.push({ count: own.count, amount: amounts(own) });
  }
  return found;
}

async function get<T>(who: Caller, path: string): Promise<T> {
  const answer = await world.call('GET', path, { credential: tenants[who].boss.private_key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

/** What the answer's figures are made of; the latest of other rooms stands aside. */
const shown = (home: AccountFigures & Partial<HomeRecord>) => {
  const { figures, by_day, methods, declines, processors, merchants, other_currencies } = home;
  const lists = { figures, by_day, methods, declines, processors, merchants, other_currencies };
  return new Map(numbersOf({ ...lists, ...(home.waiting && { waiting: home.waiting }) }));
};

async function compare(home: AccountFigures, place: Place, more: Found = {}): Promise<void> {
  const found = {
    ...(await figuresOfLinks(home, place)),
    ...(await periodOfLinks(home, place)),
    ...more,
  };
  expect(shown(home)).toEqual(new Map(numbersOf(found)));
  expect(shown(home).size).toBeGreaterThan(100);
}

async function compareHome(who: Caller, zone: string): Promise<void> {
  await random.see(tenants[who].boss, zone);
  const home = await get<HomeRecord>(who, '/dashboard/home?days=14');
  await compare(home, { who }, { waiting: await actionItemsOfLinks(home, { who }) });
}

async function comparePartner(id: string): Promise<void> {
  const place = { who: 'admin', partner_id: id } as const;
  const home = await get<AccountFigures>('admin', `/dashboard/account/${id}?days=14`);
  await compare(home, place);
  const { start_at, end_at } = periodOf(home);
  const path = `/admin/stats/partner/${id}/transaction/${start_at}/${end_at}`;
  const counts = await get<Record<string, unknown>>('admin', path);
  for (const [name, , filters] of partner_counts) {
    const own = await listed(place, [...filters, madeWithin({ start_at, end_at })]);
    expect(counts[name], name).toBe(own.count);
  }
  for (const { currency, amount_sum } of counts.by_currency as {
    currency: string;
    amount_sum: number;
  }[]) {
    const own = await listed(place, currencyLink(home, currency));
    expect(own.captured, currency).toBe(amount_sum);
  }
}

describe('every figure is what the list behind its link says', () => {
  it.each([
    ['without sums', () => Promise.resolve()],
    ['with sums of some merchants', () => random.sum(['m1', 'm1a'])],
    ['with sums that lag behind', () => random.change()],
    ['with all sums made anew', () => random.sum()],
  ] as const)(
    '%s',
    async (_, prepare) => {
      await prepare();
      await compareHome('m1', 'America/Los_Angeles');
      await compareHome('p1', 'Asia/Kolkata');
      await compareHome('admin', 'Australia/Lord_Howe');
      const { m1, p1 } = tenants;
      const home = await get<AccountFigures>(
        'admin',
        `/dashboard/account/${m1.account.id}?days=14`,
      );
      await compare(home, { who: 'admin', merchant_id: m1.account.id });
      await comparePartner(p1.account.id);
    },
    60_000,
  );
});
