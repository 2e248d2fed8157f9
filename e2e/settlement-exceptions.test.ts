// What settlement could not book: an administrator sees why and has it tried again at once.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { axeFindings } from './accessibility.ts';
import { journey, openBrowser, type PanelSession, signInByCall } from './browser.ts';
import { ownerOf, type Product, removeProduct, startProduct } from './product.ts';

let product: Product;
let browser: Browser;
let session: PanelSession;
const exceptions = '/admin/settlement/exceptions';

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  session = await signInByCall(product.origin, product.credentials.admin);
});
afterAll(async () => {
  await browser?.close();
  await removeProduct(product);
});

/** A bank debit that came back and could not be booked, so many times. */
async function returned(amount: number): Promise<string> {
  const { merchant } = product.credentials;
  const ach = { routing_number: '021000021', account_number: '12345678' };
  const body = { type: 'sale', amount, payment_method: { ach } };
  const made = await product.call('POST', '/transaction', merchant.private_key, body);
  const { id } = made.body.data;
  const owner = await ownerOf(product);
  await owner.query(
    `insert into waiting_return (merchant_id, processor_id, reference, kind, code, effective_on,
       transaction_id, created_at, try_count, next_try_at, last_error, error_id)
     select merchant_id, processor_id, reference, 'returned', 'R01', current_date::text,
       transaction_id, now(), 7, now() + interval '6 hours',
       'The database refused it by its rule books_are_shut.', id
     from rail_attempt where transaction_id = $1`,
    [id],
  );
  await owner.end();
  return id;
}

it.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)(
  'a return is retried from the list at %i px, and gone once it is booked',
  async (width, scheme) => {
    const id = await returned(width);
    const given = { origin: product.origin, name: 'exceptions', width, scheme, session };
    await journey(browser, given, async (j) => {
      const { page } = j;
      await page.goto(exceptions);
      const row = page.getByText(/books_are_shut/).first();
      await row.waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await j.picture('list');
      await page
        .getByRole('button', { name: /^Actions/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Retry' }).click();
      const dialog = page.getByRole('dialog', { name: 'Retry return' });
      await dialog.waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await j.picture('dialog');
      await dialog.getByRole('button', { name: 'Retry' }).click();
      await page.getByText('Return queued for retry').waitFor();
      const { private_key } = product.credentials.merchant;
      await vi.waitFor(async () => {
        const { body } = await product.call('GET', `/transaction/${id}`, private_key);
        expect(body.data.status).toBe('returned');
      }, 15_000);
      await page.reload();
      await page.getByText('No settlement exceptions').waitFor();
      await j.picture('none');
    });
  },
);
