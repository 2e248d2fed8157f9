// Single guards of the money path: each one alone keeps out what stands in no other's way.
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Egress, Exchange, ExchangeRequest } from '../context.ts';
import { besideChange } from '../testing/beside.ts';
import { good_card } from '../testing/tenants.ts';
import { openMoneyWorld } from '../testing/worlds/money-world.ts';
import { protectCard } from '../vault/sensitive-card.ts';
import { recoveryJobs } from './recovery/recovery.ts';

let real: Egress;
let declining = '';
type Line = (request: ExchangeRequest, operation: string) => Promise<Exchange> | undefined;
let line: Line = () => undefined;
const dead: Exchange = { kind: 'no_answer', reason: 'the line is dead' };
const refused: Exchange = { kind: 'not_sent', reason: 'connect ECONNREFUSED' };
const hour = 3_600;
const dying = (): Promise<never> => Promise.reject(new Error('the server dies'));

const w = openMoneyWorld({ jobs: recoveryJobs });
beforeAll(async () => {
  real = w.world.services.egress;
  w.world.services.egress = {
    exchange(request) {
      const operation = request.url.slice(request.url.lastIndexOf('/') + 1);
      return line(request, operation) ?? real.exchange(request);
    },
  };
  declining = (await w.pay({ amount: 1_000, surcharge: 30 }, '4000000000000010')).id;
  await w.settle();
});
beforeEach(() => {
  line = () => undefined;
  w.world.services.processor_health.clear();
});

const on = (id: string, verb: string, body: object = {}) =>
  w.post(`/transaction/${id}/${verb}`, body);
/** A call whose audit row is written by whoever ends it, so not under its own correlation id. */
async function bare(path: string, body: object) {
  const headers = { authorization: w.m1.boss.private_key };
  const request = { method: 'POST' as const, url: `/api${path}`, headers, payload: body };
  const answer = await w.world.app.inject(request);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}
const sale = () =>
  bare('/transaction', { type: 'sale', amount: 1_700, payment_method: { card: good_card } });
const hold = async () => (await w.pay({ type: 'authorize', amount: 1_000 })).id as string;

/** Calls while the row is locked and, before it is let go, one version further. */
async function behindANewerVersion<T>(id: string, call: () => Promise<T>): Promise<T> {
  const { database_url } = w.world;
  const moved = (by: string) => (owner: pg.Client) =>
    owner.query(`update transaction set version = version ${by} where id = $1`, [id]);
  try {
    return await besideChange(database_url, moved('+ 1'), call);
  } finally {
    const owner = new pg.Client({ connectionString: database_url });
    await owner.connect();
    await moved('- 1')(owner);
    await owner.end();
  }
}

describe('a follow-up', () => {
  it('does not act on a row that has changed since it was read', async () => {
    const id = await hold();
    const { status, body } = await behindANewerVersion(id, () => on(id, 'void'));
    expect([status, body.msg]).toEqual([400, expect.stringMatching(/is in progress/)]);
    expect((await w.attempts(id)).map(({ operation }) => operation)).toEqual(['authorize']);
  });

  it('tells the processor the total with the new tip alone', async () => {
    const { id } = await w.pay({ amount: 1_000 });
    for (const tip of [200, 300]) expect((await on(id, 'tipadjust', { tip })).status).toBe(200);
    expect((await w.attempts(id)).map(({ amount }) => amount)).toEqual([1_000, 1_200, 1_300]);
  });

  it.each([
    ['capture', hold, 'authorized'],
    ['void', hold, 'authorized'],
    ['tipadjust', async () => (await w.pay({ amount: 1_000 })).id as string, 'pending_settlement'],
  ])('that was lost and then refused leaves nothing open: %s', async (verb, prepare, status) => {
    const id = await prepare();
    const operation = verb === 'tipadjust' ? 'adjust_tip' : verb;
    const error = { code: 'bad_request', text: 'not this one' };
    const no: Exchange = { kind: 'answered', status: 400, body: JSON.stringify({ error }) };
    let count = 0;
    line = (_request, now) => {
      if (now !== operation) return undefined;
      count += 1;
      return Promise.resolve(count === 1 ? dead : no);
    };
    expect((await on(id, verb, { tip: 50 })).status).toBe(400);
    await w.advance(hour);
    expect(count).toBe(2);
    const row = await w.read(id);
    expect([row.status, row.pending_on]).toEqual([status, undefined]);
    await w.audit();
  });
});

describe('an idempotency key', () => {
  it('of one action is not another’s, although they say the same', async () => {
    const id = await hold();
    const key = { idempotency_key: 'one-action' };
    expect((await on(id, 'capture', key)).status).toBe(200);
    const other = await on(id, 'void', key);
    expect([other.status, other.body.msg]).toEqual([
      400,
      expect.stringMatching(/invalid Idempotency Key/),
    ]);
  });

  it('that starts anew is not answered by what its former request comes to', async () => {
    const ask = (amount: number, idempotency_time: number) =>
      w.world.app.inject({
        method: 'POST',
        url: '/api/transaction',
        headers: { authorization: w.m1.boss.private_key },
        payload: {
          type: 'sale',
          amount,
          payment_method: { card: good_card },
          idempotency_key: 'anew',
          idempotency_time,
        },
      });
    line = (request, now) =>
      now === 'sale' ? real.exchange(request).then(() => dying()) : undefined;
    expect((await ask(1_100, 60)).statusCode).toBe(500);
    await w.advance(61);
    const { fail, done } = await late('sale', real.exchange, () => ask(1_200, hour));
    await w.advance(300);
    fail();
    expect((await done).json().data).toMatchObject({ amount: 1_200 });
    expect((await ask(1_200, hour)).body).toBe((await done).body);
  });
});

describe('a refund that was declined', () => {
  it('takes nothing from the surcharge that may be given back', async () => {
    for (const _ of [1, 2]) {
      const { body } = await on(declining, 'refund', { amount: 100, surcharge: 30 });
      expect(body.data).toMatchObject({ status: 'declined', surcharge: 30 });
    }
  });
});

describe('a payment', () => {
  it('wipes its card as soon as it was sent', async () => {
    const sensitive = protectCard({ number: '4111111111111111', expiration_date: '12/30' });
    const sealed = Object.getPrototypeOf(Object.getPrototypeOf(sensitive));
    const wiped = vi.spyOn(sealed, 'wipe');
    await w.pay({ amount: 1_000 });
    expect(wiped).toHaveBeenCalledOnce();
    wiped.mockRestore();
  });

  it('that was lost and never processed gives back what it took of a limit', async () => {
    // A day of its own.
    await w.advance(2 * 86_400);
    await limit(1_000);
    line = (_request, operation) => (operation === 'sale' ? Promise.resolve(dead) : undefined);
    const lost = await w.pay({ amount: 900 });
    expect(lost.status).toBe('unknown');
    line = () => undefined;
    await w.advance(hour);
    expect(await w.read(lost.id)).toMatchObject({ status: 'declined', response_code: 421 });
    const next = await w.pay({ amount: 1_000 });
    await limit(0);
    expect(next.response_code).toBe(100);
  });

  it('whose server died is reversed when three inquiries have found nothing', async () => {
    line = (_request, now) => (now === 'sale' ? dying() : undefined);
    const body = { type: 'sale', amount: 1_150, payment_method: { card: good_card } };
    expect((await w.post('/transaction', body)).status).toBe(500);
    await w.advance(2 * hour);
    const { id, status } = (await w.post('/transaction/search', { limit: 1 })).body.data[0];
    expect(status).toBe('declined');
    const [attempt] = await w.attempts(id);
    const steps = Reflect.get(Object(attempt?.context), 'steps') as { action: string }[];
    expect(steps.map(({ action }) => action)).toEqual([
      'sent',
      'inquired',
      'inquired',
      'inquired',
      'reversed',
    ]);
  });

  it('that recovery has ended is not lost again by its own request', async () => {
    const lost = async (request: ExchangeRequest) => {
      await real.exchange(request);
      return dead;
    };
    const { fail, done } = await late('sale', lost, sale);
    await w.advance(hour);
    fail();
    expect((await done).status).toBe('pending_settlement');
    await w.audit();
  });

  it('that was refunded meanwhile by recovery gets that refund as the answer', async () => {
    const { id } = await w.pay({ amount: 1_000 });
    await w.settle();
    const { fail, done } = await late('refund', real.exchange, () =>
      bare(`/transaction/${id}/refund`, {}),
    );
    await w.advance(hour);
    expect((await w.read(id)).status).toBe('refunded');
    fail();
    expect((await done).status).toBe('pending_settlement');
    await w.audit();
  });

  it('that recovery asks about goes to no other processor', async () => {
    const spare = await w.addProcessor();
    const seen: string[] = [];
    const away = async (request: ExchangeRequest) => {
      seen.push(JSON.parse(request.body).credentials.station);
      return refused;
    };
    const { fail, done } = await late('sale', away, sale);
    await w.advance(180);
    fail();
    const { id } = await done;
    expect(seen).toEqual([w.m1.processors.card]);
    await w.advance(hour);
    expect((await w.read(id)).status).toBe('declined');
    await w.audit();
    await w.changeProcessor(spare, { status: 'disabled' });
  });
});

/** A call whose first message is answered so when `fail` is called. */
async function late<T>(
  operation: string,
  answer: (request: ExchangeRequest) => Promise<Exchange>,
  call: () => Promise<T>,
) {
  let fail: () => void = () => undefined;
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  let tell: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    tell = resolve;
  });
  line = (request, now) => {
    if (now !== operation) return undefined;
    return answer(request).then(async (found) => {
      tell();
      await failed;
      return found;
    });
  };
  const done = call();
  await left;
  return { fail, done };
}

const limit = (max_daily: number) => w.changeProcessor(w.m1.processors.card, { max_daily });
