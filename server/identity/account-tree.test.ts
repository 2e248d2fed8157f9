// The tree of accounts: where each kind may stand, who reaches whom, and what a move changes.
import { beforeAll, expect, test } from 'vitest';
import type { AccountType } from '../../contract/access/access.ts';
import { connect, inTransaction } from '../db/database.ts';
import { requireMerchant } from '../db/require-merchant.ts';
import { openLedgerWorld } from '../testing/worlds/ledger-world.ts';
import { createAccount, moveAccount, parentStructure } from './account-tree.ts';

const world = openLedgerWorld();
beforeAll(async () => {
  await add('office', 'admin', null);
  await add('p1', 'partner', null);
  await add('p2', 'partner', null);
  await add('p1a', 'partner', 'p1');
  await add('m1', 'merchant', 'p1');
  await add('m1a', 'merchant', 'p1a');
});

function add(id: string, account_type: AccountType, parent_id: string | null) {
  const account = { id, account_type, parent_id, name: `Name of ${id}` };
  return inTransaction(world.system, id, (tx) => createAccount(tx, world.system, account));
}
const move = (id: string, parent_id: string | null) =>
  inTransaction(world.system, id, (tx) => moveAccount(tx, world.system, id, parent_id));
/** `above>below depth` of all that reach others. */
async function reach(): Promise<string[]> {
  const { rows } = await world.owner.query(
    'select account_id, descendant_id, depth from account_closure where depth > 0 order by 1, 2',
  );
  return rows.map((row) => `${row.account_id}>${row.descendant_id} ${row.depth}`);
}
const above = (id: string) => parentStructure(connect(world.system), id);
const standing = ['p1>m1 1', 'p1>m1a 2', 'p1>p1a 1', 'p1a>m1a 1'];

test('an account is reached by itself and by every partner above it', async () => {
  expect(await reach()).toEqual(standing);
  const { rows } = await world.owner.query(
    'select account_id from account_closure where depth = 0',
  );
  expect(rows).toHaveLength(6);
  expect(Object.entries(await above('m1a'))).toEqual([
    ['p1a', 'Name of p1a'],
    ['p1', 'Name of p1'],
  ]);
  expect(await above('p1')).toEqual({});
});

test.each<[AccountType, string | null, string]>([
  ['admin', 'p1', 'An admin office has no parent.'],
  ['merchant', null, 'A merchant must belong to a partner.'],
  ['merchant', 'm1', 'A merchant must belong to a partner.'],
  ['merchant', 'office', 'A merchant must belong to a partner.'],
  ['partner', 'm1', 'A partner must belong to a partner.'],
])('a %s does not stand below %s', async (account_type, parent_id, sentence) => {
  await expect(add('wrong', account_type, parent_id)).rejects.toThrow(sentence);
  expect(await reach()).toEqual(standing);
});

test('a move takes along all that is below, and nothing else', async () => {
  for (const below of ['p1', 'p1a', 'm1a']) {
    await expect(move('p1', below)).rejects.toThrow('an account cannot be its own parent');
  }
  await move('p1a', 'p2');
  expect(await reach()).toEqual(['p1>m1 1', 'p1a>m1a 1', 'p2>m1a 2', 'p2>p1a 1']);
  await move('p1a', null);
  expect(await reach()).toEqual(['p1>m1 1', 'p1a>m1a 1']);
  await move('p1a', 'p1');
  expect(await reach()).toEqual(standing);
  const { rows } = await world.owner.query(
    "select id from account where parent_id = 'p1' order by id",
  );
  expect(rows.map(({ id }) => id)).toEqual(['m1', 'p1a']);
});

test.each<[AccountType | 'nobody', string, string, boolean]>([
  ['admin', 'office', 'm1', true],
  ['partner', 'p1', 'm1a', true],
  ['partner', 'p1', 'p1a', false],
  ['partner', 'p2', 'm1', false],
  ['merchant', 'm1', 'm1', true],
  ['merchant', 'm1', 'm1a', false],
  ['admin', 'office', 'unknown', false],
  ['nobody', '', 'm1', false],
])('the %s %s reaches the merchant %s: %s', async (account_type, account_id, id, expected) => {
  const context = world.as({ account_type: account_type as AccountType, account_id });
  const reached = requireMerchant(context, id).then(() => true);
  if (expected) expect(await reached).toBe(true);
  else await expect(reached).rejects.toThrow('not found');
});
