// What selected transactions come to, and what is sent of each: the same as of one alone.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { stubBrowser } from '../../../testing/browser.ts';
import { action_labels } from '../../actions/action-labels.ts';

stubBrowser();
const { moneyOf, useBulk } = await import('./bulk.ts');

const rows = (...all: [number, string][]) =>
  all.map(([amount, currency]) => ({ amount, currency })) as TransactionRecord[];
const sumOf = (...all: [number, string][]) => moneyOf(rows(...all), ({ amount }) => amount);

test('one currency is one figure', () => {
  expect(sumOf([13_056, 'usd'], [27_771, 'usd'])).toBe('$408.27');
});

test('currencies are not added together', () => {
  expect(sumOf([100, 'usd'], [500, 'jpy'], [50, 'usd'])).toBe('$1.50 USD + ¥500 JPY');
});

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

const sentBodies = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)));

/** The merchant's refund of many, as its list holds it while it is open. */
function bulkRefund() {
  let found: ReturnType<typeof useBulk> = [];
  function Probe() {
    found = useBulk({ area: 'merchant', permissions: {} });
    return null;
  }
  const client = new QueryClient();
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Probe)));
  const action = found.find(({ label }) => label === action_labels.refund.label);
  if (action === undefined) throw new Error('a merchant refunds many');
  return action;
}

const sale = {
  ...{ id: 't1', type: 'sale', status: 'settled', response: 'approved', currency: 'usd' },
  ...{ amount: 10_350, amount_settled: 10_350, amount_refunded: 3450, surcharge: 350 },
} as TransactionRecord;

const answers = (response_code: number) => async () =>
  Response.json({ data: { ...sale, response_code } });
const lost = async () => Response.json({ msg: 'bad gateway' }, { status: 502 });

test('a refund of many states the surcharge of each, as it does alone', async () => {
  fetched.mockImplementation(answers(100));
  await bulkRefund().run(sale);
  expect(sentBodies()).toMatchObject([{ amount: 6900, source: 'cp', surcharge: 233 }]);
});

const keysSent = () => sentBodies().map(({ idempotency_key }) => idempotency_key);

test('what was declined or refused is another request when it is tried again', async () => {
  const { run } = bulkRefund();
  const refused = async () => Response.json({ msg: 'Not now.' }, { status: 400 });
  for (const answer of [answers(200), refused, answers(100)]) {
    fetched.mockImplementationOnce(answer);
    await run(sale).catch(() => undefined);
  }
  expect(new Set(keysSent()).size).toBe(3);
});

test('while an answer is lost a row keeps its key, which the server knows for a day', async () => {
  const { run } = bulkRefund();
  for (const answer of [lost, lost, answers(100)]) {
    fetched.mockImplementationOnce(answer);
    await run(sale).catch(() => undefined);
  }
  const [key] = keysSent();
  expect(keysSent()).toEqual([key, key, key]);
  expect(sentBodies()[0]).toMatchObject({ idempotency_time: 86_400 });
});
