// The control API: scripts, wire log, clock, loading and reset, and who may not call it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  card_credentials,
  cardBody,
  cleanUp,
  freshFolder,
  type Json,
  killHard,
  type LabAnswer,
  type LabProcess,
  nextReference,
  startLab,
} from './lab-process.ts';

let lab: LabProcess;
beforeAll(async () => {
  lab = await startLab(freshFolder());
});
afterAll(cleanUp);
beforeEach(() => call(lab.port, 'POST', '/control/reset'));

const plain = '4111111111111111';
const control = (path: string, body?: Json | string): Promise<LabAnswer> =>
  call(lab.port, 'POST', `/control/${path}`, body);
const script = (action: Json, match: Json = {}, times?: number) =>
  control('script', { match, action, times });
const sale = (overrides: Json = {}, number = plain) =>
  call(lab.port, 'POST', '/sierra/sale', cardBody(number, overrides));
const about = (overrides: Json = {}): Json => ({
  reference: nextReference(),
  credentials: card_credentials,
  ...overrides,
});

describe('scripts', () => {
  it('win over triggers, fit by reference, operation and last four, and are used up', async () => {
    await script({ do: 'approve' }, { last_four: '0002' });
    expect((await sale({}, '4000000000000002')).body.network_code).toBe('00');
    expect((await sale({}, '4000000000000002')).body.network_code).toBe('D0');
    await script({ do: 'decline', code: '05' }, { operation: 'sale', reference: 'wanted' }, 1);
    expect((await sale()).body.network_code).toBe('00');
    expect((await sale({ reference: 'wanted' })).body.network_code).toBe('05');
  });

  it('last until reset with times 0', async () => {
    await script({ do: 'down' }, {}, 0);
    for (const _ of [1, 2, 3]) {
      const { status, body } = await sale();
      expect([status, body.processed]).toEqual([503, false]);
    }
    await control('reset');
    expect((await sale()).status).toBe(200);
  });

  it('and payments are forgotten by a reset, but no id is given twice', async () => {
    const folder = freshFolder();
    const first = await startLab(folder);
    const pay = async (at: LabProcess, reference: string) =>
      (await call(at.port, 'POST', '/sierra/sale', cardBody(plain, { reference }))).body;
    const before = [await pay(first, 'reset-1'), await pay(first, 'reset-2')];
    await call(first.port, 'POST', '/control/reset');
    await killHard(first.child);
    const second = await startLab(folder);
    const again = await pay(second, 'reset-1');
    expect(again.duplicate).toBeFalsy();
    expect(before.map((one) => one.transaction_id)).not.toContain(again.transaction_id);
  });

  it('approve a part, state another amount, delay, or spoil the answer', async () => {
    await script({ do: 'partial', percent: 25 });
    const part = await sale({ amount: 1000, allow_partial: true });
    expect(part.body).toMatchObject({ network_code: '10', approved_amount: 250 });
    await script({ do: 'wrong_amount' });
    expect((await sale({ amount: 1000 })).body).toMatchObject({ amount: 1100 });
    await script({ do: 'delay', ms: 150 });
    const before = performance.now();
    expect((await sale()).body.network_code).toBe('00');
    expect(performance.now() - before).toBeGreaterThan(140);
    for (const order of ['garbage_committed', 'hang_committed', 'drop_after_commit']) {
      await script({ do: order });
      const reference = nextReference();
      await expect(sale({ reference })).rejects.toThrow();
      const again = await sale({ reference });
      expect(again.body.duplicate).toBe(true);
    }
  });

  it('that cannot be read are refused', async () => {
    expect((await script({ do: 'explode' })).status).toBe(400);
    expect((await script({ do: 'decline' })).status).toBe(400);
    expect((await control('script', '{')).status).toBe(400);
  });
});

describe('the clock', () => {
  it('goes forward, and an earlier time changes nothing', async () => {
    const there = (await control('clock', { now: '2032-05-05T00:00:00Z' })).body;
    expect(String(there.now)).toMatch(/^2032-05-05T00:00:0/);
    const back = (await control('clock', { now: '2031-01-01T00:00:00Z' })).body;
    expect(String(back.now)).toMatch(/^2032-05-05T00:00:0/);
    expect((await control('clock', { now: 'soon' })).status).toBe(400);
  });
});

describe('loading', () => {
  const item = {
    transaction_id: 'SEED1',
    reference: 'seed1',
    operation: 'sale',
    state: 'settled',
    currency: 'usd',
    amount: 900,
    captured_amount: 900,
    settled_amount: 900,
    refunded_amount: 100,
    at: '2026-01-05T10:00:00Z',
    last_four: '1111',
  };
  const line = (overrides: Json) =>
    JSON.stringify({
      rail: 'card',
      credentials: card_credentials,
      item: { ...item, ...overrides },
    });

  it('makes earlier transactions refundable, and may be repeated', async () => {
    const pending = { transaction_id: 'SEED2', reference: 'seed2', state: 'pending' };
    const lines = [line({}), line({ ...pending, settled_amount: 0, refunded_amount: 0 })];
    const first = (await control('load', lines.join('\n'))).body;
    expect(first).toEqual({ loaded: 2, known: 0 });
    expect((await control('load', lines.join('\n'))).body).toEqual({ loaded: 0, known: 2 });
    const refund = (amount: number) =>
      call(lab.port, 'POST', '/sierra/refund', {
        ...about({ transaction_id: 'SEED1', currency: 'usd' }),
        amount,
      });
    expect((await refund(801)).body.error).toMatchObject({ code: 'over_amount' });
    expect((await refund(800)).body.network_code).toBe('00');
    const { batches } = (await control('settle')).body as { batches: Json[] };
    expect(batches).toMatchObject([
      { count: 2, totals: [{ sale_amount: 900, credit_amount: 800 }] },
    ]);
  });

  it('counts batches on from those that were loaded', async () => {
    const open = { transaction_id: 'SEED4', reference: 'seed4', state: 'pending' };
    const settled = { transaction_id: 'SEED3', reference: 'seed3', batch: 41 };
    await control('load', [line(settled), line({ ...open, settled_amount: 0 })].join('\n'));
    const { batches } = (await control('settle')).body as { batches: Json[] };
    expect(batches).toMatchObject([{ batch_number: 42, count: 1 }]);
    const about_it = about({ batch_number: 41, offset: 0, limit: 5 });
    const { members } = (await call(lab.port, 'POST', '/sierra/batch_detail', about_it)).body;
    expect(members).toMatchObject([{ transaction_id: 'SEED3', reference: 'seed3' }]);
    expect((await control('load', line({ batch: -1 }))).status).toBe(400);
  });

  it('refuses lines it cannot read', async () => {
    expect((await control('load', line({ state: 'odd' }))).status).toBe(400);
    expect((await control('load', 'no json')).status).toBe(400);
  });
});

describe('who may call', () => {
  it('no web page, and without LAB_CONTROL nobody but for clock, health and stop', async () => {
    const page = await call(lab.port, 'GET', '/health', undefined, { origin: 'http://evil.test' });
    expect(page.status).toBe(403);
    const closed = await startLab(freshFolder(), { LAB_CONTROL: '0' });
    expect((await call(closed.port, 'GET', '/control/state')).status).toBe(404);
    expect((await call(closed.port, 'GET', '/health')).body.lab).toBe('ready');
    expect((await call(closed.port, 'POST', '/control/clock', { now: '2030-01-01' })).status).toBe(
      200,
    );
    await killHard(closed.child);
  });

  it('numbers what it saw, and tells the newer ones', async () => {
    await sale({ reference: 'seen1' });
    await sale({ reference: 'seen2' });
    const all = (await call(lab.port, 'GET', '/control/requests')).body.requests as Json[];
    const since = all.find((entry) => entry.reference === 'seen1')?.n;
    const newer = await call(lab.port, 'GET', `/control/requests?since=${String(since)}`);
    expect(newer.body.requests).toMatchObject([
      { reference: 'seen2', path: '/sierra/sale', http_status: 200, network_code: '00' },
    ]);
    const state = await call(lab.port, 'GET', '/control/state?reference=seen2');
    expect(state.body.items).toMatchObject([{ state: 'pending', captured: 1299 }]);
  });
});
