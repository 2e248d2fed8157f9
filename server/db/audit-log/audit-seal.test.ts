// The chain over the audit log: every row is in it once, and nothing can be done to it unheard.
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { openLedgerWorld } from '../../testing/worlds/ledger-world.ts';
import { checkBooks } from '../audit-runs.ts';
import { inTransaction } from '../database.ts';
import { verifyChain } from './audit-chain.ts';
import { audit } from './audit-log.ts';
import { sealAuditLog, startSealing } from './audit-seal.ts';

let system: Context;
const world = openLedgerWorld();
beforeAll(async () => {
  system = world.system;
  for (const id of ['ma', 'mb']) await world.addMerchant(id);
});
beforeEach(async () => {
  await world.owner.query('truncate audit_log, audit_seal, audit_run, audit_finding');
});

async function write(merchant_id: string, ...nouns: string[]): Promise<void> {
  for (const noun of nouns) {
    const row = { verb: 'update', noun, id: 'x', merchant_id, after: { note: noun } };
    await inTransaction(system, merchant_id, (tx) => audit(tx, system, row));
  }
}

const faults = async () => (await verifyChain(system)).faults.map(({ fault }) => fault);

/** Two chains in several goes, as a running product leaves them. */
async function sealed(): Promise<void> {
  await write('ma', 'a1', 'a2', 'a3');
  await write('mb', 'b1');
  expect(await sealAuditLog(system)).toBe(4);
  await write('ma', 'a4', 'a5');
  expect(await sealAuditLog(system, 'quick')).toBe(2);
}

describe('the sealer', () => {
  test('gives every row its place in the chain of its tenant, without a gap', async () => {
    await sealed();
    const { rows } = await world.owner.query(`select s.merchant_id, s.sequence, l.noun, s.mac
      from audit_seal s join audit_log l on l.merchant_id = s.merchant_id and l.id = s.audit_id
      order by 1, 2`);
    expect(rows.map((row) => `${row.merchant_id} ${row.sequence} ${row.noun}`)).toEqual([
      'ma 1 a1',
      'ma 2 a2',
      'ma 3 a3',
      'ma 4 a4',
      'ma 5 a5',
      'mb 1 b1',
    ]);
    expect(rows.filter((row) => row.mac !== '').map((row) => row.noun)).toEqual(['a3', 'a5', 'b1']);
    expect(await verifyChain(system)).toMatchObject({
      sealed_count: 6,
      chain_count: 2,
      unsealed_count: 0,
      faults: [],
    });
  });

  test('seals more rows than one commit takes, each after the one before', async () => {
    await write('ma', 'a1');
    await world.owner.query(`insert into audit_log
      select (jsonb_populate_record(l, jsonb_build_object(
        'id', left(l.id, -4) || lpad(n::text, 4, '0')))).*
      from audit_log l, generate_series(1, 1200) n`);
    expect(await sealAuditLog(system)).toBe(1_201);
    expect(await verifyChain(system)).toMatchObject({ sealed_count: 1_201, faults: [] });
    const { rows } = await world.owner.query(`select count(*) filter (where mac <> '')::int as ends,
      max(sequence)::int as last from audit_seal`);
    expect(rows).toEqual([{ ends: 3, last: 1_201 }]);
  });

  test('finds nothing to do twice', async () => {
    await sealed();
    expect(await sealAuditLog(system)).toBe(0);
    expect(await sealAuditLog(system, 'quick')).toBe(0);
  });

  test('seals a row that becomes visible late, behind rows that are younger', async () => {
    const late = new pg.Client({ connectionString: world.database_url });
    await late.connect();
    await late.query('begin');
    await late.query(`insert into audit_log (merchant_id, id, verb, noun, noun_id, account_type,
        account_id, user_id, user_name, credential, ip_address, request_id, created_at)
      values ('ma', '${system.ids.next()}', 'update', 'late', '', '', '', '', '', '', '', '',
        now())`);
    await write('ma', 'a1', 'a2');
    expect(await sealAuditLog(system, 'quick')).toBe(2);
    await late.query('commit');
    await late.end();
    expect(await sealAuditLog(system, 'quick')).toBe(1);
    expect(await verifyChain(system)).toMatchObject({ sealed_count: 3, faults: [] });
  });

  test('stands back where another one seals the same rows at the same time', async () => {
    await write('ma', ...Array.from({ length: 30 }, (_, n) => `a${n}`));
    const counts = await Promise.all([1, 2, 3, 4].map(() => sealAuditLog(system)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(await verifyChain(system)).toMatchObject({ sealed_count: 30, faults: [] });
  });

  test.each([
    ['audit_seal_pkey', 0],
    ['another_key', 'turned back'],
  ])('that is turned back by %s: %s', async (constraint, expected) => {
    await write('ma', 'a1');
    await world.owner.query(`create function turn_back() returns trigger language plpgsql as $$
      begin raise 'turned back' using errcode = '23505', constraint = '${constraint}'; end $$;
      create trigger turn_back before insert on audit_seal execute function turn_back()`);
    const message = await sealAuditLog(system).catch((error: Error) => error.message);
    await world.owner.query('drop function turn_back cascade');
    expect(message).toBe(expected);
    expect(await sealAuditLog(system)).toBe(1);
  });

  test('goes on by itself while the product runs', async () => {
    const stop = startSealing(() => system, 10);
    await write('ma', 'a1');
    await expect.poll(async () => (await verifyChain(system)).sealed_count).toBe(1);
    await write('ma', 'a2');
    await expect.poll(async () => (await verifyChain(system)).sealed_count).toBe(2);
    await stop();
    await write('ma', 'a3');
    expect((await verifyChain(system)).unsealed_count).toBe(1);
  });
});

describe('the verification', () => {
  beforeEach(sealed);
  const row = (noun: string) =>
    `(select id from audit_log where merchant_id = 'ma' and noun = '${noun}')`;

  test.each([
    ['verb', "'delete'"],
    ['user_id', "'somebody'"],
    ['ip_address', "'10.0.0.1'"],
    ['after', `'{"note": "a2 "}'`],
    ['before', "'null'"],
    ['created_at', "created_at + interval '1 microsecond'"],
    ['recorded_at', "recorded_at - interval '1 microsecond'"],
  ])('hears a change of %s', async (column, value) => {
    await world.owner.query(`update audit_log set ${column} = ${value} where noun = 'a2'`);
    expect(await faults()).toEqual(['the row or its place was changed']);
  });

  test('hears a flipped byte of a hash', async () => {
    await world.owner.query(`update audit_seal set hash = set_byte(hash, 7, get_byte(hash, 7) # 1)
      where merchant_id = 'ma' and sequence = 2`);
    expect(await faults()).toEqual(Array(2).fill('the row or its place was changed'));
  });

  test('hears a removed row, with and without its link', async () => {
    await world.owner.query("delete from audit_log where noun = 'a2'");
    expect(await faults()).toEqual(['the row is gone']);
    await world.owner.query("delete from audit_seal where merchant_id = 'ma' and sequence = 2");
    expect(await faults()).toEqual(['links are missing before this one']);
  });

  test('hears a row that was slipped in', async () => {
    const slip = `insert into audit_log select merchant_id, '${'0'.repeat(20)}', verb, 'slipped',
      noun_id, account_type, account_id, user_id, user_name, credential, ip_address, request_id,
      before, after, created_at, recorded_at - interval '2 hours' from audit_log where noun = 'a2'`;
    await world.owner.query(slip);
    expect(await faults()).toEqual(['the row was left out of the chain']);
    await sealAuditLog(system);
    expect(await faults()).toEqual(['the row was slipped in later']);
  });

  test('hears two rows that changed places', async () => {
    await world.owner.query(`update audit_seal set audit_id = 'held' where audit_id = ${row('a2')};
      update audit_seal set audit_id = ${row('a2')} where audit_id = ${row('a3')};
      update audit_seal set audit_id = ${row('a3')} where audit_id = 'held'`);
    expect(await faults()).toEqual(Array(2).fill('the row or its place was changed'));
  });

  test('hears a chain that was written anew from its first link to its last', async () => {
    await world.owner.query("update audit_log set verb = 'delete' where noun = 'a1'");
    await world.owner.query(`
      do $$ declare s record; h bytea := ''; begin
        for s in select x.sequence, d.digest from audit_seal x
          join audit_log_digest d on d.merchant_id = x.merchant_id and d.id = x.audit_id
          where x.merchant_id = 'ma' order by 1
        loop
          h := sha256(h || int8send(s.sequence) || s.digest);
          update audit_seal set hash = h where merchant_id = 'ma' and sequence = s.sequence;
        end loop;
      end $$`);
    expect(await faults()).toEqual(['the end of the chain has a wrong signature']);
  });

  test('is content with what was sealed behind the last count', async () => {
    await checkBooks(system, 'recent');
    await write('ma', 'a6');
    expect(await sealAuditLog(system)).toBe(1);
    expect(await faults()).toEqual([]);
  });

  test('hears an end that was cut off', async () => {
    const cut = (sequence: number) =>
      world.owner.query(`delete from audit_log where id in
          (select audit_id from audit_seal where merchant_id = 'ma' and sequence = ${sequence});
        delete from audit_seal where merchant_id = 'ma' and sequence = ${sequence}`);
    await world.owner.query("update audit_seal set sealed_at = sealed_at - interval '1 hour'");
    await checkBooks(system, 'recent');
    await cut(5);
    expect(await faults()).toEqual([
      'the end of the chain is not signed: what followed was cut off',
      '6 links stood at the last count, of them are left 5',
    ]);
    await cut(4);
    expect(await faults()).toEqual(['6 links stood at the last count, of them are left 4']);
    await world.owner.query('update audit_run set sealed_count = 4');
    expect(await faults()).toEqual(['the last count has a wrong signature']);
  });
});

test('a chain whose keys were renewed is confirmed by those of before, and goes on', async () => {
  await sealed();
  await checkBooks(system, 'recent');
  const fresh = Buffer.alloc(32, 9);
  const earlier = system.keys.derive('audit chain');
  const renewed = (...derivations: [Buffer, ...Buffer[]]): Context => ({
    ...system,
    keys: { ...system.keys, derive: () => fresh, derivations: () => derivations },
  });
  const after = renewed(fresh, earlier);
  expect((await verifyChain(after)).faults).toEqual([]);
  await write('ma', 'a6');
  expect(await sealAuditLog(after)).toBe(1);
  expect((await verifyChain(after)).faults).toEqual([]);
  const without = (await verifyChain(renewed(fresh))).faults.map(({ fault }) => fault);
  expect(without).toEqual([
    'the end of the chain is signed by another key',
    'the last count is signed by another key',
  ]);
});
