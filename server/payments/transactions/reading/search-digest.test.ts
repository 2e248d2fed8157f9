// A search by whole card number: each merchant's own digests, nothing of the number kept.
import { text as textOf } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  report_input,
  transaction_search,
} from '../../../../contract/payments/transactions/search.ts';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import { merchants, openSearchWorld, tree } from '../../../testing/worlds/search-world.ts';
import { cardDigest } from '../../../vault/digest.ts';
import { reportFile } from '../reports/report.ts';
import { searchTransactions } from './search.ts';

const number = '4111111111111111';

const world = openSearchWorld();

async function found(context: Context, value: string, merchant_id = ''): Promise<string[]> {
  const search = transaction_search.parse({ full_cc_number: { operator: '=', value } });
  const { rows } = await searchTransactions(context, search, merchant_id);
  return rows.map((row) => row.id).sort();
}

describe('a card number', () => {
  it('finds nothing where no card was ever taken, and makes no key', async () => {
    expect(await found(world.as('merchant', tree.merchant), number)).toEqual([]);
    await world.add({ merchant_id: tree.merchant, card_last_four: number.slice(-4) });
    expect(await found(world.as('merchant', tree.merchant), number)).toEqual([]);
    const keys = await digestKeys();
    expect(keys).toBe(0);
  });

  it('finds the transactions of that card at every merchant in reach', async () => {
    const ids: string[] = [];
    for (const merchant_id of merchants) {
      const add = async (card: string) => {
        const method_digest = await cardDigest(world.system, merchant_id, card);
        return await world.add({ merchant_id, method_digest, card_last_four: card.slice(-4) });
      };
      ids.push(await add(number));
      await add('4012888888881881');
    }
    const [own, below, foreign] = ids as [string, string, string];
    expect(await found(world.as('merchant', tree.merchant), '4111 1111 1111 1111')).toEqual([own]);
    expect(await found(world.as('partner', tree.partner), number)).toEqual([own, below].sort());
    const one = await found(world.as('partner', tree.partner), number, tree.sub_merchant);
    expect(one).toEqual([below]);
    expect(await found(world.as('admin', tree.admin), number)).toEqual([...ids].sort());
    expect(await found(world.as('partner', tree.stranger), number)).toEqual([foreign]);
  });

  it('stands in no manifest of a report, which says that one was searched for', async () => {
    const stored: unknown[] = [];
    const store = async (proof: unknown) => void stored.push(proof);
    const as_of = new Date('2026-03-01T12:00:00Z');
    for (const body of [{ full_cc_number: { operator: '=', value: number } }, {}]) {
      const input = report_input.parse(body);
      const request = { input, merchant_id: '' };
      const storage = { export_id: 'e1', as_of, reader: 'client', store } as const;
      const { body: file } = await reportFile(world.as('admin', tree.admin), request, storage);
      await textOf(file);
    }
    const about = { export_id: 'e1', as_of: as_of.toISOString(), version: 1 };
    expect(stored).toMatchObject([
      { manifest: { ...about, rows: 3, search: { filters: { full_cc_number: 'not kept' } } } },
      { manifest: { ...about, search: { filters: {}, merchant_id: '' } } },
    ]);
    expect(JSON.stringify(stored)).not.toContain(number);
    expect(JSON.stringify(stored[1])).not.toContain('full_cc_number');
  });

  it('takes no operator but =', () => {
    const body = { full_cc_number: { operator: '!=', value: number } };
    expect(() => transaction_search.parse(body)).toThrow();
  });
});

it('is asked of one merchant where more have cards than may be asked at once', async () => {
  const owner = new pg.Client({ connectionString: world.database_url });
  await owner.connect();
  await owner.query(`create temp table many as
    select 'manymerchant' || lpad(n::text, 8, '0') as id from generate_series(1, 500) as n`);
  await owner.query(
    `insert into account select (jsonb_populate_record(account,
      jsonb_build_object('id', many.id))).* from many, account where account.id = $1`,
    [tree.foreign_merchant],
  );
  await owner.query(
    `insert into data_key select (jsonb_populate_record(data_key,
      jsonb_build_object('merchant_id', many.id))).* from many, data_key
    where data_key.merchant_id = $1 and data_key.purpose = 'digest'`,
    [tree.merchant],
  );
  await owner.end();
  const admin = world.as('admin', tree.admin);
  await expect(found(admin, number)).rejects.toThrow('search one merchant at a time');
  expect(await found(admin, number, tree.sub_merchant)).toHaveLength(1);
});

async function digestKeys(): Promise<number> {
  const rows = await connect(world.system).selectFrom('data_key').select('id').execute();
  return rows.length;
}
