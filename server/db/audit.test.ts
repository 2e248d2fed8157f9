// Every audit is silent on a consistent world and hears the damage it is there for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moves } from '../../contract/payments/transactions/states.ts';
import { writeSnapshots } from '../ledger/snapshots.ts';
import { type LedgerWorld, make, makeLedgerWorld } from '../testing/ledger-world.ts';
import { type AuditQuery, readAudits, runAudits } from './audit.ts';

let world: LedgerWorld;
const audits = new Map(readAudits().map((audit) => [audit.name, audit]));

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const marks = names.map((_, n) => `$${n + 1}`);
  await world.owner.query(
    `insert into ${table} (${names.join()}) values (${marks.join()})`,
    names.map((name) => row[name]),
  );
}

const now = '2026-03-01T12:00:00Z';
const blank = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '']));
const times = { created_at: now, updated_at: now };

async function addTransaction(row: { id: string; status: string } & Record<string, unknown>) {
  await insert('transaction', {
    merchant_id: 'ma',
    type: 'sale',
    response: 'approved',
    response_code: 100,
    currency: 'usd',
    amount: row.amount_authorized ?? 0,
    base_amount: 0,
    payment_method: 'card',
    payment_type: 'card',
    transaction_source: 'api',
    ...blank('user_id', 'user_name', 'merchant_name', 'processor_type', 'processor_name'),
    processor_id: 'p1',
    ...times,
    ...row,
  });
}

async function addHistory(transaction_id: string, ...statuses: string[]) {
  for (const [n, to_status] of statuses.entries()) {
    await insert('transaction_event', {
      merchant_id: 'ma',
      transaction_id,
      sequence: n + 1,
      from_status: statuses[n - 1] ?? '',
      to_status,
      ...blank('verb', 'user_id', 'user_name', 'request_id'),
      created_at: now,
    });
  }
}

async function addTransactions(): Promise<void> {
  const whole = { amount_authorized: 1070, amount_captured: 1070 };
  await addTransaction({ id: 'held', status: 'authorized', amount_authorized: 500 });
  await addTransaction({ id: 'open', status: 'pending_settlement', ...whole });
  await addTransaction({
    id: 'done',
    status: 'partially_refunded',
    ...whole,
    amount_settled: 1070,
    refund_reserved: 70,
    amount_refunded: 70,
    settlement_batch_id: 'b1',
  });
  await addTransaction({
    id: 'back',
    status: 'pending_settlement',
    type: 'refund',
    amount: 70,
    referenced_transaction_id: 'done',
  });
  await addTransaction({ id: 'lost', status: 'unknown', amount: 300 });
  await addHistory('held', 'pending', 'authorized');
  await addHistory('open', 'pending', 'pending_settlement');
  await addHistory('done', 'pending', 'pending_settlement', 'settled', 'partially_refunded');
  await addHistory('back', 'pending', 'pending_settlement');
  await addHistory('lost', 'pending', 'unknown');
}

async function addPostings(): Promise<void> {
  const p1 = { processor: 'p1' };
  const sale = { amount: 1070, tax_amount: 70 };
  await world.write(
    'ma',
    make('authorize', 'ma', 'held', { ...p1, amount: 500 }),
    make('sale', 'ma', 'open', { ...p1, transaction: sale }),
    make('sale', 'ma', 'done', { ...p1, transaction: sale }),
    make('batch_close', 'ma', 'b1', { ...p1, captured: 1070, credited: 0 }),
    make('refund', 'ma', 'back', { ...p1, sale, amount: 70 }),
    make('exposure_open', 'ma', 'a1', { ...p1, amount: 300 }, { source_id: 'lost' }),
  );
}

beforeAll(async () => {
  world = await makeLedgerWorld();
  await world.addMerchant('ma');
  await insert('processor', {
    merchant_id: 'ma',
    id: 'p1',
    type: 'tsys_sierra',
    name: '',
    status: 'active',
    timezone: 'UTC',
    settle_at: '20:00',
    ...times,
  });
  await insert('settlement_batch', {
    merchant_id: 'ma',
    id: 'b1',
    processor_id: 'p1',
    processor_name: '',
    processor_type: '',
    state: 'closed',
    currency: 'usd',
    batch_on: '2026-03-01',
    batch_date: now,
    batch_number: '1',
    num_transactions: 1,
    amount_captured: 1070,
    amount_credit: 0,
    net_deposit: 1070,
    response_code: 100,
    response_message: '',
    ...times,
  });
  await addTransactions();
  await addPostings();
  await insert('rail_attempt', {
    merchant_id: 'ma',
    id: 'a1',
    transaction_id: 'lost',
    operation: 'sale',
    processor_id: 'p1',
    processor_type: '',
    reference: 'r1',
    fingerprint: '',
    amount: 300,
    currency: 'usd',
    state: 'no_answer',
    next_inquiry_at: now,
    deadline_at: now,
    created_at: now,
  });
  await insert('idempotency', {
    merchant_id: 'ma',
    key: 'k1',
    operation: 'create',
    fingerprint: 'f',
    transaction_id: 'open',
    state: 'answered',
    http_status: 200,
    answer: '{"phone":"4366412345671"}',
    created_at: now,
    expires_at: now,
  });
  await writeSnapshots(world.system, new Date(Date.now() + 1000));
});
afterAll(() => world.close());

/** Rows of one audit with the damage done, which is undone afterwards. */
async function heard(name: string, damage: string): Promise<unknown[]> {
  const audit = audits.get(name) as AuditQuery;
  await world.owner.query('begin');
  try {
    await world.owner.query("set local session_replication_role = 'replica'");
    const { rowCount } = await world.owner.query(damage);
    expect(rowCount).toBeGreaterThan(0);
    return (await world.owner.query(audit.sql)).rows;
  } finally {
    await world.owner.query('rollback');
  }
}

const entry = (kind: string) =>
  `(select id from ledger_account where owner_id = 'ma' and kind = '${kind}')`;
const of = (id: string) => `where merchant_id = 'ma' and id = '${id}'`;

test('all audits are silent on a consistent world', async () => {
  const results = await runAudits(world.services.database);
  expect(results.length).toBe(audits.size);
  expect(results.filter((result) => result.rows.length > 0)).toEqual([]);
});

const damages: [string, string][] = [
  ['l01-postings-sum-to-zero', 'update ledger_entry set amount = amount + 1 where line = 1'],
  ['l02-postings-have-entries', 'delete from ledger_entry where line > 1'],
  ['l02-postings-have-entries', 'delete from ledger_entry'],
  ['l03-accounts-agree-with-the-chart', "update ledger_account set book = 'funds'"],
  ['l03-accounts-agree-with-the-chart', "update ledger_account set owner_type = 'partner'"],
  ['l03-accounts-agree-with-the-chart', "update ledger_account set party = 'x' where party = ''"],
  ['l03-accounts-agree-with-the-chart', "update ledger_entry set currency = 'eur'"],
  ['l04-snapshots-cover-their-entries', 'update ledger_snapshot set balance = balance + 1'],
  ['l04-snapshots-cover-their-entries', 'delete from ledger_entry where line = 2'],
  ['l05-days-cover-their-entries', 'update ledger_day set debit = debit + 1'],
  ['l05-days-cover-their-entries', 'delete from ledger_day'],
  [
    'l06-balances-stand-on-their-side',
    `update ledger_entry set amount = -amount where account_id = ${entry('authorization_hold')}`,
  ],
  [
    'l07-memo-pairs-cancel',
    `update ledger_entry set amount = -1 where account_id = ${entry('exposure_contra')}`,
  ],
  [
    'l09-receivables-are-the-pending-items',
    `update transaction set status = 'settled' ${of('open')}`,
  ],
  ['l09-receivables-are-the-pending-items', `update transaction set amount = 69 ${of('back')}`],
  [
    'l11-holds-and-exposures-are-open',
    `update transaction set amount_authorized = 501 ${of('held')}`,
  ],
  ['l11-holds-and-exposures-are-open', "update rail_attempt set state = 'answered'"],
  ['l12-batches-are-their-members', 'update settlement_batch set amount_captured = 1071'],
  ['l12-batches-are-their-members', `update transaction set amount_settled = 1069 ${of('done')}`],
  ['i01-captured-within-authorized', `update transaction set amount_captured = 1071 ${of('open')}`],
  ['i02-refunds-within-captured', `update transaction set refund_reserved = 71 ${of('done')}`],
  ['i02-refunds-within-captured', `update transaction set amount = 1071 ${of('back')}`],
  ['i02-refunds-within-captured', `update transaction set status = 'voided' ${of('done')}`],
  ['i04-status-history', `update transaction set status = 'settled' ${of('open')}`],
  ['i04-status-history', "delete from transaction_event where to_status = 'settled'"],
  ['i04-status-history', "delete from transaction_event where to_status = 'pending'"],
  [
    'i04-status-history',
    "update transaction_event set from_status = 'declined' where to_status = 'authorized'",
  ],
  [
    'i05-transactions-are-their-postings',
    `update transaction set amount_captured = 1069 ${of('open')}`,
  ],
  ['i05-transactions-are-their-postings', `update transaction set status = 'voided' ${of('back')}`],
  [
    'i06-attempts-are-resolved',
    "update rail_attempt set state = 'sent', recorded_at = now() - interval '2 hours'",
  ],
  ['i06-attempts-are-resolved', 'update rail_attempt set next_inquiry_at = null'],
  ['i06-attempts-are-resolved', "update rail_attempt set state = 'answered'"],
  ['i08-idempotency-keys-keep-their-answer', "update idempotency set answer = ''"],
  ['i08-idempotency-keys-keep-their-answer', "update idempotency set state = 'in_flight'"],
  ['i08-idempotency-keys-keep-their-answer', "update idempotency set transaction_id = 'none'"],
  [
    'i11-settled-items-stand-in-a-batch',
    `update transaction set settlement_batch_id = '' ${of('done')}`,
  ],
  ['i11-settled-items-stand-in-a-batch', 'update settlement_batch set num_transactions = 2'],
];

describe('an audit hears', () => {
  test.each(damages)('%s: %s', async (name, damage) => {
    expect(await heard(name, damage)).not.toEqual([]);
  });

  test('every audit but the one for card numbers has damage it must hear', () => {
    const tried = new Set(damages.map(([name]) => name));
    expect([...audits.keys()].filter((name) => !tried.has(name))).toEqual(['i17-no-card-numbers']);
  });
});

describe('the search for card numbers', () => {
  const write = (column: string, value: string) =>
    heard('i17-no-card-numbers', `update transaction set ${column} = '${value}' ${of('open')}`);

  test.each([
    ['description', 'my card is 4111111111111111.'],
    ['description', '5454 5454-5454 5454'],
    ['description', '%B378282246310005^DOE/JOHN^2512'],
    ['order_id', '6011000995500000'],
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
    ['description', '12345678901234567890123'],
    ['method_digest', 'ab4111111111111111cd00000000000000000000000000ff'],
    ['user_id', '4111111111111111abcd'],
    ['billing_address', '{"phone": "4366412345671"}'],
  ])('takes nothing else for one in %s: %s', async (column, value) => {
    expect(await write(column, value)).toEqual([]);
  });
});

test('the moves of the history audit are those of the contract', () => {
  const stated = (audits.get('i04-status-history') as AuditQuery).sql.matchAll(
    /^ {4}\('(\w*)', '(\w+)'\)/gm,
  );
  const legal = Object.entries(moves).flatMap(([from, all]) => all.map((to) => `${from} ${to}`));
  expect([...stated].map((match) => `${match[1]} ${match[2]}`).sort()).toEqual(legal.sort());
});
