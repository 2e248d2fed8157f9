// What a payment method must not bring along: a code that is swiped, a test card in production.
import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { digestOfAccount, digestOfCard } from './digest.ts';
import { resolveMethod } from './resolve.ts';

const key = Buffer.alloc(32, 1);
const card = { number: '4111111111111111', expiration_date: '12/30', cvc: '123' };

function resolveAny(input: Record<string, unknown>, environment = 'sandbox') {
  const clock = { now: () => new Date('2026-01-15T12:00:00Z') };
  return resolveMethod({ clock, config: { environment } } as Context, key, input);
}

function resolve(environment: 'sandbox' | 'production', input: object) {
  const method = resolveAny({ card: input }, environment);
  if (method.kind !== 'card') throw new Error('a card was given');
  return method;
}

it('a keyed card opens with its code, a swiped one without', () => {
  expect(resolve('sandbox', card).sensitive.open().cvc).toBe('123');
  const track_2 = ';4111111111111111=30121010000?';
  const swiped = resolve('sandbox', { ...card, track_2, entry_type: 'swiped' });
  expect(swiped.entry).toBe('swiped');
  expect(swiped.sensitive.open()).not.toHaveProperty('cvc');
});

it('a test card is refused in production', () => {
  expect(() => resolve('production', card)).toThrow('invalid Card Number');
  expect(resolve('sandbox', card).bin).toBe('41111111');
});

describe('a payment method', () => {
  it.each([
    [{}],
    [{ card: undefined, ach: null }],
    [{ cash: {}, card }],
    [{ token: 'x' }],
    [{ terminal: {} }],
  ])('that is none, two or not served is refused: %j', (input) => {
    expect(() => resolveAny(input)).toThrow('bad request error: invalid payment_method');
  });

  it('of cash holds nothing', () => {
    expect(resolveAny({ cash: {}, ach: undefined, card: null })).toEqual({
      kind: 'cash',
      digest: '',
    });
  });
});

describe('a card', () => {
  const track_1 = '%B4111111111111111^DOE/JOHN A^3011101?';
  const track_2 = ';4111111111111111=30111010000?';

  it('is described by what may be kept', () => {
    const presented = {
      ...card,
      number: '4111 1111-1111 1111',
      expiration_date: '1230',
      cardholder_name: 'Ann',
    };
    const { sensitive, ...facts } = resolve('sandbox', presented);
    expect(facts).toEqual({
      ...{ kind: 'card', entry: 'keyed', expiration_date: '12/30', cardholder_name: 'Ann' },
      ...{ bin: '41111111', digest: digestOfCard(key, '4111111111111111') },
    });
    expect(sensitive.open()).toEqual({ number: card.number, expiration_date: '12/30', cvc: '123' });
    expect([sensitive.first_six, sensitive.last_four, sensitive.brand]).toEqual([
      '411111',
      '1111',
      'visa',
    ]);
  });

  it.each<[string, object, object]>([
    ['track 1', { track_1 }, { cardholder_name: 'JOHN A DOE' }],
    ['track 2', { track_2 }, { cardholder_name: '' }],
    ['both', { track_1, track_2, entry_type: 'swiped' }, { cardholder_name: 'JOHN A DOE' }],
    ['a name beside it', { track_1, cardholder_name: 'Ann' }, { cardholder_name: 'Ann' }],
  ])('is swiped by %s, whatever else is said', (_what, input, expected) => {
    const { sensitive, ...facts } = resolve('sandbox', {
      ...input,
      number: '1',
      expiration_date: '01/01',
    });
    expect(facts).toMatchObject({ ...expected, entry: 'swiped', expiration_date: '11/30' });
    expect(sensitive.open()).toEqual({ number: card.number, expiration_date: '11/30' });
  });

  it.each<[string, object]>([
    ['invalid Card Number', { ...card, number: '4111111111111112' }],
    ['invalid Card Number', { ...card, number: undefined }],
    ['invalid Expiration Date', { ...card, expiration_date: '13/30' }],
    ['invalid Expiration Date', { ...card, expiration_date: undefined }],
    ['invalid CVC', { ...card, cvc: '12' }],
    ['invalid CVC', { ...card, cvc: '' }],
    ['invalid Track 1', { ...card, track_1: '%Bbroken' }],
    ['invalid Track 2', { ...card, track_2: ';broken' }],
    ['invalid Track 2', { ...card, entry_type: 'swiped' }],
  ])('is refused: %s', (sentence, input) => {
    expect(() => resolve('sandbox', input)).toThrow(`bad request error: ${sentence}`);
  });

  it('that has expired is refused, and one of this month is fine', () => {
    expect(() => resolve('sandbox', { ...card, expiration_date: '12/25' })).toThrow(
      'bad request error',
    );
    expect(resolve('sandbox', { ...card, expiration_date: '01/26' }).expiration_date).toBe('01/26');
  });

  it('without a code opens without one', () => {
    expect(resolve('sandbox', { ...card, cvc: undefined }).sensitive.open()).not.toHaveProperty(
      'cvc',
    );
  });

  it('that is no test card is fine in production', () => {
    expect(resolve('production', { ...card, number: '4539578763621486' }).bin).toBe('45395787');
  });
});

describe('a bank account', () => {
  const account = { routing_number: '021000021', account_number: '123456789' };
  const ach = (input: object, environment?: string) => resolveAny({ ach: input }, environment);

  it.each<[object, object]>([
    [{}, { sec_code: 'ppd', account_type: 'checking', check_number: '' }],
    [
      { sec_code: 'web', account_type: 'savings' },
      { sec_code: 'web', account_type: 'savings' },
    ],
    [
      { sec_code: 'tel', check_number: '7' },
      { sec_code: 'tel', check_number: '7' },
    ],
  ])('with %j', (more, expected) => {
    const method = ach({ ...account, ...more });
    expect(method).toMatchObject({
      ...{ kind: 'ach', routing_number: '021000021', ...expected },
      digest: digestOfAccount(key, '021000021', '123456789'),
    });
    expect('sensitive' in method && method.sensitive.open()).toEqual(account);
  });

  it.each<[string, object]>([
    ['Routing Number', { ...account, routing_number: '021000022' }],
    ['Routing Number', { ...account, routing_number: undefined }],
    ['Account Number', { ...account, account_number: '123' }],
    ['Account Number', { ...account, account_number: undefined }],
    ['Check Number', { ...account, sec_code: 'tel' }],
  ])('is refused: invalid %s', (field, input) => {
    expect(() => ach(input)).toThrow(`bad request error: invalid ${field}`);
  });

  it('of the sandbox is none in production', () => {
    const trigger = { ...account, routing_number: '111111111' };
    expect(ach(trigger).kind).toBe('ach');
    expect(() => ach(trigger, 'production')).toThrow('invalid Routing Number');
  });
});
