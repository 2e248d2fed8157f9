// Lost answers and dead servers: every verb ends as the processor's books say, once (rails 5.7).
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Egress, ExchangeRequest } from '../../context.ts';
import { good_card } from '../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../testing/worlds/money-world.ts';
import type { Answer } from '../../testing/worlds/world.ts';

let real: Egress;
let settled = '';
/** What happens to the next message whose path ends with this operation. */
interface Fault {
  operation: string;
  kind: 'killed' | 'killed_before' | 'lost' | 'unwanted_part';
}
let faults: Fault[] = [];

const w = openMoneyWorld();
beforeAll(async () => {
  real = w.world.services.egress;
  w.world.services.egress = { exchange: (request) => exchange(request) };
  settled = (await w.pay({ amount: 50_000 })).id;
  await w.settle();
});
beforeEach(() => {
  faults = [];
});

/** Time-outs of a processor are minutes; a test has half a second. */
async function exchange(request: ExchangeRequest) {
  const quick = { ...request, first_byte_timeout_ms: 500, total_timeout_ms: 1_000 };
  const now = faults.find(({ operation }) => request.url.endsWith(`/${operation}`));
  if (now === undefined) return await real.exchange(quick);
  faults = faults.filter((one) => one !== now);
  if (now.kind === 'unwanted_part') {
    // The host approves a part although the request forbids that.
    const body = quick.body.replace('"allow_partial":false', '"allow_partial":true');
    return await real.exchange({ ...quick, body });
  }
  if (now.kind !== 'killed_before') await real.exchange(quick);
  if (now.kind === 'lost') return { kind: 'no_answer', reason: 'the line went dead' } as const;
  // The process dies here: nothing after commit 1 is written.
  throw new Error('killed');
}

const hour = 3_600;
const give = (id: string, amount: number) => w.post(`/transaction/${id}/refund`, { amount });

describe('an answer that was lost', () => {
  it.each([
    ['4000004000000004', 'committed, then dropped'],
    ['4000004200000002', 'committed, never answered'],
    ['4000004400000000', 'a page in its place, committed'],
    ['4000004500000009', 'cut in the middle, committed'],
    ['4000004800000006', 'with another amount in it'],
  ])('of %s (%s) is found by an inquiry while the caller waits', async (number) => {
    const sale = await w.pay({ amount: 1000 }, number);
    expect(sale).toMatchObject({
      status: 'pending_settlement',
      response: 'approved',
      response_code: 100,
      amount_captured: 1000,
    });
    const [attempt] = await w.attempts(sale.id);
    expect(attempt).toMatchObject({ state: 'answered', inquiry_count: 1 });
  });

  it.each(['4000004100000003', '4000004300000001'])(
    'of %s that never arrived is answered as unknown, reversed, then declined',
    async (number) => {
      const sale = await w.pay({ amount: 1000 }, number);
      expect(sale).toMatchObject({ status: 'unknown', response: 'unknown', response_code: 0 });
      await w.advance(hour);
      expect(await w.read(sale.id)).toMatchObject({
        status: 'declined',
        response: 'error',
        response_code: 421,
        amount_authorized: 0,
      });
      const operations = (await w.attempts(sale.id)).map((one) => one.operation);
      expect(operations).toEqual(['sale', 'reverse']);
    },
  );

  it('that is known late is adopted in the background', async () => {
    const sale = await w.pay({ amount: 1000 }, '4000004600000305');
    expect(sale.status).toBe('unknown');
    await w.advance(hour);
    expect((await w.read(sale.id)).status).toBe('pending_settlement');
  });

  it('is repeated with its key as first answered, and never charged again', async () => {
    const key = { idempotency_key: 'lost-key', idempotency_time: 86_400 };
    const body = { type: 'sale', amount: 1000, ...key };
    const ask = () => w.post('/transaction', { ...body, ...cardOf('4000004100000003') });
    const first = await ask();
    expect(first.body.data.status).toBe('unknown');
    expect((await ask()).text).toBe(first.text);
    await w.advance(hour);
    expect((await w.read(first.body.data.id)).status).toBe('declined');
    expect((await ask()).text).toBe(first.text);
  });
});

describe('a part nobody requested', () => {
  it('is reversed at once and answered as a decline', async () => {
    faults = [{ operation: 'sale', kind: 'unwanted_part' }];
    const sale = await w.pay({ amount: 1000 }, '4000000000000051');
    expect(sale).toMatchObject({ status: 'declined', response_code: 200, amount_authorized: 0 });
    const operations = (await w.attempts(sale.id)).map((one) => one.operation);
    expect(operations).toEqual(['sale', 'reverse']);
  });
});

describe('a server that dies between a reversal and its record', () => {
  it('does not adopt what it reversed itself', async () => {
    faults = [
      { operation: 'sale', kind: 'unwanted_part' },
      { operation: 'reverse', kind: 'killed' },
    ];
    const body = { type: 'sale', amount: 1000, ...cardOf('4000000000000051') };
    expect((await w.post('/transaction', body)).status).toBe(500);
    const id = await newest();
    await w.advance(hour);
    expect(await w.read(id)).toMatchObject({ status: 'declined', response_code: 421 });
  });
});

describe('a capture nobody answers', () => {
  it('is answered as open, keeps other actions out, and ends when the line is back', async () => {
    const { id } = await w.pay({ type: 'authorize', amount: 900 });
    const line = w.world.services.egress;
    w.world.services.egress = {
      exchange: async () => ({ kind: 'no_answer', reason: 'the line is dead' }),
    };
    const open = await w.post(`/transaction/${id}/capture`);
    expect([open.status, open.body.msg]).toEqual([400, expect.stringContaining('Do not repeat')]);
    const other = await w.post(`/transaction/${id}/void`);
    expect([other.status, other.body.msg]).toEqual([400, expect.stringContaining('in progress')]);
    expect((await w.read(id)).status).toBe('authorized');
    w.world.services.egress = line;
    await w.advance(hour);
    expect(await w.read(id)).toMatchObject({
      status: 'pending_settlement',
      amount_captured: 900,
    });
  });
});

/** A verb to lose: what it sends, and the call; gives the id of the transaction it decides. */
interface Case {
  operation: string;
  /** What must stand before; its id is passed to `call`. */
  before(): Promise<string>;
  call(id: string): Promise<Answer>;
  done: string;
  undone: string;
}

const sale = (type: string, amount: number) => () =>
  w.post('/transaction', { type, amount, ...cardOf(good_card.number) });
const nothing = async () => '';
const authorized = async () => (await w.pay({ type: 'authorize', amount: 900 })).id;
const pending = async () => (await w.pay({ amount: 900 })).id;

const cases: Record<string, Case> = {
  sale: {
    operation: 'sale',
    before: nothing,
    call: sale('sale', 800),
    done: 'pending_settlement',
    undone: 'declined',
  },
  authorization: {
    operation: 'authorize',
    before: nothing,
    call: sale('authorize', 800),
    done: 'authorized',
    undone: 'declined',
  },
  credit: {
    operation: 'credit',
    before: nothing,
    call: sale('credit', 800),
    done: 'pending_settlement',
    undone: 'declined',
  },
  verification: {
    operation: 'verify',
    before: nothing,
    call: sale('verification', 0),
    done: 'authorized',
    undone: 'declined',
  },
  refund: {
    operation: 'refund',
    before: async () => settled,
    call: (id) => give(id, 700),
    done: 'pending_settlement',
    undone: 'declined',
  },
  capture: {
    operation: 'capture',
    before: authorized,
    call: (id) => w.post(`/transaction/${id}/capture`),
    done: 'pending_settlement',
    // The same capture is repeated under its reference: the host performs it once.
    undone: 'pending_settlement',
  },
  void: {
    operation: 'void',
    before: pending,
    call: (id) => w.post(`/transaction/${id}/void`),
    done: 'voided',
    undone: 'voided',
  },
  tip: {
    operation: 'adjust_tip',
    before: pending,
    call: (id) => w.post(`/transaction/${id}/tipadjust`, { tip: 100 }),
    done: 'pending_settlement',
    undone: 'pending_settlement',
  },
};

/** The newest transaction: what a call that died has left behind. */
async function newest(): Promise<string> {
  const { body } = await w.post('/transaction/search', { limit: 1 });
  return body.data[0].id;
}

describe.each(Object.entries(cases))('a %s', (_name, one) => {
  const own = (before: string) => before !== '' && before !== settled;

  it.each(['killed', 'killed_before'] as const)(
    'of a server that was %s is finished by recovery',
    async (kind) => {
      const before = await one.before();
      faults = [{ operation: one.operation, kind }];
      expect((await one.call(before)).status).toBe(500);
      const id = own(before) ? before : await newest();
      await w.advance(hour);
      const { status } = await w.read(id);
      expect(status).toBe(kind === 'killed' ? one.done : one.undone);
      const open = (await w.attempts(id)).filter((attempt) => attempt.state !== 'answered');
      expect(open).toEqual([]);
    },
  );

  it('whose answer is lost is found while the caller waits', async () => {
    const before = await one.before();
    faults = [{ operation: one.operation, kind: 'lost' }];
    const answer = await one.call(before);
    expect([answer.status, answer.body.status]).toEqual([200, 'success']);
    const id = own(before) ? before : answer.body.data.id;
    expect((await w.read(id)).status).toBe(one.done);
  });
});

describe('recovery', () => {
  it('keeps the answer of a key whose server died', async () => {
    faults = [{ operation: 'sale', kind: 'killed' }];
    const body = { type: 'sale', amount: 810, idempotency_key: 'dead', idempotency_time: 86_400 };
    const ask = () => w.post('/transaction', { ...body, ...cardOf(good_card.number) });
    expect((await ask()).status).toBe(500);
    await w.advance(hour);
    const again = await ask();
    expect([again.status, again.body.data.status]).toEqual([200, 'pending_settlement']);
    expect(await w.read(again.body.data.id)).toMatchObject({ amount: 810 });
  });

  it('asks nine times, then leaves it to a person', async () => {
    const dead = w.world.services.egress;
    w.world.services.egress = {
      exchange: async (request) =>
        request.url.includes('/sierra/')
          ? { kind: 'no_answer', reason: 'the line is dead' }
          : await real.exchange(request),
    };
    const lost = await w.pay({ amount: 1000 });
    expect(lost.status).toBe('unknown');
    await w.advance(3 * 86_400);
    const [attempt] = await w.attempts(lost.id);
    expect(attempt).toMatchObject({ state: 'no_answer', inquiry_count: 9, next_inquiry_at: null });
    expect((await w.read(lost.id)).status).toBe('unknown');
    w.world.services.egress = dead;
  });
});
