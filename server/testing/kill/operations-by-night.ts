// The operations a clock starts: a settlement run, and bank entries that come back with one.
import { byBank, good_card, type MerchantTenant } from '../tenants.ts';
import type { KillWorker } from './kill-worker.ts';
import type { Operation, Planned } from './operations.ts';

/** The lab returns entries of the first number in their batch, of the second a day later. */
const comes_back = '000000001';
const comes_back_late = '000000002';

async function payAt(worker: KillWorker, merchant: MerchantTenant, body: object): Promise<string> {
  const call = { method: 'POST' as const, path: '/transaction' };
  const credential = merchant.boss.private_key;
  const { id } = await worker.must({ ...call, credential, body: { type: 'sale', ...body } });
  return id;
}

/** When the processor's next batch is due. */
async function nextDue(worker: KillWorker, processor_id: string): Promise<number> {
  const { rows } = await worker.fixture.owner.query<{ due_at: Date }>(
    `select due_at from job where name = 'settlement' and payload ->> 'processor_id' = $1
      order by due_at limit 1`,
    [processor_id],
  );
  if (!rows[0]) throw new Error(`Nothing plans the settlement of ${processor_id}.`);
  return rows[0].due_at.getTime();
}

/**
 * Chores of the hours up to a moment are done once, at its end: the worker is at rest, so that each
 * would find nothing to do. Audits wait, since they are run after every point.
 */
async function skipChores({ fixture }: KillWorker, until: Date): Promise<void> {
  await fixture.owner.query(
    `update job
      set due_at = $1::timestamptz + case name when 'audits' then interval '1 day' else '0' end
      where due_at < $1 and name not like 'settlement%'`,
    [until],
  );
}

/** Half a minute before the batch is due; the call then moves the clock over it. */
async function atTheEdge(worker: KillWorker, processor_id: string): Promise<Planned['call']> {
  const edge = new Date((await nextDue(worker, processor_id)) - 30_000);
  await skipChores(worker, edge);
  const before = await worker.moveClock({ to: edge.toISOString() });
  if (before?.status !== 200) throw new Error(`The clock stands: ${before?.text.slice(0, 200)}`);
  return {
    method: 'POST',
    path: '/sandbox/clock',
    credential: worker.fixture.tenants.admin.boss.private_key,
    body: { advance_seconds: 60 },
  };
}

async function statuses(worker: KillWorker, ids: readonly string[]): Promise<string[]> {
  const { rows } = await worker.fixture.owner.query<{ id: string; status: string }>(
    'select id, status from transaction where id = any($1)',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.status ?? 'gone');
}

/** Settled sales of m2, for refunds: they are made once and used up one by one. */
export async function makeSettled(worker: KillWorker, count: number): Promise<void> {
  const { m2 } = worker.fixture.tenants;
  const card = { payment_method: { card: good_card } };
  const made: string[] = [];
  for (let n = 0; n < count; n++) made.push(await payAt(worker, m2, { amount: 1_299, ...card }));
  const answer = await worker.ask(await atTheEdge(worker, m2.processors.card));
  const found = await statuses(worker, made);
  if (answer?.status !== 200 || found.some((status) => status !== 'settled')) {
    throw new Error(`The sales did not settle: ${answer?.text.slice(0, 200)}`);
  }
  worker.settled.push(...made);
}

const wrong = (what: string, found: string[], wanted: string[]) =>
  found.join() === wanted.join() ? null : `${what}: ${found.join()}, not ${wanted.join()}`;

export const settlementRun: Operation = {
  name: 'settlement run',
  async prepare(worker) {
    const { m2 } = worker.fixture.tenants;
    const card = { payment_method: { card: good_card } };
    const ids = [
      await payAt(worker, m2, { amount: 2_000, ...card }),
      await payAt(worker, m2, { amount: 500, ...card, currency: 'usd' }),
    ];
    return {
      call: await atTheEdge(worker, m2.processors.card),
      has_key: false,
      judge: async () => wrong('sales', await statuses(worker, ids), ['settled', 'settled']),
    };
  },
};

/** A late entry waits for the batch after its own. */
const late = new WeakMap<KillWorker, string>();

export const bankReturns: Operation = {
  name: 'ACH return',
  async prepare(worker) {
    const { m1a } = worker.fixture.tenants;
    const waiting = late.get(worker);
    const back = await payAt(worker, m1a, { amount: 900, ...byBank(comes_back) });
    const later = await payAt(worker, m1a, { amount: 700, ...byBank(comes_back_late) });
    late.set(worker, later);
    const ids = [back, later, ...(waiting ? [waiting] : [])];
    return {
      call: await atTheEdge(worker, m1a.processors.ach),
      has_key: false,
      judge: async () =>
        wrong('entries', await statuses(worker, ids), [
          'returned',
          'settled',
          ...(waiting ? ['late_return'] : []),
        ]),
    };
  },
};
