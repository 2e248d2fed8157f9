// For tests of the money path: a world with tenants, payments in a line, settling, audits.
import { expect } from 'vitest';
import { runAudits } from '../../db/audit.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { invalidateMerchant } from '../../payments/merchant-config.ts';
import { settleProcessor } from '../../payments/settlement/close.ts';
import { opened } from '../opened.ts';
import { good_card, type MerchantTenant, makeTenants, type Tenants } from '../tenants.ts';
import { addProcessor } from './search-world.ts';
import { type Answer, makeWorld, type World, type WorldOptions } from './world.ts';

export interface MoneyWorld {
  world: World;
  tenants: Tenants;
  m1: MerchantTenant;
  /** POST as the boss of m1, or of the merchant given. */
  post(path: string, body?: object, merchant?: MerchantTenant): Promise<Answer>;
  get(path: string, merchant?: MerchantTenant): Promise<Answer>;
  /** A transaction of m1 as it stands. */
  read(id: string): Promise<Answer['body']>;
  /** A payment by this card (or the good one) that must succeed; gives the transaction. */
  pay(overrides?: object, number?: string): Promise<Answer['body']>;
  /** Another card processor of m1 beside its first one; gives its id. */
  addProcessor(): Promise<string>;
  /** Changes a processor of m1 behind every form, as seen by the next payment. */
  changeProcessor(id: string, changes: object): Promise<void>;
  /** Closes today's batch of a processor and moves the clock past it. */
  settle(processor?: 'card' | 'ach'): Promise<void>;
  /** Moves business time, and the lab with it. */
  advance(seconds: number): Promise<void>;
  attempts(transaction_id: string): Promise<Record<string, unknown>[]>;
  count(table: 'transaction' | 'rail_attempt' | 'idempotency' | 'outgoing_mail'): Promise<number>;
  /** Throws where an invariant of the database is broken. */
  audit(): Promise<void>;
  close(): Promise<void>;
}

/** Card number and the rest of a keyed card. */
export const cardOf = (number: string, more: object = {}) => ({
  payment_method: { card: { ...good_card, number, ...more } },
});

type Processors = Pick<MoneyWorld, 'addProcessor' | 'changeProcessor'>;

function processorsOf({ system }: World, { account }: MerchantTenant): Processors {
  return {
    async addProcessor() {
      const id = system.ids.next();
      await addProcessor(system, account.id, id, { name: 'Spare', timezone: 'UTC' });
      invalidateMerchant(system, account.id);
      return id;
    },
    async changeProcessor(id, changes) {
      await inTransaction(system, account.id, (tx) =>
        tx.updateTable('processor').set(changes).where('id', '=', id).execute(),
      );
      invalidateMerchant(system, account.id);
    },
  };
}

export async function makeMoneyWorld(options: WorldOptions = {}): Promise<MoneyWorld> {
  // Nobody has fifteen seconds to lose: the inline inquiries follow at once.
  const timing = { inline_inquiries_ms: [20, 40, 60], ...options.timing };
  const world = await makeWorld({ ...options, timing });
  const tenants = await makeTenants(world);
  const { m1 } = tenants;
  const post = (path: string, body: object = {}, by = m1) =>
    world.call('POST', path, { credential: by.boss.private_key, body });
  const get = (path: string, by = m1) =>
    world.call('GET', path, { credential: by.boss.private_key });
  const advance = async (seconds: number) => {
    const body = { advance_seconds: seconds };
    const answer = await world.call('POST', '/sandbox/clock', {
      credential: tenants.admin.boss.private_key,
      body,
    });
    expect(answer.status, answer.text).toBe(200);
  };
  const query = connect(world.system);
  return {
    world,
    tenants,
    m1,
    post,
    get,
    advance,
    read: async (id) => (await get(`/transaction/${id}`)).body.data,
    async pay(overrides = {}, number = good_card.number) {
      const body = { type: 'sale', amount: 1299, ...cardOf(number), ...overrides };
      const answer = await post('/transaction', body);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    },
    ...processorsOf(world, m1),
    async settle(processor = 'card') {
      await advance(86_400);
      const now = world.clock.now();
      await settleProcessor(world.system, m1.account.id, m1.processors[processor], now);
    },
    attempts: async (transaction_id) =>
      await query
        .selectFrom('rail_attempt')
        .selectAll()
        .where('transaction_id', '=', transaction_id)
        .orderBy('id')
        .execute(),
    async count(table) {
      const rows = await query
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return rows.count;
    },
    async audit() {
      const broken = (await runAudits(world.services.database)).filter(
        (one) => one.rows.length > 0,
      );
      expect(broken.map(({ name, rows }) => ({ name, rows: rows.slice(0, 3) }))).toEqual([]);
    },
    close: () => world.close(),
  };
}

/** The money world of a test file; to be called at its top. Its books are audited at the end. */
export const openMoneyWorld = (options: WorldOptions = {}): MoneyWorld =>
  openAudited(() => makeMoneyWorld(options));

/** What is made of a money world, for a test file whose books are audited at the end. */
export function openAudited<Opened extends MoneyWorld>(make: () => Promise<Opened>): Opened {
  return opened(make, async (w) => {
    try {
      await w.audit();
    } finally {
      await w.close();
    }
  });
}
