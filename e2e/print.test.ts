// On paper: lists and records without the shell, receipts by themselves, and the server's PDF.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openStage } from './stage/stage.ts';

const stage = openStage();
let id: string;

beforeAll(async () => {
  const { merchant } = stage.product.credentials;
  const search = { limit: 1, status: { operator: '=', value: 'settled' } };
  const { body } = await stage.product.call(
    'POST',
    '/transaction/search',
    merchant.private_key,
    search,
  );
  id = body.data[0].id;
});

const options = { name: 'print', width: 1280, scheme: 'dark', as: 'merchant' } as const;

/** What of these stands on paper, by class or element. */
async function onPaper(page: Page, selectors: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const shown: string[] = [];
  for (const selector of selectors) {
    const all = await page.locator(selector).all();
    const visible = await Promise.all(all.map((one) => one.isVisible()));
    if (visible.includes(true)) shown.push(selector);
  }
  return shown;
}

const part = (name: string) => `[data-part="${name}"]`;
const shell = [
  ...['side-menu', 'user-button', 'countdown'].map(part),
  'button:not(th *)',
  `${part('pager')} nav`,
];
const colours = `(() => {
  const { color, backgroundColor } = getComputedStyle(document.body);
  return [color, backgroundColor];
})()`;

it('prints a list black on white: filters, count, moment, its head on each page', async () => {
  await stage.walk(options, async ({ page }) => {
    await page.goto('/merchant/transaction/search');
    await page.locator('[data-row]').first().waitFor();
    const named = ['account-name', 'filter-chip', 'list-stamp', 'totals'].map(part);
    const parts = ['h1', ...named, 'tbody tr'];
    const pressed = ['list-options', 'menu-column'].map(part);
    expect(await onPaper(page, [...parts, ...shell, ...pressed])).toEqual(parts);
    expect(await page.evaluate(colours)).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    const display = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).display`);
    expect(await display(`${part('list-table')} thead`)).toBe('table-header-group');
    // The box of a button is left out where a browser repeats the head.
    expect(await display(`${part('list-table')} thead button`)).toBe('contents');
  });
});

it('begins a long form on the page that has its title', async () => {
  await stage.walk(options, async ({ page }) => {
    await page.goto('/merchant/users/create');
    await page.getByRole('heading', { name: 'Getting started' }).waitFor();
    const file = (await page.pdf({ preferCSSPageSize: true, format: 'Letter' })).toString('latin1');
    // One more stands for a form that was pushed off the first whole.
    expect(/\/Count (\d+)/.exec(file)?.[1]).toBe('2');
  });
});

it('prints a record without its actions, and of a receipt nothing but its copies', async () => {
  await stage.walk(options, async (walk) => {
    const { page } = walk;
    await page.goto(`/merchant/transaction/detail/${id}`);
    await page.getByRole('button', { name: 'Print', exact: true }).waitFor();
    const record = ['h1', ...['section', 'status'].map(part)];
    const absent = [...shell, ...['hero-actions', 'receipt'].map(part)];
    expect(await onPaper(page, [...record, ...absent])).toEqual(record);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await walk.picture('dialog');
    await page.evaluate('window.print = () => undefined');
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    const receipt = part('receipt');
    expect(await onPaper(page, [receipt, ...record, ...shell, 'dialog'])).toEqual([receipt]);
    const paper = page.locator(`${part('receipt-on-paper')} ${receipt}`);
    expect(await paper.allInnerTexts()).toEqual([
      expect.stringContaining('Customer copy'),
      expect.stringContaining('Merchant copy'),
    ]);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.emulateMedia({ media: 'screen' });
    await dialog.getByRole('button', { name: 'Customer' }).click();
    expect(await paper.count()).toBe(1);
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe(`receipt-${id}.pdf`);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });
});
