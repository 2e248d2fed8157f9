// Reports: what the file holds, that no cell computes, and that rows stream while they are read.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { parse as parseCsv } from 'csv-parse/sync';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMoney, formatPlain } from '../../../../contract/money.ts';
import { report_input } from '../../../../contract/payments/transactions/search.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/database.ts';
import { pagePolicy } from '../../../http/security-headers.ts';
import { openSearchWorld, transactionRow, tree } from '../../../testing/worlds/search-world.ts';
import { invalidateMerchant } from '../../merchant-config.ts';
import { reportFile, reportOf } from './report.ts';

const world = openSearchWorld();

const own = () => world.as('merchant', tree.merchant);

async function report(body: Record<string, unknown>, context: Context = own(), merchant_id = '') {
  return await reportFile(context, { input: report_input.parse(body), merchant_id });
}

async function rowsOf(body: Record<string, unknown>): Promise<Record<string, string>[]> {
  const { body: stream } = await report(body);
  return parseCsv(await textOf(stream), { columns: true });
}

const po = (value: string) => ({ po_number: { operator: '=', value } });

describe('a CSV report', () => {
  it('is named after the day and holds every row of the search, whatever its page', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => world.add({ po_number: 'R1' })));
    const file = await report({ ...po('R1'), limit: 1, offset: 1 });
    expect(file.content_type).toBe('text/csv');
    expect(file.filename).toMatch(/^transactions-\d\d-\d\d-\d{4}\.csv$/);
    const rows: { id: string }[] = parseCsv(await textOf(file.body), { columns: true });
    expect(rows.map((row) => row.id).sort()).toEqual(ids.sort());
  });

  it('prints amounts as the product does, in every currency', async () => {
    const amounts = [0, 5, 100, 1299, 123_456_789];
    for (const currency of ['usd', 'jpy']) {
      for (const amount of amounts) await world.add({ po_number: 'R2', currency, amount });
    }
    const rows = await rowsOf(po('R2'));
    const printed = rows.map(({ amount, currency }) => `${amount} ${currency}`).sort();
    const expected = ['usd', 'jpy'].flatMap((currency) =>
      amounts.map((amount) => `${formatPlain(amount, currency)} ${currency}`),
    );
    expect(printed).toEqual(expected.sort());
  });

  it('disarms cells that a spreadsheet would compute, numbers excepted', async () => {
    const cells: [string, string][] = [
      ['=1+1', "'=1+1"],
      ['+cmd', "'+cmd"],
      ['-2+3', "'-2+3"],
      ['@sum(a)', "'@sum(a)"],
      ['\tx', "'\tx"],
      ['\rx', "'\rx"],
      ['＝1', "'＝1"],
      ['＋1', "'＋1"],
      ['－1', "'－1"],
      ['＠a', "'＠a"],
      ['-12.50', '-12.50'],
      ['fine, "quoted"\nlines', 'fine, "quoted"\nlines'],
      ['', ''],
    ];
    for (const [description] of cells) await world.add({ po_number: 'R3', description });
    const billing_address = JSON.stringify({ company: '=evil()', city: 'Ulm' });
    await world.add({ po_number: 'R3b', billing_address, user_name: '=evil()' });
    const descriptions = (await rowsOf(po('R3'))).map((row) => row.description);
    expect(descriptions.sort()).toEqual(cells.map(([, cell]) => cell).sort());
    const [row] = await rowsOf(po('R3b'));
    expect(row).toMatchObject({
      billing_company: "'=evil()",
      billing_city: 'Ulm',
      user_name: "'=evil()",
    });
  });

  it('tells local time in the zone requested, by name or not at all', async () => {
    await world.add({ po_number: 'R4', created_at: new Date('2030-07-01T03:30:00.999Z') });
    const dates = { created_at: { start_date: '2030-07-01' } };
    const [row] = await rowsOf({ ...po('R4'), ...dates, time_zone: 'America/New_York' });
    expect(row?.created_at).toBe('2030-06-30 23:30:00');
    const [plain] = await rowsOf({ ...po('R4'), ...dates });
    expect(plain?.created_at).toBe('2030-07-01 03:30:00');
    for (const time_zone of ['Nowhere/Land', "UTC'; drop table job; --", '+99:99']) {
      const refused = report({ ...po('R4'), time_zone });
      await expect(refused).rejects.toThrow('bad request error: invalid Time Zone');
    }
  });

  it('holds the line items when they are requested', async () => {
    const item = { name: 'Bolt', quantity: '2', unit_price: 350, amount: 700 };
    await world.add({ po_number: 'R5', line_items: JSON.stringify([item, item]) });
    const [row] = await rowsOf({ ...po('R5'), include_line_items: true });
    expect(row?.line_items).toBe('2 x Bolt @ 3.50 = 7.00; 2 x Bolt @ 3.50 = 7.00');
    const [without] = await rowsOf(po('R5'));
    expect(without).not.toHaveProperty('line_items');
    const unstated = { name: 'Nut', quantity: '1.5', unit_price: 101, amount: 0 };
    await world.add({ po_number: 'R6', currency: 'jpy', line_items: JSON.stringify([unstated]) });
    const [yen] = await rowsOf({ ...po('R6'), include_line_items: true });
    expect(yen?.line_items).toBe('1.5 x Nut @ 101 = 152');
    const printed = { ...po('R5'), output: 'printable' };
    expect(await textOf((await report({ ...printed, include_line_items: true })).body)).toContain(
      '<td>2 x Bolt @ 3.50 = 7.00; 2 x Bolt @ 3.50 = 7.00</td>',
    );
    expect(await textOf((await report(printed)).body)).not.toContain('Bolt');
  });

  it('quotes what is searched for, so that it stays a value', async () => {
    const odd = `O'Hara \\' $1 ; --`;
    await world.add({ po_number: 'R6', user_name: odd });
    const filter = { user_name: { operator: '=', value: odd } };
    const rows = await rowsOf({ ...po('R6'), ...filter });
    expect(rows).toHaveLength(1);
  });

  it('stays within reach, and refuses a format that does not exist', async () => {
    await world.add({ po_number: 'R7', merchant_id: tree.foreign_merchant });
    expect(await rowsOf(po('R7'))).toEqual([]);
    const partner = world.as('partner', tree.partner);
    const foreign = report(po('R7'), partner, tree.foreign_merchant);
    await expect(foreign).rejects.toThrow('not found');
    const formatted = reportOf(own(), report_input.parse({ format_id: 'formatformatformatfo' }));
    await expect(formatted).rejects.toThrow('not found');
  });
});

describe('a printable report', () => {
  it('is a page without scripts in which nothing of a row is markup', async () => {
    const billing_address = JSON.stringify({ first_name: '<script>alert(1)</script>' });
    await world.add({ po_number: 'H1', billing_address, order_id: '"\n&\u0002' });
    const { content_type, body } = await report({ ...po('H1'), output: 'printable' });
    const page = await textOf(body);
    expect(content_type).toBe('text/html');
    expect(page).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('<td>&quot; &amp; </td>');
    expect(page).toContain('<td class="n">$10.00 USD</td>');
    expect(page).not.toContain('<th>Merchant</th>');
    // Opened from the panel it is under the panel's policy, which knows its style by the hash.
    const style = /<style>([^<]+)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(pagePolicy('abc')).toContain(`style-src 'self' 'nonce-abc' 'sha256-${hash}';`);
  });

  it('says whose it is, as of when, what was searched, and its sums below', async () => {
    const filter = { po_number: { operator: '=', value: 'H2' } };
    for (const amount of [1_000, 250]) await world.add({ po_number: 'H2', amount });
    const wanted = { ...filter, output: 'printable', time_zone: 'America/Chicago' };
    const page = await textOf((await report(wanted)).body);
    expect(page).toMatch(/<p>As of \w+ \d+, \d+, [\d:]+ [AP]M, times in America\/Chicago<\/p>/);
    expect(page).toMatch(/<p>Created Date from [^<]+; PO Number = H2<\/p><table>/);
    expect(page).toContain('</table><p class="sums">2 transactions: $12.50 USD (2)</p>');
    const hostile = { operator: '=', value: '<b>"&' };
    const none = await textOf((await report({ user_name: hostile, output: 'printable' })).body);
    expect(none).toContain('User Name = &lt;b&gt;&quot;&amp;</p>');
    expect(none).toContain('<p class="sums">0 transactions</p>');
  });

  it('writes amounts as the product does, bare where the merchant wants so', async () => {
    const currencies = ['usd', 'jpy', 'sek'];
    for (const currency of currencies) {
      for (const amount of [0, 5, 123_456_789])
        await world.add({ po_number: 'H3', currency, amount });
    }
    const amounts = async () => {
      const page = await textOf((await report({ ...po('H3'), output: 'printable' })).body);
      return [...page.matchAll(/<td class="n">([^<]+)</g)].map(([, text]) => text).sort();
    };
    const written = (format: typeof formatPlain) =>
      currencies
        .flatMap((code) =>
          [0, 5, 123_456_789].map((n) => `${format(n, code)} ${code.toUpperCase()}`),
        )
        .sort();
    expect(await amounts()).toEqual(written(formatMoney));
    const plain_format = JSON.stringify({ reporting: { disable_currency_formatting: true } });
    const put = (default_values: string) =>
      inTransaction(world.system, tree.merchant, (tx) =>
        tx
          .updateTable('merchant')
          .set({ default_values })
          .where('merchant_id', '=', tree.merchant)
          .execute(),
      );
    await put(plain_format);
    invalidateMerchant(world.system, tree.merchant);
    expect(await amounts()).toEqual(written(formatPlain));
    expect((await rowsOf(po('H3'))).map(({ amount }) => amount)).toContain('1234567.89');
    await put('{}');
    invalidateMerchant(world.system, tree.merchant);
  });

  it('names the merchant where there may be several', async () => {
    const body = { ...po('H1'), output: 'printable' };
    const { body: stream } = await report(body, world.as('admin', tree.admin));
    expect(await textOf(stream)).toContain('<th>Merchant</th>');
  });
});

describe('a large report', () => {
  const rows = 120_000;
  let owner: pg.Client;

  beforeAll(async () => {
    // What others are doing is shown to the owner alone.
    owner = new pg.Client({ connectionString: world.database_url });
    await owner.connect();
    const model = transactionRow(world.system, { po_number: 'L1', id: 'x' });
    await inTransaction(world.system, tree.merchant, async (tx) => {
      await tx.insertInto('transaction').values(model).execute();
      const columns = Object.keys(model).filter((name) => name !== 'id' && name !== 'created_at');
      const names = sql.join(columns.map((name) => sql.ref(name)));
      await sql`insert into transaction (id, created_at, ${names})
        select lpad(n::text, 20, '0'), created_at - n * interval '1 second', ${names}
        from transaction, generate_series(1, ${rows - 1}) as n where id = 'x'`.execute(tx);
    });
  }, 60_000);

  afterAll(() => owner.end());

  /** Rows the one running COPY has produced so far, as PostgreSQL reports them; -1 without one. */
  async function rowsCopied(): Promise<number> {
    const { rows: found } = await owner.query(
      'select tuples_processed as done from pg_stat_progress_copy' +
        ' where datname = current_database()',
    );
    return Number(found[0]?.done ?? -1);
  }

  it('sends its first byte before its last row is read, at the pace of the reader', async () => {
    const { body } = await report(po('L1'));
    const first = await new Promise<Buffer>((resolve) => {
      body.once('readable', () => resolve(body.read()));
    });
    expect(first.toString()).toContain('id,merchant_id,merchant_name');
    const copied = await rowsCopied();
    expect(copied).toBeGreaterThan(0);
    expect(copied).toBeLessThan(rows / 2);
    let lines = first.toString().split('\n').length - 1;
    for await (const chunk of body) lines += (chunk as Buffer).toString().split('\n').length - 1;
    expect(lines).toBe(rows + 1);
    expect(await rowsCopied()).toBe(-1);
  }, 60_000);

  it('keeps no rows in memory', async () => {
    const { body } = await report(po('L1'));
    let most = 0;
    let bytes = 0;
    const before = process.memoryUsage().rss;
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length;
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(bytes).toBeGreaterThan(20_000_000);
    expect(most).toBeLessThan(64 * 1_048_576);
  }, 60_000);

  it('lets go of the database when its reader goes away', async () => {
    for (let n = 0; n < 6; n++) {
      const { body } = await report({ ...po('L1'), output: n % 2 ? 'printable' : 'csv' });
      await closed(body);
    }
    for (let tries = 0; tries < 50 && (await rowsCopied()) >= 0; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await rowsCopied()).toBe(-1);
  }, 60_000);
});

function closed(body: Readable): Promise<void> {
  return new Promise((resolve) => {
    body.once('close', () => resolve());
    body.once('readable', () => body.destroy());
  });
}
