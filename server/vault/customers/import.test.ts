// Customers of another processor: checked row by row, saved once, whatever a file holds.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { expirationIn } from './import-rows.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

const send = (path: string, csv: string, more: object = {}, by = t.m1.boss) =>
  world.call('POST', path, { credential: by.private_key, body: { csv, ...more } });
const save = (csv: string, more: object = {}, by = t.m1.boss) =>
  send('/vault/customer/import', csv, more, by);
const check = (csv: string) => send('/vault/customer/import/check', csv);
const read = async (id: string) =>
  (await world.call('GET', `/vault/${id}`, { credential: t.m1.boss.private_key })).body.data;
const problem = async (csv: string) => {
  const { status, body } = await check(csv);
  return [status, body.msg];
};

const columns =
  'ID,Description,Card Number,Expiration Date,routing_number,account_number,account_type,' +
  'First Name,last_name,line_1,city';
const file = `\uFEFF${columns}\r
imp-1,"Regular, since 2020",4111 1111 1111 1111,12/2030,,,,Ann,Miller,1 Main St,Denver\r
imp-1,,,,490000018,987654321,savings,,,,\r
imp-2,,4012000077777777,1/31,,,,Bo,"O""Neil",2 High St,Aspen\r
imp-3,,,,,,,Cy,Dee,,\r
`;

describe('an import', () => {
  it('is checked without saving, then saved, and has nothing to do the next time', async () => {
    const counts = { row_count: 4, created: 3, added: 1, unchanged: 0, refused: [] };
    expect((await check(file)).body.data).toEqual(counts);
    expect(
      (await world.call('GET', '/vault/imp-1', { credential: t.m1.boss.private_key })).status,
    ).toBe(404);
    expect((await save(file)).body.data).toEqual(counts);
    const again = { row_count: 4, created: 0, added: 0, unchanged: 4, refused: [] };
    expect((await check(file)).body.data).toEqual(again);
    expect((await save(file)).body.data).toEqual(again);
    const { customer } = (await read('imp-1')).data;
    expect(customer).toMatchObject({
      description: 'Regular, since 2020',
      payments: {
        cards: [{ masked_number: '411111******1111', expiration_date: '12/30' }],
        ach: [{ masked_account_number: 'XXXXX4321', account_type: 'savings' }],
      },
      addresses: [{ first_name: 'Ann', last_name: 'Miller', city: 'Denver' }],
    });
    expect((await read('imp-2')).data.customer.addresses[0].last_name).toBe('O"Neil');
  });

  it('keeps card numbers in the columns that are sealed alone', async () => {
    const number = '4539148803436467';
    const spelled = '4539 1488 0343 6467';
    const told = ['description', 'notes', 'first_name', 'last_name', 'company', 'line_1', 'city'];
    const csv = `id,card_number,expiration_date,${told.join(',')}
imp-masked,4111111111111111,12/30,${told.map((name) => `${name} ${spelled}`).join(',')}
${number},4111111111111111,12/30,${told.map(() => 'x').join(',')}
import,4111111111111111,12/30,${told.map(() => 'x').join(',')}
`;
    const { body } = await save(csv);
    expect(body.data.created).toBe(1);
    expect(body.data.refused).toEqual([
      { row: 3, column: 'id', message: 'An ID must not be a card number.' },
      { row: 4, column: 'id', message: 'This ID cannot be used.' },
    ]);
    const saved = await read('imp-masked');
    expect(saved.data.customer.description).toBe('description 453914******6467');
    const stored = JSON.stringify(saved);
    expect([stored.includes(number), stored.includes(spelled)]).toEqual([false, false]);
    const { rows } = await sql<{ found: number }>`select count(*)::int as found
      from customer_word where word like '45391488%' or word like '%0343%'`.execute(
      connect(world.system),
    );
    expect(rows[0]?.found).toBe(0);
  });

  it('belongs to its merchant alone', async () => {
    const theirs = await save(file, {}, t.m2.boss);
    expect(theirs.body.data).toMatchObject({ created: 3, added: 1 });
  });

  it('refuses rows with the column and the reason, and saves the others', async () => {
    const csv = [
      'id,card_number,expiration_date,routing_number,account_number,account_type,email',
      'ok-1,4111111111111111,12/30,,,,',
      ',4111111111111111,12/30,,,,',
      'bad-2,4111111111111112,12/30,,,,',
      'bad-3,4111111111111111,12/20,,,,',
      'bad-4,4111111111111111,,,,,',
      'bad-5,,,123,987654321,checking,',
      'bad-6,,,490000018,12,checking,',
      'bad-7,4111111111111111,12/30,,987654321,,',
      'bad-8,,,490000018,987654321,gold,',
      'bad-9,,,,,,not-an-address',
      'x,,,,,,',
      'short,4111111111111111',
    ].join('\n');
    for (const { body } of [await check(csv), await save(csv)]) {
      const { refused, ...counts } = body.data;
      expect(counts).toMatchObject({ row_count: 12 });
      expect(refused.map((one: { row: number; column: string }) => [one.row, one.column])).toEqual([
        [3, 'id'],
        [4, 'card_number'],
        [5, 'expiration_date'],
        [6, 'expiration_date'],
        [7, 'routing_number'],
        [8, 'account_number'],
        [9, 'account_number'],
        [10, 'account_type'],
        [11, 'email'],
        [12, 'id'],
        [13, ''],
      ]);
      expect(refused[6].message).toBe('Use separate rows for a card and a bank account.');
      expect(JSON.stringify(refused)).not.toMatch(/4111|98765|gold|not-an/);
    }
    expect((await read('ok-1')).id).toBe('ok-1');
  });

  it('names refused rows in their order, those that only saving refuses among them', async () => {
    const full = Array.from(
      { length: 51 },
      (_, n) => `full,,,490000018,${12_345_000 + n},checking`,
    );
    const csv = [
      'id,card_number,expiration_date,routing_number,account_number,account_type',
      ...full,
      'bad-last,4111111111111112,12/30,,,',
    ].join('\n');
    const { body } = await save(csv);
    expect(body.data.refused.map(({ row }: { row: number }) => row)).toEqual([52, 53]);
  });

  it('counts rows of a part of a file from where the part begins', async () => {
    const { body } = await send('/vault/customer/import/check', 'id\nx', { first_row: 502 });
    expect(body.data.refused[0].row).toBe(502);
  });

  it('reads semicolons and tabs', async () => {
    for (const mark of [';', '\t']) {
      const csv = [
        ['id', 'first_name'],
        ['sep-1', 'Ann'],
      ]
        .map((row) => row.join(mark))
        .join('\n');
      expect((await check(csv)).body.data).toMatchObject({ row_count: 1, created: 1 });
    }
  });

  it('makes nothing twice where the same file is sent twice at once', async () => {
    const csv = 'id,card_number,expiration_date\ntwice-1,4111111111111111,12/30\ntwice-2,,';
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(csv)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const created = answers.reduce((sum, { body }) => sum + body.data.created, 0);
    expect(created).toBe(2);
    expect((await read('twice-1')).data.customer.payments.cards).toHaveLength(1);
  });
});

it('refuses a file that is none, and repeats nothing of it', async () => {
  const invalid = 'bad request error: invalid CSV: ';
  const cases = [
    ['name\nann', `${invalid}The name of column 1 “name” is not in the template.`],
    ['id,cvc\nann,123', `${invalid}The name of column 2 “cvc” is not in the template.`],
    ['4111111111111111,12/30\n', `${invalid}The name of column 1 is not in the template.`],
    ['email\na@b.example', `${invalid}The column “id” is missing.`],
    ['id,id\na,b', `${invalid}The column “id” appears more than once.`],
    ['id', `${invalid}The file has a header and no rows.`],
    ['id\n"ann', `${invalid}The file cannot be read near line 2. Check its quotation marks.`],
    [`id\n${'x\n'.repeat(501)}`, `${invalid}At most 500 rows can be sent in one request.`],
  ];
  for (const [csv = '', text] of cases) expect(await problem(csv)).toEqual([400, text]);
  expect((await check('')).status).toBe(400);
});

it('keeps no number in clear, whatever becomes of the rows', async () => {
  await save(
    'id,card_number,expiration_date\nclear-1,4012888888881881,12/30\nx,4012888888881881,1',
  );
  for (const table of ['audit_log', 'request_log', 'saved_method', 'customer', 'customer_word']) {
    const { rows } = await sql<{ text: string }>`
      select ${sql.table(table)}::text as text from ${sql.table(table)}`.execute(
      connect(world.system),
    );
    expect(rows.filter(({ text }) => text.includes('4012888888881881'))).toEqual([]);
  }
});

it('reads the dates that other systems write', () => {
  const texts = ['12/30', '12/2030', '2030-12', '2030-12-31', '1/30', '130', '1230', 'x'];
  expect(texts.map(expirationIn)).toEqual([
    '12/30',
    '12/30',
    '12/30',
    '12/30',
    '01/30',
    '01/30',
    '12/30',
    'x',
  ]);
});
