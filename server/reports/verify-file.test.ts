// What proves an exported file: one snapshot, control totals, a sealed manifest, a changed byte.
import { createHash } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import { parse as parseCsv } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { report_input } from '../../contract/payments/transactions/search.ts';
import { marksOf } from '../../contract/reports/manifest.ts';
import { type Proof, reportFile } from '../payments/transactions/reports/report.ts';
import { insertTransaction } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';
import { makeSearchWorld, type SearchWorld, tree } from '../testing/worlds/search-world.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);
beforeAll(async () => {
  const parts = { tip_amount: 7, tax_amount: 50 };
  for (let n = 0; n < 40; n++) await insertTransaction(world, tenants.m1, parts);
});

const post = (path: string, body: object, by = tenants.m1.boss) =>
  world.call('POST', path, { credential: by.private_key, body });

async function exported(body: object = {}) {
  const { text, headers } = await post('/transaction/report', body);
  const id = String(headers['x-export-id']);
  const path = `/export/${id}/manifest`;
  const answer = await world.call('GET', path, { credential: tenants.m1.boss.private_key });
  expect(answer.status, answer.text).toBe(200);
  return { id, text, manifest: answer.body.data };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const verify = async (body: object, by = tenants.m1.boss) =>
  (await post('/export/verify', body, by)).body.data;

it('keeps the totals of the search from those who may not see them', async () => {
  const { id } = tenants.m1.account;
  const see = async (allow_transaction_reporting_totals: boolean) => {
    const switched = { permissions: { allow_transaction_reporting_totals } };
    expect((await post(`/merchant/${id}`, switched, tenants.admin.boss)).status).toBe(200);
  };
  await see(false);
  const [sums] = (await exported()).manifest.sums;
  expect(Object.keys(sums)).toEqual(['currency', 'rows', 'amount']);
  await see(true);
  const [shown] = (await exported()).manifest.sums;
  expect(shown.totals).toMatchObject({ captured_amount: shown.amount });
});

it('has a manifest of every report: what was requested, what it came to, its hash', async () => {
  const request = { status: { operator: '!=', value: 'declined' }, time_zone: 'Europe/Berlin' };
  const { id, text, manifest } = await exported(request);
  const rows: Record<string, string>[] = parseCsv(text, { columns: true });
  const amount = rows.reduce((sum, row) => sum + Math.round(Number(row.amount) * 100), 0);
  expect(manifest).toMatchObject({
    export_id: id,
    account_id: tenants.m1.account.id,
    search: { filters: { status: request.status } },
    columns: Object.keys(rows[0] ?? {}),
    time_zone: 'Europe/Berlin',
    rows: 40,
    sums: [{ currency: 'usd', rows: 40, amount }],
    bytes: Buffer.byteLength(text),
    sha256: hashOf(text),
  });
  // Every figure of the strip over the same search.
  const strip = await post('/transaction/search/totals', { status: request.status });
  const { totals } = manifest.sums[0];
  expect(strip.body.data).toMatchObject(totals);
  expect(totals).toMatchObject({ captured_amount: amount, tip_amount: 40 * 7 });
  expect(Object.keys(totals)).toHaveLength(11);
});

it('tells a card number that was searched for to nobody', async () => {
  const number = '4111111111111111';
  const { manifest } = await exported({ full_cc_number: { operator: '=', value: number } });
  expect(JSON.stringify(manifest)).not.toContain(number);
  expect(manifest.search.filters.full_cc_number).toBe('not kept');
});

describe('a file that is brought back', () => {
  it('is intact by its hash, by its text, and with its manifest', async () => {
    const { id, text, manifest } = await exported();
    for (const proof of [{ sha256: hashOf(text) }, { content: text }]) {
      expect(await verify(proof)).toMatchObject({ verdict: 'intact', manifest: { export_id: id } });
      expect((await verify({ ...proof, manifest })).verdict).toBe('intact');
    }
  });

  it('is altered by one byte, wherever it stands, and we say of which export it is', async () => {
    const { id, text, manifest } = await exported();
    const places = [3, text.indexOf('\n') + 30, text.length >> 1, text.length - 20];
    for (const at of places) {
      const other = text[at] === '7' ? '8' : '7';
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      const found = await verify({ content: changed });
      expect(found.verdict, `byte ${at}`).toBe('altered');
      expect(found.manifest.rows).toBe(40);
      const proved = await verify({ sha256: hashOf(changed), manifest });
      expect(proved).toMatchObject({ verdict: 'altered', manifest: { export_id: id } });
    }
    const lines = text.split('\n');
    const shorter = [...lines.slice(0, 9), ...lines.slice(10)].join('\n');
    expect((await verify({ content: shorter })).verdict).toBe('altered');
  });

  it('is not ours where no export had such lines, nor any of the caller', async () => {
    const { text } = await exported();
    const strange = 'id,amount\nsomething else altogether,1\n';
    expect((await verify({ content: strange })).verdict).toBe('not_ours');
    expect((await verify({ content: text }, tenants.m2.boss)).verdict).toBe('not_ours');
    const rows = Array.from({ length: 50 }, (_, n) => `${n}${'x'.repeat(40)},1.00`).join('\n');
    expect((await verify({ content: `${text.split('\n')[0]}\n${rows}\n` })).verdict).toBe(
      'not_ours',
    );
  });

  it('has a manifest that nobody can rewrite', async () => {
    const { text, manifest } = await exported();
    const forged = { ...manifest, rows: 41 };
    expect(await verify({ content: text, manifest: forged })).toMatchObject({
      verdict: 'altered',
      reason: 'The file is unchanged, but its manifest was altered.',
    });
    const changed = text.replace('usd', 'eur');
    const resealed = { ...manifest, sha256: hashOf(changed) };
    expect((await verify({ content: changed, manifest: resealed })).verdict).toBe('altered');
    const { seal: _seal, ...unsealed } = manifest;
    const other = { sha256: hashOf('other'), manifest: unsealed };
    expect((await verify(other)).verdict).toBe('not_ours');
    // The seal proves itself: an accountant of another account may check a file with it.
    const elsewhere = await verify({ sha256: hashOf(text), manifest }, tenants.m2.boss);
    expect(elsewhere.verdict).toBe('intact');
  });

  it('is proved as a page to print as well', async () => {
    const { text, manifest } = await exported({ output: 'printable' });
    expect(manifest.content_type).toBe('text/html');
    expect((await verify({ content: text })).verdict).toBe('intact');
    expect((await verify({ content: text.replace('USD', 'EUR') })).verdict).toBe('altered');
  });
});

it('keeps no mark of the heading, of frames, or of lines cut at an edge', () => {
  const line = 'a line that is long enough to be known again';
  expect(marksOf(`heading ${line}\ncut ${line}`, `cut ${line}\n</tbody> ${line}\n`)).toEqual([]);
  expect(marksOf(`heading\n${line}\ncut`, 'cut\n')).toHaveLength(1);
});

describe('one snapshot', () => {
  let search: SearchWorld;
  beforeAll(async () => {
    search = await makeSearchWorld();
  });
  afterAll(() => search.close());

  it('holds no row that came while it was read, and its sums are those of its rows', async () => {
    // Enough that the database has not sent all of it before anybody reads.
    const description = 'x'.repeat(20_000);
    for (let n = 0; n < 400; n++) await search.add({ po_number: 'S1', description });
    await search.add({ po_number: 'S1', currency: 'jpy', amount: 500 });
    const input = report_input.parse({ po_number: { operator: '=', value: 'S1' } });
    const as_of = search.clock.now();
    let proof: Proof | undefined;
    const keep = async (made: Proof) => {
      proof = made;
    };
    const context = search.as('merchant', tree.merchant);
    const file = await reportFile(
      context,
      { input, merchant_id: '' },
      { export_id: '', as_of, reader: 'client', store: keep },
    );
    await search.add({ po_number: 'S1' });
    const rows: Record<string, string>[] = parseCsv(await textOf(file.body), { columns: true });
    expect(rows).toHaveLength(401);
    expect(proof?.manifest.rows).toBe(401);
    expect(proof?.manifest.sums).toMatchObject([
      { currency: 'jpy', rows: 1, amount: 500 },
      { currency: 'usd', rows: 400, amount: 400_000 },
    ]);
  });
});
