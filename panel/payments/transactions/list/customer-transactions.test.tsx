// A customer's transactions: which are searched, and the note on those left out (spec 2 §2).
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { stubBrowser } from '../../../testing/browser.ts';

stubBrowser();
const { CustomerTransactions, customer_note, customerSearch } = await import(
  './customer-transactions.tsx'
);

it('asks for 730 days of one customer, the 50 most recent', () => {
  expect(customerSearch('c1', new Date('2026-06-18T10:41:00Z'))).toEqual({
    customer_id: { operator: '=', value: 'c1' },
    created_at: { start_date: '2024-06-18', end_date: '2026-06-18' },
    sort: { field: 'created_at', direction: 'desc' },
    limit: 50,
  });
});

it('says what is not shown, whether or not there is anything', () => {
  const page = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CustomerTransactions area="merchant" customer_id="c1" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(page).toContain(customer_note);
  expect(customer_note).toMatch(/2 years.*50 most recent/);
});
