// One of those who share a commit fails, in every way: it alone gets an error.
import { expect, it } from 'vitest';
import { statement } from '../../../db/connections/statements.ts';
import { connect } from '../../../db/database.ts';
import type { Posting } from '../../../ledger/postings.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { commitInGroup, type Writing } from './group-commit.ts';
import { auditedRow } from './rows.ts';

const w = openMoneyWorld();

const companions = Array.from({ length: 12 }, (_, n) => n);

/** Commits twelve at once, one of them with what is given; tells which failed and what stands. */
async function commitAll(name: string, input: Partial<Writing>) {
  const merchant_id = w.m1.account.id;
  const commit = (n: number) => {
    const context = { ...w.world.system, request_id: w.world.services.ids.next() };
    const entry = { verb: 'note', noun: 'shared', id: `${name}-${n}`, merchant_id, after: { n } };
    const own = { changes: [], rows: [auditedRow(context, entry)], postings: [] };
    const more = n === 7 ? input : {};
    const rows = [...own.rows, ...(more.rows ?? [])];
    return commitInGroup(context, merchant_id, { ...own, ...more, rows });
  };
  const ended = await Promise.allSettled(companions.map(commit));
  const failed = ended.flatMap((one, n) => (one.status === 'rejected' ? [[n, one.reason]] : []));
  const stands = await connect(w.world.system)
    .selectFrom('audit_log')
    .select('noun_id')
    .where('noun', '=', 'shared')
    .where('noun_id', 'like', `${name}-%`)
    .execute();
  return { failed, stands: stands.map((row) => Number(row.noun_id.split('-').at(-1))) };
}

async function expectAlone(name: string, input: Partial<Writing>, error: unknown): Promise<void> {
  const { failed, stands } = await commitAll(name, input);
  expect(failed).toEqual([[7, error]]);
  expect(stands.sort((a, b) => a - b)).toEqual(companions.filter((n) => n !== 7));
}

const codes = [
  '0A000',
  '0Z000',
  '21000',
  '22003',
  '23505',
  '25006',
  '2BP01',
  '40001',
  '40P01',
  '42804',
  '44000',
  '53100',
  '53200',
  '54000',
  '54001',
  '55000',
  '55P03',
  '57014',
  '58000',
  '58030',
  'P0001',
  'XX000',
  'XX001',
];

it.each(codes)('the database turns one back with %s', async (code) => {
  const text = `do $$ begin raise exception using errcode = '${code}'; end $$`;
  const changes = [statement(text, [])];
  await expectAlone(`code${code}`, { changes }, expect.objectContaining({ code }));
});

it('a posting of one cannot be built', async () => {
  const account = { account: 'no_such_account', amount: 100 };
  const posting = {
    owner_id: w.m1.account.id,
    owner_type: 'merchant',
    kind: 'sale',
    key: 'sale:nothing',
    currency: 'USD',
    entries: [account, { ...account, amount: -100 }],
  } as unknown as Posting;
  const error = expect.objectContaining({
    message: 'No such kind of ledger account: no_such_account',
  });
  await expectAlone('posting', { postings: [posting] }, error);
});

it('a posting of one is another owner’s', async () => {
  const entries = [
    { account: 'sales', amount: -100 },
    { account: 'pending', amount: 100 },
  ];
  const posting = { owner_id: w.tenants.m2.account.id, entries } as unknown as Posting;
  await expectAlone('owner', { postings: [posting] }, expect.any(Error));
});

it('a row of one cannot be written as text', async () => {
  const rows = [{ table: 'audit_log', row: { before: 1n } }];
  await expectAlone('row', { rows }, expect.any(TypeError));
});
