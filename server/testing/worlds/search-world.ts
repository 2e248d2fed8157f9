// For tests of reading: a database of their own, a small account tree, and transactions made short.
import type { Insertable } from 'kysely';
import type { MovableClock } from '../../clock.ts';
import { type Actor, type Context, nobody, type Services, systemContext } from '../../context.ts';
import { inTransaction } from '../../db/database.ts';
import type { Transaction } from '../../db/tables.generated.ts';
import { bareServices } from '../bare-services.ts';
import { cloneDatabase } from '../database.ts';
import { opened } from '../opened.ts';
import { approved_sale } from '../tenants.ts';

/** The tree: partner above sub-partner; one merchant below each, and a stranger's. */
export const tree = {
  admin: 'adminadminadminadmin',
  partner: 'partnerpartnerpartne',
  sub_partner: 'subpartnersubpartner',
  stranger: 'strangerstrangerstra',
  merchant: 'merchantmerchantmerc',
  sub_merchant: 'submerchantsubmercha',
  foreign_merchant: 'foreignforeignforeig',
} as const;

const above: Record<string, string | null> = {
  [tree.admin]: null,
  [tree.partner]: null,
  [tree.stranger]: null,
  [tree.sub_partner]: tree.partner,
  [tree.merchant]: tree.partner,
  [tree.sub_merchant]: tree.sub_partner,
  [tree.foreign_merchant]: tree.stranger,
};

export const merchants = [tree.merchant, tree.sub_merchant, tree.foreign_merchant] as const;

export interface SearchWorld {
  services: Services;
  clock: MovableClock;
  system: Context;
  database_url: string;
  as(account_type: Actor['account_type'], account_id: string): Context;
  /** Writes a transaction, by default a settled card sale of 10.00 made now; gives its id. */
  add(overrides?: Partial<Insertable<Transaction>>): Promise<string>;
  close(): Promise<void>;
}

function typeOf(id: string): 'admin' | 'partner' | 'merchant' {
  if (id === tree.admin) return 'admin';
  return (merchants as readonly string[]).includes(id) ? 'merchant' : 'partner';
}

async function plantTree(system: Context): Promise<void> {
  const now = system.clock.now();
  const times = { created_at: now, updated_at: now };
  await inTransaction(system, null, async (tx) => {
    for (const [id, parent_id] of Object.entries(above)) {
      const kind = { account_type: typeOf(id), name: `The ${id}`, status: 'active' };
      await tx
        .insertInto('account')
        .values({ id, parent_id, ...kind, ...times })
        .execute();
      const chain = [id];
      for (let up = parent_id; up; up = above[up] ?? null) chain.push(up);
      const reach = chain.map((account_id, depth) => ({
        account_id,
        descendant_id: id,
        descendant_type: kind.account_type,
        depth,
      }));
      await tx.insertInto('account_closure').values(reach).execute();
    }
  });
  for (const merchant_id of merchants) {
    await inTransaction(system, merchant_id, (tx) =>
      tx.insertInto('merchant').values({ merchant_id }).execute(),
    );
    await addProcessor(system, merchant_id, 'processor00000000001');
  }
}

/** A card processor of the lab that settles at ten in the evening, New York time. */
export async function addProcessor(
  system: Context,
  merchant_id: string,
  id: string,
  overrides: Record<string, string> = {},
): Promise<void> {
  const now = system.clock.now();
  await inTransaction(system, merchant_id, (tx) =>
    tx
      .insertInto('processor')
      .values({
        merchant_id,
        id,
        type: 'tsys_sierra',
        name: 'Main card',
        status: 'active',
        timezone: 'America/New_York',
        settle_at: '22:00:00',
        settings: JSON.stringify({ mid: '123456789012', terminal_number: '0001' }),
        created_at: now,
        updated_at: now,
        ...overrides,
      })
      .execute(),
  );
}

/** A transaction row as `add` writes it. */
export function transactionRow(
  system: Context,
  overrides: Partial<Insertable<Transaction>>,
): Insertable<Transaction> {
  const now = system.clock.now();
  return {
    merchant_id: tree.merchant,
    id: system.ids.next(),
    ...approved_sale,
    status: 'settled',
    amount_settled: 1000,
    user_id: 'useruseruseruseruser',
    user_name: 'someone',
    merchant_name: 'A merchant',
    processor_id: 'processor00000000001',
    processor_type: 'tsys_sierra',
    processor_name: 'Main card',
    created_at: now,
    updated_at: now,
    ...overrides,
  };
}

/** Makes the world; call close() in afterAll. */
export async function makeSearchWorld(): Promise<SearchWorld> {
  const database = await cloneDatabase();
  const { services, clock } = bareServices(database.url);
  const as = (account_type: Actor['account_type'], account_id: string): Context => ({
    ...systemContext(services, 'test'),
    actor: { ...nobody, kind: 'session', account_type, account_id },
  });
  const system = as('system', '');
  await plantTree(system);
  return {
    services,
    clock,
    system,
    database_url: database.url,
    as,
    add: async (overrides = {}) => {
      const row = transactionRow(system, overrides);
      await inTransaction(system, row.merchant_id, (tx) =>
        tx.insertInto('transaction').values(row).execute(),
      );
      return row.id;
    },
    close: async () => {
      await services.database.close();
      await database.drop();
    },
  };
}

/** The search world of a test file; to be called at its top. */
export const openSearchWorld = (): SearchWorld => opened(makeSearchWorld, (world) => world.close());
