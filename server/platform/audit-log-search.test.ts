// The audit log as people search it: borders, masks, refusals, export, and the cost of a page.
import { parse as parseCsv } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit_log } from '../../contract/platform/audit-log.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { connect, inTransaction } from '../db/database.ts';
import { rate_limits } from '../http/overload/rate-limits.ts';
import type { Person } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';
import { pageStatement } from './audit-log-search.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

const find = (by: Person, body: object = {}) =>
  world.call('POST', '/audit/search', { credential: by.private_key, body });
const is = (value: string) => ({ operator: '=', value });

/** A row of the tenant's under a verb of its own. */
async function write(merchant_id: string, verb: string, more: object = {}): Promise<void> {
  await inTransaction(world.system, merchant_id, (tx) =>
    audit(tx, world.system, { verb, noun: 'thing', id: 'thing', merchant_id, ...more }),
  );
}

describe('a search', () => {
  it('finds all for an administrator, the tree for a partner, its own for a merchant', async () => {
    const all = [t.m1, t.m1a, t.m2, t.p1];
    for (const { account } of all) await write(account.id, 'border');
    const seen = async (by: Person) => {
      const { body } = await find(by, { verb: is('border') });
      return body.data.map((row: { merchant_id: string }) => row.merchant_id).sort();
    };
    const ids = (tenants: typeof all) => tenants.map(({ account }) => account.id).sort();
    expect(await seen(t.admin.boss)).toEqual(ids(all));
    expect(await seen(t.p1.boss)).toEqual(ids([t.m1, t.m1a, t.p1]));
    expect(await seen(t.p1a.boss)).toEqual(ids([t.m1a]));
    expect(await seen(t.p2.boss)).toEqual(ids([t.m2]));
    expect(await seen(t.m1.boss)).toEqual(ids([t.m1]));
    expect((await find(t.m1.clerk)).status).toBe(403);
    const foreign = await find(t.m1.boss, { merchant_id: is(t.m2.account.id) });
    expect(foreign.body.data).toEqual([]);
  });

  it('masks what may be a secret at any depth, and keeps yes and no', async () => {
    const after = {
      name: 'kept',
      api_key: 'api_secret',
      deep: [{ client_secret: 's', reset_password: true, list: ['plain'] }],
      settings: { mid: '123' },
    };
    await write(t.m1.account.id, 'masks', { before: { password: 'x', totp: null }, after });
    const { body } = await find(t.m1.boss, { verb: is('masks') });
    expect(body.data[0].before).toEqual({ password: '***', totp: null });
    expect(body.data[0].after).toEqual({
      name: 'kept',
      api_key: '***',
      deep: [{ client_secret: '***', reset_password: true, list: ['plain'] }],
      settings: '***',
    });
  });

  it('tells where somebody sat of one’s own people only', async () => {
    const path = `/merchant/${t.m1.account.id}/default/reporting`;
    const changed = await world.call('POST', path, { credential: t.admin.boss.private_key });
    expect(changed.status, changed.text).toBe(200);
    const filter = { correlation_id: is(String(changed.headers['x-correlation-id'])) };
    const [ours] = (await find(t.admin.boss, filter)).body.data;
    const [theirs] = (await find(t.m1.boss, filter)).body.data;
    expect([ours.ip_address, theirs.ip_address]).toEqual(['127.0.0.1', '']);
    expect(theirs.user_name).toBe(t.admin.boss.user.username);
    const by_address = await find(t.m1.boss, { ...filter, ip_address: is('127.0.0.1') });
    expect(by_address.body.data).toEqual([]);
  });

  it('pages by time, newest first, each row once', async () => {
    for (let n = 0; n < 5; n++) await write(t.m2.account.id, 'paged', { after: { n } });
    const order = async (sort?: object) => {
      const pages = [0, 2, 4].map((offset) =>
        find(t.m2.boss, { verb: is('paged'), limit: 2, offset, ...(sort && { sort }) }),
      );
      const rows = (await Promise.all(pages)).flatMap(({ body }) => body.data);
      return rows.map((row: { after: { n: number } }) => row.after.n);
    };
    expect(await order()).toEqual([4, 3, 2, 1, 0]);
    expect(await order({ field: 'created_at', direction: 'asc' })).toEqual([0, 1, 2, 3, 4]);
    expect((await find(t.m2.boss, { sort: { field: 'verb' } })).status).toBe(400);
  });
});

describe('an action that is turned down', () => {
  const rowsOf = async (answer: { headers: Record<string, unknown> }) => {
    const filter = { correlation_id: is(String(answer.headers['x-correlation-id'])) };
    return (await find(t.admin.boss, filter)).body.data;
  };

  it('leaves one row of its own account, with who tried and why not', async () => {
    const credential = t.m1.clerk.private_key;
    const id = t.m2.boss.user.id;
    const answer = await world.call('DELETE', `/user/${id}`, { credential });
    expect(answer.status).toBe(403);
    const rows = await rowsOf(answer);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      merchant_id: t.m1.account.id,
      verb: 'remove',
      noun: 'user',
      noun_id: '',
      user_name: t.m1.clerk.user.username,
      refused: answer.body.msg,
    });
    const { body } = await find(t.m1.boss, { outcome: is('refused') });
    expect(body.data.map((row: { id: string }) => row.id)).toContain(rows[0].id);
  });

  it('leaves one where a foreign id was named, none where something was only read', async () => {
    const credential = t.m1.boss.private_key;
    const foreign = await world.call('DELETE', `/user/${t.m2.boss.user.id}`, { credential });
    expect([foreign.status, (await rowsOf(foreign)).length]).toEqual([404, 1]);
    const read = await world.call('GET', `/user/${t.m2.boss.user.id}`, { credential });
    expect([read.status, (await rowsOf(read)).length]).toEqual([404, 0]);
  });

  it('leaves one for a body that cannot be read or does not fit, without its words', async () => {
    const credential = t.m1.boss.private_key;
    const permissions = { '4111 1111 1111 1111': 'yes' };
    const body = { username: 1, password: 'Typed!2026', permissions };
    const unfit = await world.call('POST', '/user', { credential, body });
    expect(unfit.status).toBe(400);
    const [row, ...more] = await rowsOf(unfit);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ verb: 'create', noun: 'user', refused: unfit.body.msg });
    expect(JSON.stringify(row)).not.toMatch(/4111|Typed/);
    const broken = await world.app.inject({
      method: 'POST',
      url: '/api/user',
      headers: { authorization: credential, 'content-type': 'application/json' },
      payload: '{"password": "Typed!2026',
    });
    expect(broken.statusCode).toBe(400);
    expect(await rowsOf(broken)).toMatchObject([{ refused: broken.json().msg }]);
  });

  it('leaves one where a public key was used for more than it may', async () => {
    const credential = t.m1.boss.public_key;
    const answer = await world.call('POST', '/user', { credential, body: {} });
    expect(answer.status).toBe(401);
    expect(await rowsOf(answer)).toMatchObject([{ merchant_id: t.m1.account.id, verb: 'create' }]);
  });

  it('leaves no row for a payment that does not fit, few in a flood of such bodies', async () => {
    const credential = t.m2.boss.private_key;
    const payment = await world.call('POST', '/transaction', { credential, body: { type: 'x' } });
    expect([payment.status, (await rowsOf(payment)).length]).toEqual([400, 0]);
    const send = () => world.call('POST', '/user', { credential, body: { username: 1 } });
    const many = Array.from({ length: rate_limits.unfit.burst + 40 }, send);
    const answers = await Promise.all(many);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    const { body } = await find(t.m2.boss, { outcome: is('refused') });
    expect(body.total_count).toBeGreaterThanOrEqual(rate_limits.unfit.burst);
    expect(body.total_count).toBeLessThan(rate_limits.unfit.burst + 20);
    const stolen = await world.call('DELETE', `/user/${t.m1.boss.user.id}`, { credential });
    expect(await rowsOf(stolen)).toHaveLength(1);
  });
});

describe('the export', () => {
  it('holds every row of the search, disarmed and masked, and is audited itself', async () => {
    const [key, verb] = ['api_key', '=cmd()'];
    await write(t.m1.account.id, verb, { after: { [key]: 'x', note: '"quoted", and more' } });
    await write(t.m2.account.id, verb);
    const body = { verb: is(verb), limit: 1, offset: 1 };
    const credential = t.m1.boss.private_key;
    const answer = await world.call('POST', '/audit/report', { credential, body });
    expect(answer.headers['content-disposition']).toMatch(/audit-log-\d\d-\d\d-\d{4}\.csv/);
    const rows: Record<string, string>[] = parseCsv(answer.text, { columns: true });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.verb).toBe(`'${verb}`);
    expect(JSON.parse(rows[0]?.after ?? '')).toEqual({
      api_key: '***',
      note: '"quoted", and more',
    });
    const refused = await world.call('POST', '/audit/report', {
      credential: t.m1.clerk.private_key,
      body,
    });
    expect(refused.status).toBe(403);
  });
});

describe('at 100,000 rows', () => {
  const count = 100_000;
  beforeAll(async () => {
    await inTransaction(world.system, t.m1.account.id, (tx) =>
      sql`insert into audit_log (merchant_id, id, verb, noun, noun_id, account_type, account_id,
          user_id, user_name, credential, ip_address, request_id, created_at)
        select ${t.m1.account.id}, lpad(n::text, 20, '0'), 'update', 'bulk', 'noun' || n % 5000,
          'merchant', ${t.m1.account.id}, 'user' || n % 700, 'bulk', 'session', '10.0.0.1',
          'request' || n, now() - n * interval '1 minute'
        from generate_series(1, ${count}) as n`.execute(tx),
    );
    const { default: pg } = await import('pg');
    const owner = new pg.Client({ connectionString: world.database_url });
    await owner.connect();
    await owner.query('analyze audit_log');
    await owner.end();
  }, 60_000);

  /** The statement's plan as text, as this caller runs it. */
  async function planOf(context: Context, body: object): Promise<string> {
    const input = audit_log.search.input.parse(body);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${pageStatement(context, input)}`.execute(connect(context));
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }
  const as = (account_type: 'admin' | 'merchant', account_id: string): Context => ({
    ...world.system,
    actor: { ...world.system.actor, kind: 'session', role: 'admin', account_type, account_id },
  });

  it('every usual question is answered by an index', async () => {
    const operator = as('admin', t.admin.account.id);
    const merchant = as('merchant', t.m1.account.id);
    const plans = {
      everyone: await planOf(operator, {}),
      merchant: await planOf(merchant, {}),
      request: await planOf(operator, { correlation_id: is('request77') }),
      noun: await planOf(operator, { noun_id: is('noun77') }),
      user: await planOf(operator, { user_id: is('user7user7user7user7') }),
      dates: await planOf(operator, { created_at: { start_date: '2020-01-01' } }),
    };
    expect(plans.everyone).toMatch(/Index.* audit_log_(everyone|created)/);
    expect(plans.merchant).toMatch(/Index.* audit_log_(created|everyone)/);
    expect(plans.request).toContain('audit_log_request');
    expect(plans.noun).toContain('audit_log_noun');
    expect(plans.user).toContain('audit_log_user');
    for (const plan of Object.values(plans)) expect(plan).not.toContain('Seq Scan on audit_log');
  });

  it('says that a large count is an estimate', async () => {
    const { body } = await find(t.m1.boss, { noun: is('bulk') });
    expect(body.count_estimated).toBe(true);
    expect(body.total_count).toBeGreaterThan(10_000);
  });
});
