// Whether Apple Pay is there, and what its sheet comes to.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { canPay, payWithApple, watchAvailability } from './apple-pay.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks every 100 ms, fifty times at most', () => {
  const isThere = vi.fn(() => false);
  const found = vi.fn();
  watchAvailability(isThere, found);
  vi.advanceTimersByTime(99);
  expect(isThere).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect(isThere).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(900);
  expect(isThere).toHaveBeenCalledTimes(10);
  vi.advanceTimersByTime(10_000);
  expect(isThere).toHaveBeenCalledTimes(50);
  expect(found).not.toHaveBeenCalled();
});

it('stops once it is there, and when the page has left', () => {
  let there = false;
  const isThere = vi.fn(() => there);
  const found = vi.fn();
  watchAvailability(isThere, found);
  vi.advanceTimersByTime(300);
  there = true;
  vi.advanceTimersByTime(10_000);
  expect(isThere).toHaveBeenCalledTimes(4);
  expect(found).toHaveBeenCalledTimes(1);
  there = false;
  const stop = watchAvailability(isThere, found);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(isThere).toHaveBeenCalledTimes(4);
});

it('is not there without the class, nor where the page may not ask', () => {
  expect(canPay()).toBe(false);
  const throwing = () => {
    throw new Error('insecure');
  };
  vi.stubGlobal('ApplePaySession', { canMakePayments: throwing });
  expect(canPay()).toBe(false);
  vi.stubGlobal('ApplePaySession', { canMakePayments: () => true });
  expect(canPay()).toBe(true);
});

/** What the calls of the sheet have come to. */
async function settled(): Promise<void> {
  for (let step = 0; step < 5; step++) await Promise.resolve();
}

const request = { country: 'US', currency: 'usd', label: 'Shop', amount: '12.99' };

/** A sheet that the test presses the buttons of. */
function stubSession() {
  const seen: { session?: ApplePaySession; request?: unknown; completed: unknown[] } = {
    completed: [],
  };
  class Session {
    static STATUS_SUCCESS = 0;
    static STATUS_FAILURE = 1;
    constructor(_version: number, payment_request: unknown) {
      seen.session = this as never;
      seen.request = payment_request;
    }
    begin = () => seen.completed.push('begin');
    abort = () => seen.completed.push('abort');
    completeMerchantValidation = (value: unknown) => seen.completed.push(value);
    completePayment = (value: unknown) => seen.completed.push(value);
  }
  vi.stubGlobal('ApplePaySession', Session);
  return seen;
}

it('gives the token of what the payer authorizes', async () => {
  const seen = stubSession();
  const validate = vi.fn(async () => ({ merchant: 'session' }));
  const authorize = vi.fn(async () => 'token');
  const paid = payWithApple(request, { validate, authorize });
  expect(seen.request).toMatchObject({
    countryCode: 'US',
    currencyCode: 'USD',
    total: { label: 'Shop', amount: '12.99' },
  });
  seen.session?.onvalidatemerchant?.({ validationURL: 'https://apple' } as never);
  await settled();
  seen.session?.onpaymentauthorized?.({ payment: { token: {} } } as never);
  expect(await paid).toBe('token');
  expect(validate).toHaveBeenCalledWith('https://apple');
  expect(seen.completed).toEqual(['begin', { merchant: 'session' }, 0]);
});

it('says what went wrong, and nothing where the payer closes the sheet', async () => {
  const seen = stubSession();
  const failing = async () => {
    throw new Error('no');
  };
  const one = payWithApple(request, { validate: failing, authorize: failing });
  const failed = expect(one).rejects.toThrow('no');
  seen.session?.onvalidatemerchant?.({ validationURL: '' } as never);
  await failed;
  expect(seen.completed).toEqual(['begin', 'abort']);
  const two = payWithApple(request, { validate: failing, authorize: failing });
  const unpaid = expect(two).rejects.toThrow('no');
  seen.session?.onpaymentauthorized?.({ payment: {} } as never);
  await unpaid;
  expect(seen.completed.at(-1)).toBe(1);
  const closed = payWithApple(request, { validate: failing, authorize: failing });
  seen.session?.oncancel?.({} as never);
  expect(await closed).toBeNull();
});
