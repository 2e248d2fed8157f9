// Lists and what comes out of them: rows on a phone, what is new, own formats, a sealed file.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from './stage/accessibility.ts';
import { signInByCall } from './stage/browser.ts';
import { openStage } from './stage/stage.ts';

const stage = openStage();

const search = '/merchant/transaction/search';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const fields = (page: Page) =>
  page.locator('[data-part="column-config"] ol > li > span').allTextContents();

/** The row of a field moves by the keys of its handle. */
async function moveByKeys(page: Page, field: string, key: 'ArrowUp' | 'ArrowDown') {
  await button(page, `Drag ${field}`).focus();
  for (const press of ['Space', key, 'Space']) {
    await page.keyboard.press(press);
    // Each step is drawn before the next one is measured.
    await page.waitForTimeout(250);
  }
}

/** A table too wide for its frame says so at its right edge, until it is scrolled to its end. */
async function fadesAtTheEdge(page: Page): Promise<void> {
  const table = page.locator('[data-part="list-table"]');
  await page.locator('[data-part="list-table"]:not([data-more])').waitFor();
  await page.setViewportSize({ width: 768, height: 900 });
  await page.locator('[data-part="list-table"][data-more]').waitFor();
  await table.evaluate((frame) => frame.scrollTo({ left: frame.scrollWidth }));
  await page.locator('[data-part="list-table"]:not([data-more])').waitFor();
}

it('puts the columns of the table in an order, by buttons and keys, and shows them so', () =>
  stage.walk({ name: 'output', width: 1280, as: 'merchant' }, async (j) => {
    const { page } = j;
    await page.goto(`${search}?status=is:settled`);
    await page.getByRole('link', { name: 'Configure' }).click();
    await page.locator('[data-part="column-config"]').waitFor();
    expect(new URL(page.url()).pathname).toBe(`${search}/config/transaction/transaction-table`);
    await button(page, 'Move Amount up').click();
    await moveByKeys(page, 'Name', 'ArrowDown');
    await button(page, 'Remove Payment method').click();
    await button(page, 'Add Card brand').click();
    await page.getByRole('searchbox', { name: 'Search fields' }).fill('captured d');
    await button(page, 'Add Captured date').waitFor();
    expect(await fields(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await fields(page)).toEqual(['Captured date']);
    await page.getByRole('searchbox', { name: 'Search fields' }).fill('');
    const order = ['Type', 'Name', 'Amount', 'Masked account', 'Status', 'Created date'];
    expect(await fields(page)).toEqual([...order, 'Card brand', 'Captured date']);
    await page.locator('input[name=name]').fill('Mine');
    expect(await axeFindings(page)).toEqual([]);
    await j.picture('dialog');
    await button(page, /Create format/).click();
    await page.getByRole('columnheader', { name: 'Card brand' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=is:settled');
    const heads = await page.locator('thead th').allTextContents();
    expect(heads.slice(1, 4)).toEqual(['Type', 'Name', 'Amount (USD)']);
    await fadesAtTheEdge(page);
    await page.keyboard.press('f');
    await page.getByRole('dialog', { name: 'Add a filter' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  }));

it('fades the sums of several currencies where more of them is to the right', () =>
  stage.walk({ name: 'currencies', width: 768, as: 'merchant' }, async ({ page }) => {
    await page.route('**/api/transaction/search/totals', async (route) => {
      const response = await route.fetch();
      const { data, ...envelope } = await response.json();
      const by_currency = ['cad', 'usd'].map((currency) => ({ ...data, currency }));
      await route.fulfill({ response, json: { ...envelope, data: { ...data, by_currency } } });
    });
    await page.goto(search);
    const sums = page.locator('[data-part="totals"]:has(table)');
    await sums.getByRole('rowheader', { name: 'CAD' }).waitFor();
    await page.locator('[data-part="totals"][data-more]').waitFor();
    await sums.evaluate((frame) => frame.scrollTo({ left: frame.scrollWidth }));
    await page.locator('[data-part="totals"]:not([data-more])').waitFor();
  }));

it('hides the totals from whom the account does not show any', () =>
  stage.walk({ name: 'totals', width: 1280, as: 'merchant' }, async (j) => {
    const { page } = j;
    await page.goto(`${search}/config/totals`);
    await page.getByRole('link', { name: 'Totals' }).waitFor();
    expect(await fields(page)).toHaveLength(10);
    await page.locator('[data-part="totals"]').getByText('Net', { exact: true }).waitFor();
    const { merchant, admin } = stage.product.credentials;
    const { token } = await signInByCall(stage.product.origin, merchant);
    const asked = async () => {
      const each = [merchant.private_key, `Bearer ${token}`].map(async (credential) => {
        const sums = await stage.product.call('POST', '/transaction/search/totals', credential, {});
        return sums.status;
      });
      return await Promise.all(each);
    };
    expect(await asked()).toEqual([200, 200]);
    const path = `/merchant/${merchant.id}`;
    const { data } = (await stage.product.call('GET', path, admin.private_key)).body;
    const permissions = { ...data.permissions, allow_transaction_reporting_totals: false };
    const answer = await stage.product.call('POST', path, admin.private_key, { permissions });
    expect(answer.status, answer.text).toBe(200);
    await page.reload();
    await page.waitForURL((url) => url.pathname === search);
    expect(await asked()).toEqual([403, 403]);
    await page.locator('[data-row]').first().waitFor();
    expect(await page.locator('[data-part="totals"]').count()).toBe(0);
    await page.getByRole('link', { name: 'Configure' }).click();
    await page.getByRole('link', { name: 'Export' }).waitFor();
    expect(await page.getByRole('link', { name: 'Totals' }).count()).toBe(0);
  }));

it('tells an exported file that was changed from one that was not', () =>
  stage.walk({ name: 'check', width: 1280, as: 'merchant' }, async (j) => {
    const { page } = j;
    await page.goto(search);
    await button(page, 'Download or Print').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, /^Download(?! or)/).click(),
    ]);
    await page.getByText('Success!').waitFor();
    expect(file.suggestedFilename()).toMatch(/^transactions-\d\d-\d\d-\d{4}\.csv$/);
    const bytes = readFileSync(await file.path());
    await button(page, 'Download or Print').click();
    await button(page, /Check an exported file/).click();
    const verdict = async (buffer: Buffer) => {
      const upload = { name: 'a.csv', mimeType: 'text/csv', buffer };
      await page.locator('input[type=file]').setInputFiles(upload);
      return await page.locator('[data-part="file-verdict"] b').textContent();
    };
    expect(await verdict(bytes)).toBe('Intact');
    expect(await axeFindings(page)).toEqual([]);
    const changed = Buffer.from(bytes);
    changed[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await page.reload();
    await button(page, 'Download or Print').click();
    await button(page, /Check an exported file/).click();
    expect(await verdict(changed)).toBe('Altered');
    await j.picture('altered');
  }));

/** A payment by a test card, from beside the browser. */
async function pay(type: string, amount: number): Promise<void> {
  const card = { number: '4111111111111111', expiration_date: '12/30', cvc: '999' };
  const body = { type, amount, payment_method: { card } };
  const { private_key } = stage.product.credentials.merchant;
  expect((await stage.product.call('POST', '/transaction', private_key, body)).status).toBe(200);
}

it('ticks rows on a phone and says what can be done to them, and deletes a group there', () =>
  stage.walk({ name: 'phone', width: 360, as: 'merchant' }, async (j) => {
    const { page } = j;
    for (const amount of [1_150, 1_260]) await pay('authorize', amount);
    await page.goto(`${search}?created_at=last:90&status=is:authorized`);
    await button(page, 'Select').click();
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .check();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await bar.getByText(/^1 selected, \$/).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    const all = await page.locator('[data-row-select]').count();
    expect(all).toBeGreaterThan(1);
    await bar.getByRole('button', { name: `Capture ${all}` }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await j.picture('ticked');
    await button(page, 'Done').click();
    await bar.waitFor({ state: 'detached' });
    await page.goto('/merchant/groups/create');
    await page.getByLabel('Name').fill('Short-lived');
    await button(page, 'Create group').click();
    await button(page, 'Actions for Short-lived').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByText('Group deleted').waitFor();
  }));

it('says how many rows came since the list was read, and loads them when asked alone', () =>
  stage.walk({ name: 'newer', width: 1280, as: 'merchant' }, async (j) => {
    const { page } = j;
    await page.clock.install();
    await page.goto(search);
    const first = page.locator('[data-row-link]').first();
    await first.waitFor();
    const before = await first.getAttribute('href');
    await pay('sale', 4821);
    await page.clock.fastForward('01:05');
    await button(page, '1 new').waitFor();
    expect(await first.getAttribute('href')).toBe(before);
    await button(page, '1 new').click();
    await button(page, '1 new').waitFor({ state: 'detached' });
    expect(await first.getAttribute('href')).not.toBe(before);
    await page.getByText('$48.21').waitFor();
  }));
