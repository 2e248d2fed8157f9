// Every audit is silent on a consistent world and hears the damage it is there for.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { moves } from '../../contract/payments/transactions/states.ts';
import { damages } from '../testing/audit-damages.ts';
import { openAuditWorld } from '../testing/worlds/audit-world.ts';
import { type AuditQuery, findingsOf, readAudits, runAudits } from './audit.ts';

const audits = new Map(readAudits().map((audit) => [audit.name, audit]));
const world = openAuditWorld();

const named = (name: string) => audits.get(name) as AuditQuery;

test('a query without its sentence is none', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-audits-'));
  writeFileSync(path.join(folder, 'i99-mute.sql'), 'select 1;\n-- Too late.\n');
  expect(() => readAudits(folder)).toThrow('i99-mute.sql must open with a comment');
  rmSync(folder, { recursive: true });
});

test('queries come in the order of their names, whichever folder they lie in', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-audits-'));
  mkdirSync(path.join(folder, 'z'));
  for (const name of ['i02-b', 'z/i01-a', 'i03-c', 'z/i04-d']) {
    writeFileSync(path.join(folder, `${name}.sql`), '-- A sentence.\nselect 1;\n');
  }
  const names = readAudits(folder).map(({ name }) => name);
  expect(names).toEqual(['i01-a', 'i02-b', 'i03-c', 'i04-d']);
  rmSync(folder, { recursive: true });
});

test('all audits are silent on a consistent world', async () => {
  const results = await runAudits(world.services.database);
  expect(results.length).toBe(audits.size);
  expect(results.filter((result) => result.rows.length > 0)).toEqual([]);
});

describe('an audit hears', () => {
  test.each(damages)('%s: %s', async (name, damage) => {
    expect(await world.heard(named(name), damage)).not.toEqual([]);
  });

  test('every audit but the one for card numbers has damage it must hear', () => {
    const tried = new Set(damages.map(([name]) => name));
    const own_tests = [
      ...['i17-no-card-numbers', 'i20-days-are-their-transactions'],
      ...['i20-hours-are-their-transactions', 'i20-kind-days-are-their-hours'],
      'i20-kind-hours-are-their-transactions',
    ];
    expect([...audits.keys()].filter((name) => !tried.has(name))).toEqual(own_tests);
  });
});

describe('the search for card numbers', () => {
  const write = (column: string, value: string) =>
    world.heard(
      named('i17-no-card-numbers'),
      `update transaction set ${column} = '${value}' where merchant_id = 'ma' and id = 'open'`,
    );

  test.each([
    ['description', 'my card is 4111111111111111.'],
    ['description', '5454 5454-5454 5454'],
    ['description', '5454 - 5454...5454   5454'],
    ['description', '%B378282246310005^DOE/JOHN^2512'],
    ['description', 'card 40120000987654391230, thanks'],
    ['description', '3782822463100051230123'],
    ['description', 'a\nTS4111111111111111'],
    ['order_id', '6011000995500000'],
    ['order_id', '2200700000000009'],
    ['order_id', '9792000000000003'],
    ['billing_address', '{"company": "3782 822463 10005"}'],
    ['custom_fields', '{"a": ["pan=4012000098765439"]}'],
    ['response_body', '{"text": "{\\"number\\":\\"4111111111111111\\"}"}'],
  ])('finds one in %s: %s', async (column, value) => {
    const rows = await write(column, value);
    expect(rows).toMatchObject([{ table_name: 'transaction', row_count: '1' }]);
  });

  test.each([
    ['description', 'card 411111******1111'],
    ['description', '4111111111111112'],
    ['description', '2730000000000003'],
    ['description', '12345678901234567890123'],
    ['description', '40120000987654391330'],
    ['method_digest', 'ab4111111111111111cd00000000000000000000000000ff'],
    ['user_id', '4111111111111111abcd'],
    ['billing_address', '{"phone": "4366412345671"}'],
    ['description', 'a\n4111111111111111aaaaaaaaaaaaaaaa'],
    ['custom_fields', '{"a": "{\\"b\\":\\"a\\\\t4111111111111111AAAAAAAAAAAAAAAA\\"}"}'],
    ['description', '40000000-4111-1111-1111-111122223333'],
  ])('takes nothing else for one in %s: %s', async (column, value) => {
    expect(await write(column, value)).toEqual([]);
  });
});

test('findings are counted by whose rows they are', async () => {
  const query = {
    ...named('l01-postings-sum-to-zero'),
    sql: `select owner_id, id from ledger_posting union all select '', 'x'`,
  };
  const found = await findingsOf(world.services.database, query);
  expect(found.map(({ merchant_id, row_count }) => `${merchant_id} ${row_count}`)).toEqual([
    ' 1',
    'ma 6',
  ]);
  expect(found[1]?.sample).toHaveLength(6);
});

test('the moves of the history audit are those of the contract', () => {
  const transitions = (audits.get('i04-status-history') as AuditQuery).sql.matchAll(
    /^ {4}\('(\w*)', '(\w+)'\)/gm,
  );
  const legal = Object.entries(moves).flatMap(([from, all]) => all.map((to) => `${from} ${to}`));
  expect([...transitions].map((match) => `${match[1]} ${match[2]}`).sort()).toEqual(legal.sort());
});
