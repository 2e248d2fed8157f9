// Every scripted way in which an answer can fail to arrive, and what the host's books say of it.
import net from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  card_credentials,
  cardBody,
  cleanUp,
  freshFolder,
  type Json,
  killHard,
  type LabProcess,
  nextReference,
  startLab,
} from './lab-process.ts';

const good = '4111111111111111';
const folder = freshFolder();
let lab: LabProcess;
beforeAll(async () => {
  lab = await startLab(folder);
});
beforeEach(async () => {
  await call(lab.port, 'POST', '/control/reset', {});
});
afterAll(cleanUp);

const post = (operation: string, body: Json) =>
  call(lab.port, 'POST', `/sierra/${operation}`, body);
const script = (action: Json, match: Json = { operation: 'sale' }, times = 1) =>
  call(lab.port, 'POST', '/control/script', { match, action, times });
const about = (overrides: Json = {}): Json => ({
  reference: nextReference(),
  credentials: card_credentials,
  ...overrides,
});
const inquire = async (original_reference: unknown) =>
  (await post('inquire', about({ original_reference }))).body;
const reverse = async (original_reference: unknown) =>
  (await post('reverse', about({ original_reference }))).body;

/** A sale that must not be answered; gives its reference. */
async function lost(number = good): Promise<unknown> {
  const body = cardBody(number);
  await expect(post('sale', body)).rejects.toThrow();
  return body.reference;
}

/** Everything that comes back on one raw connection within a moment, or until the lab closes it. */
function rawSale(body: Json, keep = 'keep-alive'): Promise<{ text: string; error: string }> {
  return new Promise((resolve) => {
    const text = JSON.stringify(body);
    const socket = net.connect(lab.port, '127.0.0.1', () =>
      socket.write(
        `POST /sierra/sale HTTP/1.1\r\nhost: lab\r\nconnection: ${keep}\r\n` +
          `content-length: ${text.length}\r\n\r\n${text}`,
      ),
    );
    let seen = '';
    let error = '';
    socket.on('data', (part) => {
      seen += part.toString();
    });
    socket.on('error', (fault: NodeJS.ErrnoException) => {
      error = fault.code ?? 'error';
    });
    socket.on('close', () => resolve({ text: seen, error }));
    setTimeout(() => socket.destroy(), keep === 'close' ? 10_000 : 600);
  });
}

describe('a scripted fault', () => {
  it.each([
    ['drop_before_commit', false],
    ['drop_after_commit', true],
    ['reset_before_commit', false],
    ['reset_after_commit', true],
    ['hang_not_committed', false],
    ['hang_committed', true],
    ['garbage_committed', true],
  ])('%s gives no answer, and the sale stands: %s', async (order, stands) => {
    await script({ do: order });
    expect(await inquire(await lost())).toMatchObject({ found: stands });
  });

  it.each(['reset_before_commit', 'reset_after_commit'])('%s is a TCP reset', async (order) => {
    await script({ do: order });
    expect(await rawSale(cardBody(good))).toEqual({ text: '', error: 'ECONNRESET' });
  });

  it.each([
    ['http_500_committed', 500, 'application/json'],
    ['http_502_committed', 502, '<html>'],
    ['no_json_committed', 200, '\ufffd'],
  ])('%s says nothing of the sale, which stands', async (order, status, holds) => {
    await script({ do: order });
    const body = cardBody(good);
    const { text } = await rawSale(body);
    expect(text).toContain(`HTTP/1.1 ${status}`);
    expect(text).toContain(holds);
    expect(await inquire(body.reference)).toMatchObject({ found: true, state: 'pending' });
  });

  it('duplicate_answer sends the same answer twice', async () => {
    await script({ do: 'duplicate_answer' });
    const body = cardBody(good);
    const { text } = await rawSale(body);
    expect(text.split('HTTP/1.1 200').length).toBe(3);
    expect(text.split(`"reference":"${body.reference}"`).length).toBe(3);
  });

  it('slow_answer arrives whole, a byte at a time', async () => {
    await script({ do: 'slow_answer', ms: 0 });
    const { text } = await rawSale(cardBody(good), 'close');
    const [, answer = ''] = text.split('\r\n\r\n');
    expect(JSON.parse(answer)).toMatchObject({ network_code: '00', approved_amount: 1299 });
  });

  it.each([
    ['wrong_amount', { amount: 1399, approved_amount: 1399 }],
    ['wrong_currency', { currency: 'eur' }],
    ['wrong_reference', { reference: expect.stringMatching(/x$/) }],
  ])('%s spoils the answer and not the books', async (order, spoilt) => {
    await script({ do: order });
    const body = cardBody(good);
    expect((await post('sale', body)).body).toMatchObject(spoilt);
    const right = { amount: 1299, currency: 'usd', reference: body.reference };
    expect((await inquire(body.reference)).answer).toMatchObject(right);
    await script({ do: order }, { operation: 'inquire' });
    expect((await inquire(body.reference)).answer).toMatchObject(spoilt);
  });

  it.each([
    ['busy', 429],
    ['down', 503],
  ])('%s answers %s and nothing happens', async (order, status) => {
    await script({ do: order });
    const body = cardBody(good);
    expect(await post('sale', body)).toMatchObject({ status, body: { processed: false } });
    expect(await inquire(body.reference)).toMatchObject({ found: false });
  });

  it('fits a reference, an operation or the last four digits, once', async () => {
    const first = cardBody(good);
    await script({ do: 'decline', code: '05' }, { reference: first.reference });
    await script({ do: 'partial', percent: 50 }, { last_four: '4444' });
    const mastercard = cardBody('5555555555554444', { allow_partial: true });
    expect((await post('sale', mastercard)).body).toMatchObject({ network_code: '10' });
    expect((await post('sale', first)).body).toMatchObject({ network_code: '05' });
    expect((await post('sale', cardBody(good))).body).toMatchObject({ network_code: '00' });
  });
});

describe('a sale that arrives after it was not found', () => {
  async function later(): Promise<void> {
    const { now } = (await call(lab.port, 'GET', '/health')).body;
    const next = new Date(Date.parse(String(now)) + 86_400_000).toISOString();
    await call(lab.port, 'POST', '/control/clock', { now: next });
  }

  it('is unknown at first, then approved', async () => {
    await script({ do: 'late_after_not_found', seconds: 60 });
    const reference = await lost();
    expect(await inquire(reference)).toMatchObject({ found: false });
    await later();
    expect(await inquire(reference)).toMatchObject({ found: true, state: 'pending' });
  });

  it('is in no batch before it has arrived', async () => {
    await script({ do: 'late_after_not_found', seconds: 60 });
    await lost();
    expect((await post('close_batch', about())).body).toMatchObject({ count: 0 });
    await later();
    expect((await post('close_batch', about())).body).toMatchObject({ count: 1 });
  });

  it('is barred by a reversal that was quicker, also after a kill of the lab', async () => {
    await script({ do: 'late_after_not_found', seconds: 60 });
    const reference = await lost();
    expect(await reverse(reference)).toMatchObject({ reversed: false });
    await killHard(lab.child);
    lab = await startLab(folder);
    await later();
    expect(await inquire(reference)).toMatchObject({ found: true, state: 'voided' });
    expect((await post('close_batch', about())).body).toMatchObject({ count: 0 });
  });
});

describe('the family of cards', () => {
  it.each([
    ['4000006000000000', false],
    ['4000006100000009', true],
  ])('resets the connection of %s', async (number, stands) => {
    expect(await inquire(await lost(withCheckDigit(number)))).toMatchObject({ found: stands });
  });

  it('answers another currency for 63', async () => {
    const { body } = await post('sale', cardBody(withCheckDigit('4000006300000000')));
    expect(body).toMatchObject({ currency: 'eur' });
  });
});

/** The number with its last digit made right. */
function withCheckDigit(number: string): string {
  const digits = [...number.slice(0, -1)].map(Number);
  const total = digits.reduce((sum, digit, at) => {
    const double = at % 2 === 0 ? digit * 2 : digit;
    return sum + (double > 9 ? double - 9 : double);
  }, 0);
  return number.slice(0, -1) + String((10 - (total % 10)) % 10);
}

describe('extras of a payment', () => {
  it('take a descriptor and an inventory status, and refuse what is neither', async () => {
    const descriptor = { name: 'SHOP', city: 'Reno' };
    const fine = cardBody(good, { descriptor, iias_status: 'verified' });
    expect((await post('sale', fine)).status).toBe(200);
    const { requests } = (await call(lab.port, 'GET', '/control/requests')).body as {
      requests: Json[];
    };
    expect(requests.at(-1)?.request).toMatchObject({ descriptor, iias_status: 'verified' });
    expect((await post('sale', cardBody(good, { iias_status: 'maybe' }))).status).toBe(400);
    expect((await post('sale', cardBody(good, { descriptor: { name: 1 } }))).status).toBe(400);
  });
});
