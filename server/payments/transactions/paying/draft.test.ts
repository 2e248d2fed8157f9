// The row of a payment before it is sent, what is sent of it, and who may take it instead.
import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import { readDocuments } from '../../../accounts/settings/documents.ts';
import { type Context, nobody } from '../../../context.ts';
import type { ResolvedMethod } from '../../../vault/resolve.ts';
import type { MerchantConfig, ProcessorConfig } from '../../merchant-config.ts';
import type { Attempt } from '../attempts/attempts.ts';
import type { TransactionRow } from '../reading/read.ts';
import { checkCapabilities, chooseProcessor, whyRefused } from './choose-processor.ts';
import { commandOf } from './commands.ts';
import { type Drafted, draft } from './draft.ts';
import { failoverProcessors } from './failover.ts';
import { shownLines } from './lines.ts';

const now = new Date('2026-03-04T05:06:07.000Z');
const drivers: Record<string, string> = { wired: 'wire', inside: 'internal' };
const context = {
  clock: { now: () => now, monotonicMs: () => 0 },
  ids: { next: () => 'id' },
  actor: { ...nobody, kind: 'api_key', user_id: 'u1', username: 'ann' },
  fingerprint: '',
  ip: '192.0.2.1',
  config: { environment: 'sandbox' },
  processor_health: new Map(),
  driverOf: ({ key }: { key: string }) => drivers[key] && { kind: drivers[key] },
} as unknown as Context;
const by_session = { ...context, actor: { ...context.actor, kind: 'session' } } as Context;

const open = { id: 'p1', type: 'wired', name: 'One', tag: '', status: 'active', limits: {} };
const untouched_rate = { payment_adj_type: '', payment_adj_value: 0 };
function processorOf(row: object = {}, type: object = {}, currencies = ['usd']): ProcessorConfig {
  const capabilities = { ops: ['sale', 'authorize'] };
  const known = { key: 'wired', label: 'Wired', rails: ['card'], capabilities, ...type };
  const account = { processor_id: 'p1' };
  return {
    row: { ...open, ...untouched_rate, max_daily: 0, max_monthly: 0, ...row },
    type: known,
    account,
    currencies,
  } as unknown as ProcessorConfig;
}
const configOf = (...processors: ProcessorConfig[]) =>
  ({
    ...{ id: 'm1', name: 'Shop', limits: {}, processors },
    documents: readDocuments({ permissions: {}, flags: {}, requireds: {}, default_values: {} }),
  }) as unknown as MerchantConfig;

const sensitive = {
  brand: 'visa',
  masked: '411111******1111',
  first_six: '411111',
  last_four: '1111',
};
const card_method = {
  ...{ kind: 'card', sensitive, entry: 'swiped', expiration_date: '12/30', cardholder_name: 'ANN' },
  digest: 'd1',
} as unknown as ResolvedMethod;
const account_method = {
  ...{ kind: 'ach', sensitive: { masked: '**6789' }, sec_code: 'web', account_type: 'savings' },
  ...{ check_number: '12', routing_number: '021000021', digest: 'd2' },
} as unknown as ResolvedMethod;
const cash_method = { kind: 'cash', digest: '' } as const;
const amounts = { amount: 1_000, base_amount: 1_000, surcharge: 0, program: '' };

function drafted(input: object, more: object = {}, by = context): TransactionRow {
  const all = {
    ...{ config: configOf(), processor: processorOf(), method: card_method, verdicts: [] },
    card: { brand: 'visa', funding: 'credit', type: 'credit', bin_type: 'GOLD' },
    priced: amounts,
    idempotency: { key: 'k1', seconds: 60 },
    ...more,
  };
  const sale = { type: 'sale', payment_method: { card: {} }, ...input } as unknown as CreateInput;
  return draft(by, sale, all as unknown as Drafted);
}

describe('the row of a payment', () => {
  it('keeps every text that was stated, and empty ones in the place of others', () => {
    const texts = {
      order_id: 'o1',
      po_number: 'po1',
      group_name: 'shop',
      ip_address: '192.0.2.7',
      email_address: 'ann@example.com',
      description: 'two mugs',
    };
    const empty = Object.fromEntries(Object.keys(texts).map((name) => [name, '']));
    const plain = { currency: 'usd', tax_exempt: false, email_receipt: false, custom_fields: {} };
    expect(drafted({})).toMatchObject({ ...empty, ...plain, transaction_source: 'api' });
    const extra = { currency: 'cad', tax_exempt: true, email_receipt: true };
    const fields = { f1: ['L'] };
    const all = { ...texts, ...extra, custom_fields: fields };
    expect(drafted({ ...all, source: 'mobile' })).toMatchObject({
      ...{ ...all, transaction_source: 'mobile', idempotency_key: 'k1', idempotency_time: 60 },
      ...{ user_id: 'u1', user_name: 'ann', merchant_name: 'Shop', method_digest: 'd1' },
      ...{ processor_id: 'p1', processor_type: 'wired', processor_name: 'One' },
    });
    expect(drafted({}, {}, by_session).transaction_source).toBe('cp');
  });

  it('keeps the browser’s address of the terminal alone', () => {
    const ip = (input: object, by: Context) => drafted(input, {}, by).ip_address;
    expect(ip({ source: 'cp' }, by_session)).toBe('192.0.2.1');
    expect([ip({ source: 'cp' }, context), ip({}, by_session)]).toEqual(['', '']);
  });

  it('keeps addresses without what was not given', () => {
    const billing_address = { first_name: 'Ann', city: undefined };
    const row = drafted({ billing_address, shipping_address: { state: 'IL' } });
    expect([row.billing_address, row.shipping_address]).toEqual([
      { first_name: 'Ann' },
      { state: 'IL' },
    ]);
    expect(Object.keys(row.billing_address)).toEqual(['first_name']);
  });

  it('keeps every member of a line, and nothing in the place of others', () => {
    const texts = [
      ...['id', 'name', 'description', 'product_code', 'commodity_code', 'quantity'],
      ...['quantity_shipped', 'unit_of_measure', 'tax_rate', 'national_tax_rate', 'status'],
      ...['local_tax_rate', 'discount_rate', 'alternate_tax_identifier', 'type'],
    ];
    const figures = [
      ...['unit_price', 'amount', 'tax_amount', 'national_tax_amount', 'local_tax'],
      ...['discount_amount', 'freight_amount', 'subtotal'],
    ];
    const all = (text: (n: number) => unknown, figure: (n: number) => unknown) => ({
      ...Object.fromEntries(texts.map((name, n) => [name, text(n)])),
      ...Object.fromEntries(figures.map((name, n) => [name, figure(n)])),
    });
    const full = { ...all(String, (n) => n + 1), taxable: true };
    const none = {
      ...all(
        () => '',
        () => 0,
      ),
      taxable: false,
    };
    const line_items = [full, {}, { national_tax: 9 }];
    const row = drafted({ line_items });
    expect(row.line_items).toEqual([full, none, { ...none, national_tax_amount: 9 }]);
    expect(shownLines(row.line_items)?.[0]).toMatchObject({ quantity: 5, national_tax: 4 });
    expect(drafted({ line_items: [] }).line_items).toBeNull();
    expect(shownLines(null)).toBeNull();
  });

  it('keeps in its detail what has no column, and none of the secrets', () => {
    const proof = { eci: '05', cavv: 'SECRET', cryptogram: 'SECRET', xid: undefined };
    const payment_method = { card: { cardholder_authentication: proof } };
    const payment_adjustment = { type: 'flat', value: 5 };
    const extra = { vendor_id: 'v1', initiated_by: 'customer', processor_id: 'p1' };
    const verdicts = [{ rule: 'r', verdict: 'flag', value: 1 }];
    const more = { verdicts, priced: { ...amounts, program: 'surcharge' } };
    const seen = { ...context, fingerprint: 'f1' } as Context;
    expect(drafted({ ...extra, payment_method, payment_adjustment }, more, seen).detail).toEqual({
      ...{ vendor_id: 'v1', initiated_by: 'customer', routing: 'named', program: 'surcharge' },
      ...{ fingerprint: 'f1', payment_adjustment, verdicts },
      cardholder_authentication: { eci: '05' },
    });
    expect(drafted({}).detail).toEqual({ routing: 'default' });
    const ach = { funding_speed: 'sameday', accountholder_authentication: { dl_number: 'x' } };
    expect(drafted({ payment_method: { ach } }).detail).toEqual({
      ...{ routing: 'default', funding_speed: 'sameday', accountholder: { drivers_license: 'x' } },
    });
  });

  it('names its features', () => {
    const features = (input: object, priced: object = {}) =>
      drafted(input, { priced: { ...amounts, ...priced } }).features;
    expect(features({})).toEqual([]);
    expect(features({}, { surcharge: 1, program: 'cash_discount_v2' })).toEqual([
      ...['surcharge', 'cash_discount'],
    ]);
    expect(features({}, { program: 'dual_pricing' })).toEqual(['dual_pricing']);
    expect(features({ card_on_file_indicator: 'C' })).toEqual(['card_on_file']);
    expect(features({ stored_credential_indicator: 'used' })).toEqual(['card_on_file']);
    const with_proof = (cardholder_authentication: object) =>
      features({ payment_method: { card: { cardholder_authentication } } });
    expect([with_proof({ eci: '' }), with_proof({ eci: '', cavv: 'x' })]).toEqual([[], ['3ds']]);
  });

  it('says of its method what may be kept', () => {
    const body = { response_body: {}, processor_type: '', detail: {} };
    const of = (method: unknown, card: unknown = null) => drafted({}, { ...body, method, card });
    expect(of(card_method)).toMatchObject({
      ...{ card_first_six: '411111', card_last_four: '1111', card_funding: '' },
      response_body: {
        card: { card_type: 'visa', expiration_date: '12/30', entry_type: 'swiped' },
      },
    });
    expect(drafted({})).toMatchObject({
      card_funding: 'credit',
      response_body: { card: { bin_type: 'GOLD', cardholder_name: 'ANN' } },
    });
    expect(of(account_method)).toMatchObject({
      ...{ card_first_six: '', card_last_four: '', card_funding: '' },
      response_body: {
        ach: { sec_code: 'web', account_type: 'savings', routing_number: '021000021' },
      },
    });
    expect(Object.keys(of(cash_method).response_body)).toEqual(['cash']);
  });
});

describe('what is sent of a payment', () => {
  const row = { ...drafted({ order_id: 'o1' }), tip_amount: 1, tax_amount: 2 } as TransactionRow;
  const attempt = (operation: string, about: object = {}) =>
    ({ reference: 'r', currency: 'usd', operation, amount: 900, context: about }) as Attempt;
  const sent = (of: TransactionRow, operation = 'sale', method = card_method, about = {}) =>
    commandOf(processorOf(), attempt(operation, about), of, method);

  it('is its address, its parts and its method', () => {
    const address = { address_line_1: '1 Main', postal_code: '60601' };
    const extra = { descriptor: { name: 'SHOP' }, iias_status: 'exempt' };
    const full = { ...row, billing_address: address, detail: extra } as unknown as TransactionRow;
    expect(sent(full, 'sale', card_method, { allow_partial: true })).toMatchObject({
      ...{ operation: 'sale', amount: 900, parts: { tip: 1, tax: 2 }, order_id: 'o1', ...extra },
      ...{ billing: { line_1: '1 Main', postal_code: '60601' }, allow_partial: true },
      method: { kind: 'card', sensitive, entry: 'swiped' },
    });
    const bare = sent(row);
    expect(bare).toMatchObject({ billing: { line_1: '', postal_code: '' }, allow_partial: false });
    expect([Object.keys(bare)].flat()).not.toContain('descriptor');
    expect(Object.keys(bare)).not.toContain('iias_status');
    expect(sent(row, 'credit', account_method)).toMatchObject({
      method: { kind: 'ach', sec_code: 'web', account_type: 'savings', check_number: '12' },
    });
    const in_cash = sent(row, 'sale', cash_method);
    assert('method' in in_cash && in_cash.method.kind === 'card');
    expect(in_cash.method).toMatchObject({
      entry: 'keyed',
      sensitive: { masked: '', last_four: '' },
    });
    expect(in_cash.method.sensitive.open).toThrow('cash has no card');
    expect(sent(row, 'verify')).not.toHaveProperty('amount');
    expect(() => sent(row, 'verify', account_method)).toThrow('only a card is verified');
  });
});

describe('the processor of a payment', () => {
  const ach = processorOf({ id: 'p2', default_ach: true }, { rails: ['ach'] });
  const card = processorOf({ default_card: true });

  it('is the one that is named, else the default of the method', () => {
    const config = configOf(ach, card, processorOf({ id: 'p3' }));
    expect(chooseProcessor(config, undefined, 'card')).toBe(card);
    expect(chooseProcessor(config, undefined, 'ach')).toBe(ach);
    expect(chooseProcessor(config, 'p3', 'card').row.id).toBe('p3');
    for (const [id, method] of [
      ['p9', 'card'],
      ['p2', 'card'],
      [undefined, 'cash'],
    ] as const) {
      expect(() => chooseProcessor(config, id, method)).toThrow(/invalid Processor ID/);
    }
  });

  it('must be able to do it, where it can do anything here', () => {
    const check = (processor: ProcessorConfig, type: CreateInput['type'], currency = 'usd') =>
      checkCapabilities(context, processor, type, currency);
    expect(() => check(card, 'sale')).not.toThrow();
    expect(() => check(card, 'credit')).toThrow(/invalid Type/);
    expect(() => check(card, 'sale', 'cad')).toThrow(/invalid Currency/);
    const away = processorOf({}, { key: 'away', label: 'Away' });
    expect(() => check(away, 'credit', 'cad')).not.toThrow();
    expect(whyRefused(context, away)).toMatch(/^Away is configured but .* no driver/);
    expect(whyRefused(context, card)).toBeNull();
    const stopped = (status: string) => whyRefused(context, processorOf({ status }));
    expect([stopped('disabled'), stopped('released')]).toEqual([
      'This processor is disabled.',
      'This processor was released and no longer takes payments.',
    ]);
  });

  it.each<[string, ProcessorConfig, boolean]>([
    ['that is like it', processorOf({ id: 'p2' }), true],
    ['that is itself', processorOf(), false],
    ['kept for a purpose', processorOf({ id: 'p2', tag: 'x' }), false],
    ['disabled', processorOf({ id: 'p2', status: 'disabled' }), false],
    ['without a wire', processorOf({ id: 'p2' }, { key: 'inside' }), false],
    ['of another rail', processorOf({ id: 'p2' }, { rails: ['ach'] }), false],
    ['that cannot do it', processorOf({ id: 'p2' }, { capabilities: { ops: [] } }), false],
    ['of another currency', processorOf({ id: 'p2' }, {}, ['cad']), false],
    ['of another price', processorOf({ id: 'p2', payment_adj_value: 1 }), false],
    ['of a lower limit', processorOf({ id: 'p2', limits: { sale: { single: 999 } } }), false],
    [
      'of a limit that it keeps',
      processorOf({ id: 'p2', limits: { sale: { single: 1_000 } } }),
      true,
    ],
  ])('may be another one: %s', (_which, other, may) => {
    const wanted = { type: 'sale', payment_type: 'card', currency: 'usd', amount: 1_000 } as const;
    const found = failoverProcessors(context, configOf(other), card, wanted);
    expect(found).toEqual(may ? [other] : []);
  });
});
