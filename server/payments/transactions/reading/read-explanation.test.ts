// Why a payment ended as it did: attempts, routing, equals, decisions by hand, mails.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Egress, Exchange } from '../../../context.ts';
import { inTransaction } from '../../../db/database.ts';
import { sendDue } from '../../../messages/mail.ts';
import { good_card } from '../../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { invalidateMerchant } from '../../merchant-config.ts';
import { recoveryJobs } from '../../recovery/recovery.ts';

let real: Egress;

const w = openMoneyWorld({ jobs: recoveryJobs });
beforeAll(() => {
  real = w.world.services.egress;
});

const explain = async (id: string) => (await w.get(`/transaction/${id}/explain`)).body.data;
const asAdmin = (id: string, what: string) =>
  w.world.call('GET', `/transaction/${w.m1.account.id}/${id}/${what}`, {
    credential: w.tenants.admin.boss.private_key,
  });

/** Runs with a line on which these exchanges happen instead of messages to processors. */
async function withLine<T>(line: (station: string) => Exchange | null, work: () => Promise<T>) {
  w.world.services.egress = {
    async exchange(request) {
      const station = JSON.parse(request.body).credentials?.station ?? '';
      return line(station) ?? (await real.exchange(request));
    },
  };
  try {
    return await work();
  } finally {
    w.world.services.egress = real;
    w.world.services.processor_health.clear();
  }
}

describe('an explanation', () => {
  it('tells the attempt, how the processor was chosen, and the name on the statement', async () => {
    const descriptor = { name: 'HARBOR*GOODS', address: '', city: '', state: '', postal_code: '' };
    const sale = await w.pay({ amount: 2_100, descriptor });
    const explained = await explain(sale.id);
    expect(explained).toMatchObject({
      rules: [],
      routing: 'default',
      failover: [],
      decided: [],
      first_answer: '',
      attempts: [{ operation: 'sale', state: 'answered', outcome: 'approved' }],
      duplicates: { window_seconds: 0, duplicate_of: '', window_ends_at: null, twins: [] },
      statement_name: 'HARBOR*GOODS',
      receipts_to: [],
    });
    const named = await w.pay({ amount: 2_101, processor_id: w.m1.processors.card });
    expect(await explain(named.id)).toMatchObject({
      routing: 'named',
      statement_name: w.m1.account.name,
    });
  });

  it('says of a refund that it followed its sale to the processor', async () => {
    const sale = await w.pay({ amount: 2_102 });
    await w.settle();
    const refund = (await w.post(`/transaction/${sale.id}/refund`, { amount: 700 })).body.data;
    expect(await explain(refund.id)).toMatchObject({
      routing: 'followed',
      attempts: [{ operation: 'refund', outcome: 'approved' }],
    });
  });

  it('gives kept verdicts of rules in their order, and leaves out what is none', async () => {
    const sale = await w.pay({ amount: 2_150 });
    const verdicts = [
      { rule: 'amount', verdict: 'pass', value: 2150, operator: '>', threshold: 5000 },
      { rule: 'broken', verdict: 'perhaps' },
      { rule: 'avs_response', verdict: 'deny', value: 'N', phase: 'after', set_by: 'you' },
    ];
    await inTransaction(w.world.system, w.m1.account.id, (tx) =>
      tx
        .updateTable('transaction')
        .set({ detail: JSON.stringify({ verdicts }) })
        .where('id', '=', sale.id)
        .execute(),
    );
    const { rules } = await explain(sale.id);
    expect(rules).toEqual([{ ...verdicts[0], phase: 'before', set_by: '' }, { ...verdicts[2] }]);
  });

  it('names both processors where the first one was not reached', async () => {
    await w.addProcessor();
    const away: Exchange = { kind: 'not_sent', reason: 'connect ECONNREFUSED' };
    const line = (station: string) => (station === w.m1.processors.card ? away : null);
    const sale = await withLine(line, () => w.pay({ amount: 2_200 }));
    const explained = await explain(sale.id);
    expect(explained.attempts.map((one: { state: string }) => one.state)).toEqual([
      'failed_before_send',
      'answered',
    ]);
    expect(explained.failover).toMatchObject([
      { from_name: explained.attempts[0].processor_name, to_name: 'Spare' },
    ]);
    expect(explained.failover[0].why).not.toBe('');
  });

  it('is for those in whose reach the payment lies', async () => {
    const sale = await w.pay({ amount: 2_250 });
    for (const what of ['explain', 'emails']) {
      const path = `/transaction/${sale.id}/${what}`;
      expect((await w.get(path, w.tenants.m2)).status).toBe(404);
      expect((await asAdmin(sale.id, what)).status).toBe(200);
    }
  });
});

describe('equal payments', () => {
  it('are not looked for among verifications, which move no money', async () => {
    const verification = { type: 'verification', amount: 0, order_id: 'checked twice' };
    await w.pay(verification);
    const second = await w.pay(verification);
    expect((await explain(second.id)).duplicates.twins).toEqual([]);
  });

  it('are linked, with the distance, and say what detection did', async () => {
    const detect = async (seconds: number) => {
      const path = `/merchant/${w.m1.account.id}/default/merchant`;
      await w.post(path, { duplicate_detection_seconds: seconds });
      invalidateMerchant(w.world.system, w.m1.account.id);
    };
    const order = { order_id: 'twin', amount: 4_321 };
    const first = await w.pay(order);
    await w.advance(30);
    await detect(120);
    const second = await w.pay(order);
    expect(second.response_code).toBe(301);
    await w.pay({ ...order, order_id: 'other' });
    const explained = (await explain(second.id)).duplicates;
    expect(explained).toMatchObject({ window_seconds: 120, duplicate_of: first.id });
    // A declined payment protects nobody: what comes after it is held against the first.
    expect(explained.window_ends_at).toBeNull();
    expect(explained.twins.map(({ id }: { id: string }) => id)).toEqual([first.id]);
    expect(explained.twins[0].seconds_after).toBeLessThanOrEqual(-30);
    const from_first = (await explain(first.id)).duplicates;
    expect(from_first.twins).toMatchObject([{ id: second.id, response_code: 301 }]);
    const ends = new Date(first.created_at).getTime() + 120_000;
    expect(new Date(from_first.window_ends_at).getTime()).toBe(ends);
    await detect(0);
  });
});

describe('a decision by hand', () => {
  it('names the person to the operator alone', async () => {
    const dead: Exchange = { kind: 'no_answer', reason: 'the line is dead' };
    const sale = await withLine(
      () => dead,
      async () => {
        const lost = await w.pay({ amount: 2_300 });
        await w.advance(3 * 86_400);
        return lost;
      },
    );
    const [attempt] = await w.attempts(sale.id);
    const done = await w.world.call(
      'POST',
      `/unresolved/${w.m1.account.id}/${attempt?.id}/not-processed`,
      { credential: w.tenants.admin.boss.private_key, body: { reason: 'they have nothing' } },
    );
    expect(done.status, done.text).toBe(200);
    const mine = await explain(sale.id);
    expect(mine.first_answer).toBe('unknown');
    expect(mine.decided).toMatchObject([
      { operation: 'sale', decision: 'not_processed', user_name: '', reason: '' },
    ]);
    const theirs = (await asAdmin(sale.id, 'explain')).body.data;
    expect(theirs.decided).toMatchObject([
      {
        user_name: w.tenants.admin.boss.user.username,
        reason: 'they have nothing',
        two_persons: false,
      },
    ]);
  });
});

describe('the first answer', () => {
  /** Its sale is committed and the line dropped: an inquiry finds it while the caller waits. */
  const dropped_card = '4000004000000004';
  const dies = (): null => {
    throw new Error('killed');
  };
  const first = async (id: string) => (await explain(id)).first_answer;

  it('is kept where it was not the outcome', async () => {
    const found = await w.pay({ amount: 2_310 }, dropped_card);
    expect([found.status, await first(found.id)]).toEqual(['pending_settlement', '']);
    const body = { type: 'sale', amount: 2_320, ...cardOf(good_card.number) };
    const died = await withLine(dies, () => w.post('/transaction', body));
    expect(died.status).toBe(500);
    const [left] = (await w.post('/transaction/search', { limit: 1 })).body.data;
    expect(left.amount).toBe(2_320);
    await w.advance(3_600);
    expect([(await w.read(left.id)).status, await first(left.id)]).toEqual(['declined', 'none']);
  });

  it('of a void is not the payment’s', async () => {
    const sale = await w.pay({ amount: 2_330 });
    const died = await withLine(dies, () => w.post(`/transaction/${sale.id}/void`));
    expect(died.status).toBe(500);
    await w.advance(3_600);
    const [, attempt] = await w.attempts(sale.id);
    expect(attempt?.context).toMatchObject({ first_answer: 'none' });
    expect(await first(sale.id)).toBe('');
  });
});

describe('email events', () => {
  it('of a mailed receipt hold event, response, email and time', async () => {
    const sale = await w.pay({ amount: 2_400 });
    expect((await w.get(`/transaction/${sale.id}/emails`)).body.data).toEqual([]);
    await w.post(`/transaction/${sale.id}/email`, { email_address: 'payer@example.com' });
    await sendDue(w.world.system);
    const { data } = (await w.get(`/transaction/${sale.id}/emails`)).body;
    expect(data).toEqual([
      {
        event: 'delivered',
        response: expect.stringContaining('mailbox'),
        email: 'payer@example.com',
        timestamp: expect.any(String),
      },
    ]);
    expect((await explain(sale.id)).receipts_to).toEqual(['payer@example.com']);
  });
});
