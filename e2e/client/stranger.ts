// An API client that knows the published reference and nothing of this code; checks every answer.
import http from 'node:http';
import { expect } from 'vitest';
import type { DemoCredentials, Product } from '../stage/product.ts';

/** What the journey stands on; filled before the first test runs. */
export const the = {} as { product: Product; keys: DemoCredentials };

// biome-ignore lint/suspicious/noExplicitAny: a stranger has no types
export type Json = any;

export interface Answer {
  http: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** The envelope; null where the answer is a file. */
  body: Json;
  data: Json;
}

export interface Options {
  /** Default: the merchant's private key; '' sends none. */
  key?: string;
  headers?: Record<string, string>;
  /** Sent as it stands instead of JSON. */
  raw?: string;
}

/** One request on a connection of its own, as a short script makes it. */
export function send(
  method: string,
  path: string,
  body?: Json,
  { key = the.keys.merchant.private_key, headers = {}, raw }: Options = {},
): Promise<Answer> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const request = http.request(`${the.keys.base}${path}`, {
      method,
      agent: false,
      headers: {
        accept: 'application/json',
        ...(key && { authorization: key }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const received = Buffer.concat(parts).toString();
        const json = /^application\/json/.test(response.headers['content-type'] ?? '');
        const envelope = json ? JSON.parse(received) : null;
        resolve({
          http: response.statusCode ?? 0,
          headers: response.headers,
          text: received,
          body: envelope,
          data: envelope?.data,
        });
      });
    });
    request.end(text);
  });
}

/** A call whose answer is JSON: the envelope and the correlation id are checked here, each time. */
export async function call(
  method: string,
  path: string,
  body?: Json,
  options?: Options,
): Promise<Answer> {
  const answer = await send(method, path, body, options);
  const context = `${method} ${path} ${JSON.stringify(body) ?? ''} → ${answer.http} ${answer.text}`;
  expect(answer.headers['x-correlation-id'], context).toMatch(/^[0-9a-v]{20}$/);
  expect(answer.body, context).toBeTypeOf('object');
  expect(answer.body.msg, context).toBeTypeOf('string');
  if (answer.http < 300) {
    expect([answer.body.status, answer.body.msg], context).toEqual(['success', 'success']);
  } else expect(answer.body.status, context).toBe('failed');
  return answer;
}

/** A call that has to work; gives `data`. */
export async function good(method: string, path: string, body?: Json, options?: Options) {
  const answer = await call(method, path, body, options);
  expect(answer.http, `${method} ${path} → ${answer.text}`).toBe(200);
  return answer.data;
}

/** A call that has to be refused, with this sentence or one that matches. */
export async function refused(
  status: number,
  message: string | RegExp,
  method: string,
  path: string,
  body?: Json,
  options?: Options,
): Promise<void> {
  const answer = await call(method, path, body, options);
  const context = `${method} ${path} ${JSON.stringify(body) ?? ''} → ${answer.http} ${answer.text}`;
  expect(answer.http, context).toBe(status);
  if (typeof message === 'string') expect(answer.body.msg, context).toBe(message);
  else expect(answer.body.msg, context).toMatch(message);
}

/** Keyed card, any future date, any security code. */
export function card(number = '4005519200000004', more: Json = {}): Json {
  return { card: { entry_type: 'keyed', number, expiration_date: '12/30', cvc: '999', ...more } };
}

export function ach(routing_number = '111111111', more: Json = {}): Json {
  const account = { account_number: '111111111', sec_code: 'web', account_type: 'checking' };
  return { ach: { routing_number, ...account, ...more } };
}

/** Takes a payment and checks the object that comes back. */
export async function pay(more: Json = {}, options?: Options): Promise<Json> {
  const body = { type: 'sale', amount: 1299, payment_method: card(), ...more };
  const transaction = await good('POST', '/transaction', body, options);
  checkTransaction(transaction);
  return transaction;
}

export async function find(search: Json, options?: Options): Promise<Answer> {
  return await call('POST', '/transaction/search', search, options);
}

const texts = `id user_id user_name merchant_id merchant_name idempotency_key type status response
  payment_method payment_type processor_id processor_type processor_name currency description
  settlement_batch_id order_id po_number ip_address transaction_source email_address customer_id
  customer_payment_type customer_payment_id subscription_id referenced_transaction_id
  ship_from_postal_code summary_commodity_code merchant_vat_registration_number
  customer_vat_registration_number`.split(/\s+/);
const numbers = `idempotency_time response_code amount base_amount amount_authorized
  amount_captured amount_settled amount_refunded payment_adjustment tip_amount surcharge
  service_fee discount_amount tax_amount shipping_amount national_tax_amount
  duty_amount`.split(/\s+/);
const address_parts = `first_name last_name company address_line_1 address_line_2 city state
  postal_code country email phone fax`.split(/\s+/);
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Section 3.6: every member there, of its type; times RFC 3339 or null, never an empty text. */
export function checkTransaction(transaction: Json): void {
  const context = JSON.stringify(transaction);
  expect(transaction, context).toBeTypeOf('object');
  for (const name of texts) expect(transaction[name], name).toBeTypeOf('string');
  for (const name of numbers) expect(Number.isInteger(transaction[name]), name).toBe(true);
  for (const name of ['tax_exempt', 'email_receipt']) {
    expect(transaction[name], name).toBeTypeOf('boolean');
  }
  expect(transaction.id).toMatch(/^[0-9a-v]{20}$/);
  expect(transaction.currency).toMatch(/^[a-z]{3}$/);
  expect(Array.isArray(transaction.features), 'features').toBe(true);
  expect(transaction.line_items === null || Array.isArray(transaction.line_items)).toBe(true);
  for (const side of ['billing_address', 'shipping_address']) {
    for (const part of address_parts) {
      expect(transaction[side]?.[part], `${side}.${part}`).toBeTypeOf('string');
    }
  }
  for (const name of ['created_at', 'updated_at']) expect(transaction[name]).toMatch(moment);
  for (const name of ['captured_at', 'settled_at']) {
    if (transaction[name] !== null) expect(transaction[name], name).toMatch(moment);
  }
  checkBody(transaction);
}

const body_texts = {
  card: `id card_type first_six last_four masked_card expiration_date response auth_code
    processor_response_code processor_response_text processor_transaction_id processor_type
    processor_id bin_type type avs_response_code cvv_response_code`.split(/\s+/),
  ach: `id sec_code account_type masked_account_number routing_number response auth_code
    processor_response_code processor_response_text processor_type processor_id`.split(/\s+/),
  cash: [],
};

function checkBody({ response_body, payment_type, response_code }: Json): void {
  const body = response_body?.[payment_type];
  const wanted = body_texts[payment_type as keyof typeof body_texts];
  expect(body, `response_body.${payment_type}`).toBeTypeOf('object');
  for (const name of wanted) expect(body[name], `${payment_type}.${name}`).toBeTypeOf('string');
  expect(body.response_code).toBe(response_code);
  const specific = body.processor_specific;
  expect(specific === null || typeof specific === 'object', 'processor_specific').toBe(true);
  expect(body.created_at).toMatch(moment);
  expect(body.updated_at).toMatch(moment);
}
