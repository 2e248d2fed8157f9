// Reference 1: how existing clients talk, and what they are answered.
import net from 'node:net';
import { expect, it } from 'vitest';
import { call, card, good, pay, refused, send, the } from './stranger.ts';

const sale = () => ({ type: 'sale', amount: 100, payment_method: card() });

/** Writes bytes as they stand and gives all that comes back until the server closes. */
function speak(text: string): Promise<string> {
  const { hostname, port } = new URL(the.keys.base);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(text));
    let heard = '';
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no end after: ${heard}`)));
    socket.on('data', (part) => {
      heard += part.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });
}

function request(line: string, ...headers: string[]): string {
  const { host } = new URL(the.keys.base);
  return [line, `Host: ${host}`, ...headers, '', ''].join('\r\n');
}

it('1.1 takes a raw key, and refuses every wrong one with 401 unauthorized', async () => {
  const { merchant } = the.keys;
  await good('GET', '/user');
  const wrong = ['', `Bearer ${merchant.private_key}`, merchant.public_key, 'api_000', 'nonsense'];
  for (const key of wrong) {
    await refused(401, 'unauthorized', 'GET', '/user', undefined, { key });
    await refused(401, 'unauthorized', 'POST', '/transaction', sale(), { key });
  }
  const last = merchant.private_key.endsWith('a') ? 'b' : 'a';
  const twisted = `${merchant.private_key.slice(0, -1)}${last}`;
  await refused(401, 'unauthorized', 'GET', '/user', undefined, { key: twisted });
});

it('1.1 answers JSON with a correlation id everywhere, unknown paths included', async () => {
  await refused(404, 'not found', 'GET', '/no/such/call');
  await refused(404, 'not found', 'GET', '/transaction/00000000000000000000');
  await refused(404, 'not found', 'POST', '/transaction/00000000000000000000/void');
  const first = await call('GET', '/fphc', undefined, { key: '' });
  const second = await call('GET', '/fphc', undefined, { key: '' });
  expect(first.headers['x-correlation-id']).not.toBe(second.headers['x-correlation-id']);
});

it('1.1 refuses a key of another account type on a server call', async () => {
  const { partner, admin } = the.keys;
  for (const { private_key } of [partner, admin]) {
    const answer = await call('POST', '/transaction', sale(), { key: private_key });
    expect([401, 403]).toContain(answer.http);
  }
});

it('1.2 lists with data and total_count, and deletes with data null', async () => {
  const found = await call('POST', '/transaction/search', { limit: 1 });
  expect(found.data).toHaveLength(1);
  expect(Number.isInteger(found.body.total_count)).toBe(true);
  const none = await call('POST', '/transaction/search', {
    order_id: { operator: '=', value: 'nosuchorder' },
  });
  expect([none.data ?? [], none.body.total_count]).toEqual([[], 0]);
  const { id } = await good('POST', '/user/apikey', { type: 'api', name: 'short lived' });
  const gone = await call('DELETE', `/user/apikey/${id}`);
  expect(gone.body).toEqual({ status: 'success', msg: 'success', data: null });
});

it('1.6 ignores a body on GET, on a socket that closes', async () => {
  const key = `Authorization: ${the.keys.merchant.private_key}`;
  const type = 'Content-Type: application/json';
  const head = request('GET /api/user HTTP/1.1', key, type, 'Connection: close');
  const answer = await speak(`${head}{}`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(answer).toContain('"account_type":"merchant"');
  const announced = await send('GET', '/user', {});
  expect(announced.http).toBe(200);
});

it('1.6 takes an empty chunked body that asks before it comes', async () => {
  const { id } = await pay();
  const answer = await speak(
    `${request(
      `POST /api/transaction/${id}/void HTTP/1.1`,
      `Authorization: ${the.keys.merchant.private_key}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Connection: close',
    )}0\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  expect(answer).toContain('{"status":"success","msg":"success","data":null}');
});

it('1.6 takes a key without a name: an empty POST', async () => {
  const made = await good('POST', '/user/apikey', undefined, {
    raw: '',
    headers: { 'content-type': 'application/json' },
  });
  expect(made.api_key).toMatch(/^api_[0-9A-Za-z]{27}$/);
  await good('GET', '/user', undefined, { key: made.api_key });
  await good('DELETE', `/user/apikey/${made.api_key}`);
  await refused(401, 'unauthorized', 'GET', '/user', undefined, { key: made.api_key });
});

it('1.6 counts null, "", 0 and false as absent, and ignores what it does not know', async () => {
  const paid = await pay({
    amount: 321,
    tax_amount: 0,
    shipping_amount: null,
    tip_amount: null,
    base_amount: 0,
    tax_exempt: false,
    create_vault_record: false,
    currency: '',
    processor_id: '',
    idempotency_key: '',
    idempotency_time: 0,
    description: null,
    ip_address: '',
    order_id: null,
    email_reciept: true,
    payment_merhod_id: 'x',
    line_items: null,
    custom_fields: null,
    billing_address: { first_name: '', postal_code: '', email: '', phone: '', line_1: 'x' },
    shipping_address: null,
    payment_method: {
      ...card(),
      ach: null,
      customer: null,
      terminal: null,
      token: null,
      apm: null,
      google_pay_token: null,
      apple_pay_token: null,
    },
  });
  expect(paid).toMatchObject({
    amount: 321,
    currency: 'usd',
    tax_exempt: false,
    email_receipt: false,
    description: '',
    line_items: null,
  });
});

it('1.3 names the field of a bad request, and writes nothing', async () => {
  const before = await call('POST', '/transaction/search', { limit: 1 });
  const long = (length: number) => 'x'.repeat(length);
  const bad: [string, object][] = [
    ['Type', { type: 'gift' }],
    ['Amount', { amount: -5 }],
    ['Amount', { amount: 12.5 }],
    ['Amount', { amount: '12.50' }],
    ['Amount', { amount: 0 }],
    ['Currency', { currency: 'dollars' }],
    ['Processor ID', { processor_id: '00000000000000000000' }],
    ['IP Address', { ip_address: '1.2.3.4:80' }],
    ['Email Address', { email_receipt: true, email_address: 'nobody' }],
    ['Postal Code', { billing_address: { postal_code: '12', country: 'US' } }],
    ['First Name', { billing_address: { first_name: long(51) } }],
    ['Company', { shipping_address: { company: long(101) } }],
    ['Country', { billing_address: { country: 'USA' } }],
    ['Description', { description: long(256) }],
    ['Order ID', { order_id: long(18) }],
    ['PO Number', { po_number: long(18) }],
    ['Vendor ID', { vendor_id: long(35) }],
    ['Vendor ID', { vendor_id: long(256) }],
    ['Merchant VAT Registration Number', { merchant_vat_registration_number: long(21) }],
    ['Customer VAT Registration Number', { customer_vat_registration_number: long(14) }],
    ['Commodity Code', { line_items: [{ name: 'x', commodity_code: long(13) }] }],
    ['payment_method', { payment_method: {} }],
    ['payment_method', { payment_method: { ...card(), cash: {} } }],
  ];
  for (const [label, change] of bad) {
    const wanted = `bad request error: invalid ${label}`;
    await refused(400, wanted, 'POST', '/transaction', { ...sale(), ...change });
  }
  await refused(400, /./, 'POST', '/transaction', undefined, { raw: '{"type":' });
  await refused(400, /./, 'POST', '/transaction', [sale()]);
  await refused(400, /./, 'POST', '/transaction', {});
  const after = await call('POST', '/transaction/search', { limit: 1 });
  expect(after.body.total_count).toBe(before.body.total_count);
});
