// What survives: killed processes, torn journals, broken connections, repeated references.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ach_credentials,
  achBody,
  call,
  card_credentials,
  cardBody,
  cleanUp,
  freshFolder,
  type Json,
  killHard,
  type LabAnswer,
  type LabProcess,
  nextReference,
  startLab,
} from './lab-process.ts';

const about = (overrides: Json = {}): Json => ({
  reference: nextReference(),
  credentials: card_credentials,
  ...overrides,
});
const send = (lab: LabProcess, operation: string, body: Json): Promise<LabAnswer> =>
  call(lab.port, 'POST', `/sierra/${operation}`, body);
const inquire = async (lab: LabProcess, original_reference: unknown): Promise<Json> =>
  (await send(lab, 'inquire', about({ original_reference }))).body;

afterAll(cleanUp);

describe('a restart', () => {
  it('after kill -9 keeps answers, states, batches, balances, clock and port', async () => {
    const folder = freshFolder();
    const first = await startLab(folder);
    const body = cardBody('4111111111111111');
    const answer = (await send(first, 'sale', body)).body;
    const prepaid = cardBody('4000005100000257', { amount: 2000 });
    await send(first, 'authorize', prepaid);
    await send(first, 'close_batch', about());
    await call(first.port, 'POST', '/control/clock', { now: '2033-01-01T00:00:00Z' });
    await killHard(first.child);
    const second = await startLab(folder);
    expect(second.port).toBe(first.port);
    expect((await send(second, 'sale', body)).body).toEqual({ ...answer, duplicate: true });
    const found = await inquire(second, body.reference);
    expect(found).toMatchObject({ found: true, state: 'settled', settled_amount: 1299, answer });
    const poor = cardBody('4000005100000257', { amount: 600 });
    expect((await send(second, 'sale', poor)).body.network_code).toBe('51');
    const health = (await call(second.port, 'GET', '/health')).body;
    expect(String(health.now)).toMatch(/^2033-01-01T/);
    await killHard(second.child);
  });

  it('forgets a last line that was not written whole, and nothing else', async () => {
    const folder = freshFolder();
    const first = await startLab(folder);
    const body = cardBody('4111111111111111');
    await send(first, 'sale', body);
    await killHard(first.child);
    const journal = path.join(folder, 'lab', 'journal.ndjson');
    fs.appendFileSync(journal, '{"kind":"answered","acc');
    const second = await startLab(folder);
    expect(await inquire(second, body.reference)).toMatchObject({ found: true });
    const next = cardBody('4111111111111111');
    await send(second, 'sale', next);
    await killHard(second.child);
    const third = await startLab(folder);
    expect(await inquire(third, next.reference)).toMatchObject({ found: true });
    await killHard(third.child);
  });

  it('of the parent leaves the lab running, and a second start finds it', async () => {
    const folder = freshFolder();
    const entry = fileURLToPath(new URL('./main.ts', import.meta.url));
    const code = `require('node:child_process').spawn(process.execPath,
      ['--import','tsx',${JSON.stringify(entry)}],{detached:true,stdio:['ignore',1,2]}).unref();
      setInterval(() => {}, 1000)`;
    const env = { ...process.env, DATA_DIR: folder, LAB_PORT: '0' };
    const stdio = ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'];
    const parent = spawn(process.execPath, ['-e', code], { env, stdio });
    const ready = await new Promise<string>((resolve) => {
      parent.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    });
    await killHard(parent);
    parent.stdout?.destroy();
    const { port, pid } = JSON.parse(ready) as { port: number; pid: number };
    const found = await startLab(folder);
    expect([found.port, found.pid]).toEqual([port, pid]);
    const written = fs.readFileSync(path.join(folder, 'lab', 'lab.json'), 'utf8');
    expect(JSON.parse(written)).toEqual({ port, pid });
    expect((await call(port, 'POST', '/sierra/sale', cardBody('4111111111111111'))).status).toBe(
      200,
    );
    await call(port, 'POST', '/control/stop');
    await expect.poll(() => call(port, 'GET', '/health').catch(() => 'gone')).toBe('gone');
  });
});

describe('with a running lab', () => {
  const folder = freshFolder();
  let lab: LabProcess;
  beforeAll(async () => {
    lab = await startLab(folder);
  });

  it.each([
    ['40', '4000004000000004', true],
    ['41', '4000004100000003', false],
    ['42', '4000004200000002', true],
    ['43', '4000004300000001', false],
    ['45', '4000004500000009', true],
    ['47', '4000004700000007', true],
  ])('family %s gives no answer to %s; committed: %s', async (_, number, committed) => {
    const body = cardBody(number);
    await expect(send(lab, 'sale', body)).rejects.toThrow();
    expect((await inquire(lab, body.reference)).found).toBe(committed);
  });

  it('family 44 commits behind a page, 48 states another amount, 49 does nothing', async () => {
    const hidden = cardBody('4000004400000000');
    const page = await send(lab, 'sale', hidden);
    expect([page.status, page.raw.startsWith('<html>')]).toEqual([502, true]);
    expect((await inquire(lab, hidden.reference)).found).toBe(true);
    const wrong = await send(lab, 'sale', cardBody('4000004800000006'));
    expect(wrong.body).toMatchObject({ amount: 1399, approved_amount: 1399 });
    const busy = await send(lab, 'sale', cardBody('4000004900000005'));
    expect([busy.status, busy.body.processed]).toEqual([429, false]);
  });

  it('family 46 is not available to an inquiry for its seconds', async () => {
    const body = cardBody('4000004600000305');
    await expect(send(lab, 'sale', body)).rejects.toThrow();
    const early = await inquire(lab, body.reference);
    expect(early).toMatchObject({ found: true, available: false });
    const { now } = (await call(lab.port, 'GET', '/health')).body;
    const later = new Date(Date.parse(String(now)) + 30_000).toISOString();
    await call(lab.port, 'POST', '/control/clock', { now: later });
    const late = await inquire(lab, body.reference);
    expect(late).toMatchObject({ available: true, state: 'pending', captured_amount: 1299 });
  });

  it('family 47 fails two reversals; a done one can be repeated', async () => {
    const body = cardBody('4000004700000007');
    await expect(send(lab, 'sale', body)).rejects.toThrow();
    const reverse = async () => send(lab, 'reverse', about({ original_reference: body.reference }));
    expect([(await reverse()).status, (await reverse()).status]).toEqual([503, 503]);
    expect((await reverse()).body.reversed).toBe(true);
    expect((await reverse()).body.reversed).toBe(true);
    expect(await inquire(lab, body.reference)).toMatchObject({ state: 'voided' });
  });

  it('a refund inherits the fault of its card, and is found afterwards', async () => {
    const body = cardBody('4000004000000004');
    await expect(send(lab, 'sale', body)).rejects.toThrow();
    const { answer } = await inquire(lab, body.reference);
    await send(lab, 'close_batch', about());
    const { transaction_id } = answer as Json;
    const refund = about({ transaction_id, amount: 500, currency: 'usd' });
    await expect(send(lab, 'refund', refund)).rejects.toThrow();
    const found = await inquire(lab, refund.reference);
    expect(found).toMatchObject({ state: 'pending', captured_amount: 500 });
  });

  it('a reversal bars a payment that comes after it', async () => {
    const body = cardBody('4111111111111111');
    const original_reference = body.reference;
    const reversal = (await send(lab, 'reverse', about({ original_reference }))).body;
    expect(reversal.reversed).toBe(false);
    expect((await send(lab, 'sale', body)).body).toMatchObject({ network_code: '21' });
  });

  it('a reference is performed once, also by forty requests at the same time', async () => {
    await send(lab, 'close_batch', about());
    const body = cardBody('4111111111111111', { amount: 700 });
    const all = await Promise.all(Array.from({ length: 40 }, () => send(lab, 'sale', body)));
    expect(new Set(all.map((answer) => answer.body.transaction_id)).size).toBe(1);
    expect(all.filter((answer) => answer.body.duplicate !== true)).toHaveLength(1);
    const other = { ...body, amount: 999 };
    expect((await send(lab, 'sale', other)).body).toMatchObject({ amount: 700, duplicate: true });
    expect((await send(lab, 'close_batch', about())).body.count).toBe(1);
  });

  it('neither the journal nor the wire log holds a number, a CVV or an account', async () => {
    await send(lab, 'sale', cardBody('5555555555554444', { card: card('5555555555554444') }));
    const account = { routing_number: '021000021', account_number: '98765432109876' };
    const credentials = ach_credentials;
    const ach = { ...account, sec_code: 'web', account_type: 'savings' };
    await call(lab.port, 'POST', '/house-ach/sale', achBody('', { ach, credentials }));
    const journal = fs.readFileSync(path.join(folder, 'lab', 'journal.ndjson'), 'utf8');
    const log = (await call(lab.port, 'GET', '/control/requests?since=0')).raw;
    for (const file of [journal, log]) {
      expect(file).toContain('4444');
      expect(file).not.toMatch(/5555555555554444|98765432109876|"8642"|"1198"/);
    }
  });
});

const card = (number: string): Json => ({
  number,
  expiration: '1198',
  cvv: '8642',
  entry: 'keyed',
});
