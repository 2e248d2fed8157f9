// Request traces: whole for the operator, redacted for others, closed to strangers.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TraceEntry } from '../../contract/platform/request-trace.ts';
import type { Egress } from '../context.ts';
import { settleProcessor } from '../payments/settlement/close.ts';
import { good_card, type Person, tenant_password } from '../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../testing/worlds/money-world.ts';
import type { Answer } from '../testing/worlds/world.ts';

const w = openMoneyWorld();

const idOf = (answer: Answer) => String(answer.headers['x-correlation-id']);
const trace = (by: Person, id: string) =>
  w.world.call('GET', `/trace/${id}`, { credential: by.private_key });

async function entriesOf(by: Person, id: string): Promise<TraceEntry[]> {
  const answer = await trace(by, id);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.entries;
}
const kindsOf = (entries: TraceEntry[]) => [...new Set(entries.map(({ kind }) => kind))];
const sale = (more: object = {}) => ({
  type: 'sale',
  amount: 1299,
  ...cardOf(good_card.number),
  ...more,
});

describe('the trace of a payment', () => {
  it('runs from processor to ledger, receipt and log, in order of time', async () => {
    const mail = { email_receipt: true, email_address: 'ann@example.com' };
    const answer = await w.post('/transaction', sale(mail));
    const entries = await entriesOf(w.tenants.admin.boss, idOf(answer));
    const kinds = ['sent', 'answer', 'status', 'posting', 'audit', 'webhook', 'mail'];
    expect(kindsOf(entries).sort()).toEqual(kinds.sort());
    const times = entries.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    const [first, second, third] = entries;
    expect([first?.title, second?.kind, third?.kind]).toEqual([
      'Created as pending',
      'sent',
      'answer',
    ]);
    const text = JSON.stringify(entries);
    expect(text).toContain('Sale of $12.99');
    expect(text).toContain('ann@example.com');
    expect(entries.every((one) => !one.noun_id || one.merchant_id === w.m1.account.id)).toBe(true);
  });

  it('holds its own request alone, also of a refund of the same payment', async () => {
    const paid = await w.post('/transaction', sale());
    const voided = await w.post(`/transaction/${paid.body.data.id}/void`);
    expect(voided.status, voided.text).toBe(200);
    const first = await entriesOf(w.m1.boss, idOf(paid));
    const second = await entriesOf(w.m1.boss, idOf(voided));
    const keys = new Set(first.map(({ key }) => key));
    expect(second.filter(({ key }) => keys.has(key))).toEqual([]);
    expect(second.find(({ kind }) => kind === 'sent')?.text).toBe('Void of $12.99');
    expect(second.find(({ kind }) => kind === 'status')?.title).toMatch(/to voided$/);
  });

  it('says what of its time passed at the processor', async () => {
    const { services } = w.world;
    const real = services.egress;
    const slow: Egress['exchange'] = async (request) => {
      await sleep(80);
      return await real.exchange(request);
    };
    services.egress = { exchange: slow };
    const paid = await w.post('/transaction', sale());
    services.egress = real;
    const times = async (answer: Answer) =>
      (await trace(w.m1.boss, idOf(answer))).body.data.request;
    const { duration_ms, processor_ms } = await times(paid);
    expect(processor_ms).toBeGreaterThanOrEqual(79);
    expect(processor_ms).toBeLessThanOrEqual(duration_ms);
    const read = await w.world.call('GET', '/user', { credential: w.m1.boss.private_key });
    expect(await times(read)).toMatchObject({ processor_ms: 0 });
  });

  it('says the moments of business time when the clock was moved', async () => {
    await w.advance(3 * 86_400);
    const before = w.world.clock.now().getTime();
    const answer = await w.post('/transaction', sale());
    const { request, entries } = (await trace(w.m1.boss, idOf(answer))).body.data;
    for (const at of [request.at, ...entries.map((one: TraceEntry) => one.at)]) {
      expect(Math.abs(Date.parse(at) - before)).toBeLessThan(30_000);
    }
  });
});

describe('what a reader is shown', () => {
  it('has no processor internals for a merchant, none of the operator for a partner', async () => {
    const answer = await w.post('/transaction', sale());
    const labels = async (by: Person) =>
      (await entriesOf(by, idOf(answer)))
        .filter(({ kind }) => kind === 'sent' || kind === 'answer')
        .flatMap(({ facts }) => facts.map(({ label }) => label));
    expect(await labels(w.m1.boss)).toEqual([]);
    const partner = await labels(w.tenants.p1.boss);
    expect(partner).toContain('Our reference');
    expect(partner).not.toContain("Processor's reference");
    expect(await labels(w.tenants.admin.boss)).toContain("Processor's reference");
  });

  it('is nothing about another tenant: 404 as for an id that never was', async () => {
    const answer = await w.post('/transaction', sale());
    const unknown = await trace(w.tenants.m2.boss, '7'.repeat(20));
    for (const by of [w.tenants.m2.boss, w.tenants.p2.boss, w.tenants.m1a.boss]) {
      const foreign = await trace(by, idOf(answer));
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    }
    expect((await trace(w.m1.boss, 'not-an-id')).status).toBe(404);
  });

  it('is one’s own part where the operator’s request touched it', async () => {
    const mid = w.m1.account.id;
    const answer = await w.world.call('POST', `/merchant/${mid}/default/reporting`, {
      credential: w.tenants.admin.boss.private_key,
    });
    const { request, entries } = (await trace(w.m1.boss, idOf(answer))).body.data;
    expect(request).toBeNull();
    expect(kindsOf(entries)).toEqual(['audit']);
    const whole = (await trace(w.tenants.admin.boss, idOf(answer))).body.data;
    expect(whole.request).toMatchObject({ method: 'POST', status: 200 });
  });

  it('is a standard user’s own requests alone', async () => {
    const { boss, clerk } = w.m1;
    const theirs = await w.world.call('GET', '/user', { credential: boss.private_key });
    expect((await trace(clerk, idOf(theirs))).status).toBe(404);
    const own = await w.world.call('GET', '/user', { credential: clerk.private_key });
    expect((await trace(clerk, idOf(own))).status).toBe(200);
    expect((await trace(boss, idOf(own))).status).toBe(200);
  });
});

describe('the trace of a close', () => {
  it('tells the events and postings of the batch and of its members', async () => {
    const { id } = await w.pay();
    await w.advance(86_400);
    const { system, clock } = w.world;
    const request_id = system.ids.next();
    const { account, processors } = w.m1;
    await settleProcessor({ ...system, request_id }, account.id, processors.card, clock.now());
    const entries = await entriesOf(w.tenants.admin.boss, request_id);
    const told = entries.map(({ title, noun }) => `${title} (${noun})`);
    expect(told).toEqual(
      expect.arrayContaining([
        'Event settlement_batch (settlement_batch)',
        'Posted: batch close (settlement_batch)',
        'Event transaction_settlement (transaction)',
      ]),
    );
    const settled = entries.filter(({ title }) => title === 'Event transaction_settlement');
    expect(settled.map(({ noun_id }) => noun_id)).toContain(id);
  });
});

describe('a request that was turned down', () => {
  it('says why, with its input and without the card', async () => {
    const answer = await w.post('/transaction', sale({ currency: 'xxx', order_id: 'o-77' }));
    expect(answer.status).toBe(400);
    const { request, entries } = (await trace(w.m1.boss, idOf(answer))).body.data;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/api/transaction',
      status: 400,
      message: answer.body.msg,
      user_name: w.m1.boss.user.username,
    });
    expect(request.input).toMatchObject({ currency: 'xxx', order_id: 'o-77' });
    expect(JSON.stringify(request)).not.toContain(good_card.number);
    expect(entries).toEqual([]);
  });

  it('by a right that is missing has its audit row', async () => {
    const answer = await w.world.call('DELETE', `/user/${w.m1.boss.user.id}`, {
      credential: w.m1.clerk.private_key,
    });
    const entries = await entriesOf(w.m1.boss, idOf(answer));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      kind: 'audit',
      title: 'User: remove, refused',
      tone: 'bad',
    });
  });

  it('by the issuer names the decline', async () => {
    const answer = await w.post('/transaction', sale(cardOf('4000000000000002')));
    const entries = await entriesOf(w.m1.boss, idOf(answer));
    const declined = entries.find(({ kind }) => kind === 'answer');
    expect(declined).toMatchObject({ title: 'Declined', tone: 'bad' });
  });
});

describe('the trace of a sign-in', () => {
  it('says to the operator how it ended, and to nobody else that there was one', async () => {
    const { user } = w.m1.boss;
    const failed = await w.world.call('POST', '/token-auth', {
      body: { username: user.username, password: 'not the password' },
    });
    expect(failed.status, failed.text).toBe(401);
    const [entry] = await entriesOf(w.tenants.admin.boss, idOf(failed));
    expect(entry).toMatchObject({
      kind: 'sign_in',
      title: 'Login',
      tone: 'bad',
      facts: [],
      ...{ noun: '', noun_id: '', merchant_id: '' },
    });
    expect(entry?.text).toMatch(new RegExp(`^${user.username}: `));
    // No row of business time stands beside it: it is told in real time.
    expect(Math.abs(Date.parse(entry?.at ?? '') - Date.now())).toBeLessThan(60_000);
    expect((await trace(w.m1.boss, idOf(failed))).status).toBe(404);
  });

  it('that succeeded is no failure', async () => {
    const { user } = w.m1.boss;
    const entered = await w.world.call('POST', '/token-auth', {
      body: { username: user.username, password: tenant_password },
    });
    expect(entered.status, entered.text).toBe(200);
    const entries = await entriesOf(w.tenants.admin.boss, idOf(entered));
    const entry = entries.find(({ kind }) => kind === 'sign_in');
    expect(entry).toMatchObject({ tone: 'ok', text: `${user.username}: signed in` });
  });
});
