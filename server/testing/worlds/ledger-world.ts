// For tests of the ledger: a database of their own, owners to post for, and postings made short.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { type Actor, type Context, nobody, type Services, systemContext } from '../../context.ts';
import { inTransaction } from '../../db/database.ts';
import { type Balance, balancesOf } from '../../ledger/balances.ts';
import type { Entry } from '../../ledger/entries.ts';
import { payments_book } from '../../ledger/payment-postings.ts';
import {
  type About,
  type Posting,
  type PostingInput,
  type PostingKind,
  posting,
} from '../../ledger/postings.ts';
import { post } from '../../ledger/write.ts';
import { bareServices } from '../bare-services.ts';
import { cloneDatabase } from '../database.ts';
import { opened } from '../opened.ts';

export interface ExpectedBalance {
  owner: string;
  account: string;
  currency: string;
  balance: number;
}

/** One of the stated sequences of postings with the balances they must give. */
export interface Vector {
  id: string;
  title: string;
  postings: {
    kind: string;
    owner: string;
    key: string;
    currency: string;
    input: never;
    entries: Entry[];
  }[];
  checkpoints: { after: number; balances: ExpectedBalance[] }[];
  balances: ExpectedBalance[];
}

/** All vectors, of all three books. */
export const vectors = readFileSync(new URL('../../ledger/vectors.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

/** Those whose every posting is of a kind that exists. */
export const runnable = vectors.filter((v) => v.postings.every((p) => p.kind in payments_book));

/** A posting of a transaction whose id is the key, on a day of March, unless said otherwise. */
export function make<K extends PostingKind>(
  kind: K,
  owner_id: string,
  key: string,
  facts: PostingInput<K>,
  about: Partial<About> = {},
): Posting {
  const source = { source_type: 'transaction', source_id: key };
  const whole = { owner_id, key, ...source, effective_on: '2026-03-01', currency: 'usd', ...about };
  return posting(kind, whole, facts);
}

export function addressOf({ kind, party }: Pick<Balance, 'kind' | 'party'>): string {
  return party === '' ? kind : `${kind}/${party}`;
}

export interface LedgerWorld {
  services: Services;
  /** The product acting for itself. */
  system: Context;
  /** A connection as the database's owner, for looking and damaging behind the walls. */
  owner: pg.Client;
  database_url: string;
  as(actor: Partial<Actor>): Context;
  addMerchant(id: string): Promise<void>;
  write(owner_id: string, ...postings: Posting[]): Promise<void>;
  /** `account amount` of everything that does not stand at zero, sorted. */
  standing(owner_id: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function makeLedgerWorld(): Promise<LedgerWorld> {
  const database = await cloneDatabase();
  const { services } = bareServices(database.url);
  const system = systemContext(services, 'request');
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const addMerchant = async (id: string) => {
    await owner.query(
      `insert into account (id, account_type, name, status, created_at, updated_at)
       values ($1, 'merchant', $1, 'active', now(), now()) on conflict do nothing`,
      [id],
    );
  };
  return {
    services,
    system,
    owner,
    database_url: database.url,
    as: (actor) => ({ ...system, actor: { ...nobody, ...actor } }),
    addMerchant,
    async write(owner_id, ...postings) {
      await addMerchant(owner_id);
      await inTransaction(system, owner_id, (tx) => post(tx, system, postings));
    },
    async standing(owner_id) {
      const rows = await balancesOf(system, owner_id);
      const moved = rows.filter((row) => row.amount !== 0);
      return moved.map((row) => `${addressOf(row)} ${row.currency} ${row.amount}`).sort();
    },
    async close() {
      await owner.end();
      await services.database.close();
      await database.drop();
    },
  };
}

/** The ledger world of a test file; to be called at its top. */
export const openLedgerWorld = (): LedgerWorld => opened(makeLedgerWorld, (world) => world.close());
