// One worker of kill points: a fixture, the product on it, and the way back to rest after a death.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type LabBook, openLabBook } from './books.ts';
import { type Fixture, type FixtureOptions, makeFixture } from './fixture.ts';
import { type Call, type HttpAnswer, send } from './http-client.ts';
import { type Bundle, type Product, startProduct } from './product.ts';

export interface KillWorker {
  fixture: Fixture;
  book: LabBook;
  product: Product;
  /** Settled sales of m1 that nobody has refunded yet. */
  settled: string[];
  /** What was found wrong before: a fault is reported once, not again at every point. */
  known: Set<string>;
  ask(call: Call): Promise<HttpAnswer | null>;
  /** As `ask`, for calls that must succeed; gives the data. */
  // biome-ignore lint/suspicious/noExplicitAny: a client looks into any answer
  must(call: Call): Promise<any>;
  /** A key that no request had before. */
  nextKey(): string;
  /** Business time of the product moves to this moment, or by so many seconds. */
  moveClock(by: { to: string } | { advance_seconds: number }): Promise<HttpAnswer | null>;
  /** Starts the product again where it is dead; claims of the dead one run out. */
  revive(): Promise<void>;
  /** Moves the clock until nothing is under way any more; a sentence where it never ends. */
  bringToRest(): Promise<string | null>;
  close(): Promise<void>;
}

export const boss = (worker: KillWorker) => worker.fixture.tenants.m1.boss.private_key;

export async function openKillWorker(options: FixtureOptions, bundle: Bundle): Promise<KillWorker> {
  const fixture = await makeFixture(options);
  const { database_url, data_dir } = fixture;
  const start = () => startProduct({ bundle, database_url, data_dir });
  const worker: KillWorker = {
    fixture: fixture,
    book: openLabBook(fixture.data_dir),
    product: await start(),
    settled: [],
    known: new Set(),
    ask: (call) => send(worker.product.origin, call),
    async must(call) {
      const answer = await worker.ask(call);
      if (answer?.status === 200) return answer.body.data;
      throw new Error(`${call.path} answered ${answer?.status}: ${answer?.text.slice(0, 300)}`);
    },
    // Sixteen hexadecimal digits may by chance hold what looks like a card number.
    nextKey: () => randomUUID(),
    moveClock: (body) =>
      worker.ask({
        method: 'POST',
        path: '/sandbox/clock',
        credential: fixture.tenants.admin.boss.private_key,
        body,
      }),
    async revive() {
      // It may have died a moment ago, before anybody noticed: only an answer proves life.
      const alive = { method: 'GET', path: '/fphc', credential: '' } as const;
      if (!worker.product.isDead() && (await worker.ask(alive))) return;
      await worker.product.kill();
      await endClaims(fixture);
      worker.product = await start();
      await worker.must({ method: 'GET', path: '/user', credential: boss(worker) });
    },
    bringToRest: () => bringToRest(worker),
    async close() {
      await worker.product.kill();
      await fixture.close();
    },
  };
  // The work of a first start is over before anybody counts.
  await worker.product.untilQuiet(first_quiet_ms);
  await worker.product.keepCode();
  return worker;
}

const first_quiet_ms = 500;

/** Half a minute passes for the claims of a dead process, and for nothing else. */
async function endClaims({ database_url }: Fixture): Promise<void> {
  const owner = new pg.Client({ connectionString: database_url });
  await owner.connect();
  for (const table of ['job', 'webhook_delivery']) {
    await owner.query(`update ${table} set claimed_until = null where claimed_until is not null`);
  }
  // Nor do five seconds, in which a move of the clock would wait for the dead one.
  await owner.query('delete from clock_lease');
  await owner.end();
}

const max_moves = 60;

/** What still has to happen before three journals can be compared. */
const open_work = `
  select 'attempt' as what, least(deadline_at, next_inquiry_at) as at from rail_attempt
    where recovery_of = '' and (state = 'sent'
      or (state = 'no_answer' and next_inquiry_at is not null))
  union all select 'batch', null from settlement_batch where state in ('closing', 'unknown')
  union all select 'mail', next_attempt_at from outgoing_mail where state = 'queued'
  union all select 'event', null from outbox where delivered_at is null
  union all select 'event', next_attempt_at from outbox_retry
  union all select 'webhook', next_attempt_at from webhook_delivery where state = 'pending'
  union all select 'settlement', due_at from job where name = 'settlement' and attempt_count > 0`;

async function bringToRest(worker: KillWorker): Promise<string | null> {
  const { owner } = worker.fixture;
  for (let n = 0; n < max_moves; n++) {
    const { rows } = await owner.query<{ what: string }>(open_work);
    if (rows.length === 0) return null;
    // The first looks are close together, since most work is due at once.
    const answer = await worker.moveClock({ advance_seconds: n < 2 ? 5 : n < 20 ? 65 : 900 });
    if (answer?.status !== 200) return `the clock did not move: ${answer?.text.slice(0, 200)}`;
  }
  const { rows } = await owner.query(open_work);
  return `it never came to rest: ${JSON.stringify(rows.slice(0, 3))}`;
}
