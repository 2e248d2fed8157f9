// Every fault of the lab seen through the product: the books of both agree in the end (rails 19.6).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Egress } from '../context.ts';
import { connect } from '../db/database.ts';
import { openMoneyWorld } from '../testing/worlds/money-world.ts';
import { recoveryJobs } from './recovery/recovery.ts';

let real: Egress;
let settled = '';
const hour = 3_600;

const w = openMoneyWorld({ jobs: recoveryJobs });
beforeAll(async () => {
  real = w.world.services.egress;
  // Time-outs of a processor are minutes; a test has less than a second.
  w.world.services.egress = {
    exchange: (request) =>
      real.exchange({ ...request, first_byte_timeout_ms: 600, total_timeout_ms: 900 }),
  };
  settled = (await w.pay({ amount: 900_000 })).id;
  await w.settle();
});
beforeEach(() => w.world.services.processor_health.clear());
afterAll(() => compareJournals());

async function control(path: string, body?: object) {
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${w.world.lab?.url}/control/${path}`, init);
  expect(answer.status).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
  return (await answer.json()) as any;
}
const script = (operation: string, action: object, times = 1) =>
  control('script', { match: { operation }, action, times });

/** What stands at the host under a reference; null where it has never heard of it. */
async function standing(reference: unknown) {
  const { items } = await control(`state?reference=${reference}`);
  return items[0] ?? null;
}

/** Both directions: what we call approved stands there with its amount, and nothing else does. */
async function compareJournals(): Promise<void> {
  const { body } = await w.post('/transaction/search', { limit: 100 });
  const ours = body.data.filter((row: { payment_type: string }) => row.payment_type === 'card');
  expect(body.total_count).toBeLessThanOrEqual(100);
  for (const row of ours) {
    const attempts = await w.attempts(row.id);
    const own = attempts.filter((one) =>
      ['sale', 'authorize', 'refund'].includes(String(one.operation)),
    );
    const items = await Promise.all(own.map((one) => standing(one.reference)));
    const standing_there = items.filter(
      (item) => item && !['voided', 'declined'].includes(item.state),
    );
    const expected = row.status === 'declined' ? 0 : 1;
    expect([row.id, row.status, standing_there.length]).toEqual([row.id, row.status, expected]);
    if (expected === 1 && row.status !== 'authorized') {
      expect(standing_there[0].captured).toBe(row.amount_captured);
    }
  }
}

const give = (amount: number) => w.post(`/transaction/${settled}/refund`, { amount });

interface Verb {
  /** Gives the answer and the id of the transaction it decides. */
  run(): Promise<{ status: number; id: string }>;
  done: string;
  undone: string;
}

let amount = 1_000;
const verbs: Record<string, Verb> = {
  sale: {
    async run() {
      const { id } = await w.pay({ amount: amount++ });
      return { status: 200, id };
    },
    done: 'pending_settlement',
    undone: 'declined',
  },
  refund: {
    async run() {
      const answer = await give(amount++);
      return { status: answer.status, id: answer.body.data.id };
    },
    done: 'pending_settlement',
    undone: 'declined',
  },
  capture: {
    async run() {
      const { id } = await w.pay({ type: 'authorize', amount: amount++ });
      const { status } = await w.post(`/transaction/${id}/capture`);
      return { status, id };
    },
    done: 'pending_settlement',
    // Repeated under its own reference, which the host performs once.
    undone: 'pending_settlement',
  },
};

/** Each fault, and whether it has an effect at the host. */
const faults: [{ do: string; ms?: number; seconds?: number }, boolean][] = [
  [{ do: 'delay', ms: 100 }, true],
  [{ do: 'slow_answer', ms: 0 }, true],
  [{ do: 'slow_answer', ms: 20 }, true],
  [{ do: 'drop_before_commit' }, false],
  [{ do: 'drop_after_commit' }, true],
  [{ do: 'reset_before_commit' }, false],
  [{ do: 'reset_after_commit' }, true],
  [{ do: 'hang_not_committed' }, false],
  [{ do: 'hang_committed' }, true],
  [{ do: 'duplicate_answer' }, true],
  [{ do: 'wrong_amount' }, true],
  [{ do: 'wrong_currency' }, true],
  [{ do: 'wrong_reference' }, true],
  [{ do: 'garbage_committed' }, true],
  [{ do: 'no_json_committed' }, true],
  [{ do: 'http_500_committed' }, true],
  [{ do: 'http_502_committed' }, true],
  [{ do: 'late_inquiry', seconds: 60 }, true],
  [{ do: 'late_after_not_found', seconds: 60 }, true],
  [{ do: 'late_after_not_found', seconds: 2 * hour }, false],
];

describe.each(Object.entries(verbs))('a %s', (operation, verb) => {
  it.each(faults)('through %j ends as the host has it', async (action, effect) => {
    await script(operation, action);
    const { id } = await verb.run();
    await w.advance(hour);
    expect((await w.read(id)).status).toBe(effect ? verb.done : verb.undone);
    expect((await w.read(id)).pending_on).toBeUndefined();
  });

  it.each(['busy', 'down'])(
    'that is answered %s is not done, and free to be repeated',
    async (order) => {
      await script(operation, { do: order });
      const { id } = await verb.run();
      const { status } = await w.read(id);
      expect(status).toBe(operation === 'capture' ? 'authorized' : 'declined');
    },
  );
});

describe('a decision of the host', () => {
  it('to decline or to approve a part is taken as it is', async () => {
    await script('sale', { do: 'decline', code: '05' });
    expect(await w.pay({ amount: 500 })).toMatchObject({ status: 'declined', response_code: 201 });
    await script('sale', { do: 'partial', percent: 40 });
    const part = await w.pay({ amount: 500, allow_partial_payment: true });
    expect(part).toMatchObject({ response_code: 110, amount_captured: 200 });
    await script('refund', { do: 'decline', code: '05' });
    expect((await give(100)).body.data).toMatchObject({ status: 'declined' });
  });
});

describe('a sale that arrives late', () => {
  it('is barred by the reversal before it arrives, and never adopted afterwards', async () => {
    await script('sale', { do: 'late_after_not_found', seconds: 2 * hour });
    const { id } = await w.pay({ amount: 700 });
    expect((await w.read(id)).status).toBe('unknown');
    await w.advance(hour);
    const [attempt, reversal] = await w.attempts(id);
    expect([attempt?.outcome, reversal?.operation]).toEqual(['error', 'reverse']);
    await w.advance(3 * hour);
    expect((await w.read(id)).status).toBe('declined');
    expect(await standing(attempt?.reference)).toMatchObject({ state: 'voided' });
  });

  it('is not declined before the processor could have seen it', async () => {
    await script('sale', { do: 'late_after_not_found', seconds: 30 });
    const { id } = await w.pay({ amount: 710 });
    // Three inquiries have found nothing, within the first minute.
    const { pending_on, status } = await w.read(id);
    expect(status).toBe('unknown');
    expect(pending_on).toMatchObject({
      who: 'gateway',
      progress: '3 inquiries. Last result: the processor has no record of it.',
    });
    await w.advance(hour);
    expect((await w.read(id)).status).toBe('pending_settlement');
  });
});

describe('books that differ', () => {
  it('are flagged at the first answer, whatever is heard later', async () => {
    await script('sale', { do: 'wrong_amount' });
    await script('inquire', { do: 'drop_before_commit' }, 3);
    const { id } = await w.pay({ amount: 730 });
    const [attempt] = await w.attempts(id);
    expect(attempt).toMatchObject({ state: 'no_answer', context: { alerts: ['integrity'] } });
    await w.advance(72 * hour);
    expect((await w.read(id)).status).toBe('pending_settlement');
  });

  it.each(['wrong_amount', 'wrong_currency', 'wrong_reference'])(
    'by %s are flagged and left to a person, never adopted',
    async (order) => {
      await script('sale', { do: order });
      await script('inquire', { do: order }, 9);
      const { id } = await w.pay({ amount: 720 });
      await w.advance(72 * hour);
      const { status, pending_on } = await w.read(id);
      expect(status).toBe('unknown');
      expect(pending_on).toMatchObject({
        who: 'operator',
        waiting_for: expect.stringContaining('a different amount, currency or reference'),
      });
      const [attempt] = await w.attempts(id);
      expect(attempt).toMatchObject({ state: 'no_answer', context: { alerts: ['integrity'] } });
      const path = `/unresolved/${w.m1.account.id}/${attempt?.id}/inquire`;
      const inquired = await w.world.call('POST', path, {
        credential: w.tenants.admin.boss.private_key,
        body: { reason: 'they have mended their books' },
      });
      expect(inquired.body.data).toMatchObject({ state: 'resolved', outcome: 'approved' });
    },
  );
});

describe('what a payment says beside its money', () => {
  it('goes out with it, and no secret of the payment is kept', async () => {
    const descriptor = { name: 'SHOP 12', city: 'Reno' };
    const { id } = await w.pay({
      descriptor,
      iias_status: 'exempt',
      payment_method: {
        card: {
          number: '4111111111111111',
          expiration_date: '12/30',
          cvc: '999',
          cardholder_authentication: { eci: '05', cavv: 'SECRETCAVV', version: '2' },
        },
      },
    });
    const { requests } = await control('requests');
    expect(requests.at(-1).request).toMatchObject({ descriptor, iias_status: 'exempt' });
    const stored = await connect(w.world.system)
      .selectFrom('transaction')
      .select('detail')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored.detail).toMatchObject({
      descriptor,
      iias_status: 'exempt',
      cardholder_authentication: { eci: '05', version: '2' },
    });
    expect(JSON.stringify(stored)).not.toMatch(/SECRETCAVV|cvc|999/);
  });
});
