// What stands around every screen: the palette and its keys, what leaving a form asks, the brand.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './accessibility.ts';
import { type Journey, journey, openBrowser, signInByCall } from './browser.ts';
import { type Product, removeProduct, startProduct } from './product.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await removeProduct(product);
});

async function walk(name: string, width: number, steps: (given: Journey) => Promise<void>) {
  const { origin, credentials } = product;
  const session = await signInByCall(origin, credentials.merchant);
  await journey(browser, { origin, name: `shell-${name}`, width, session }, steps);
}

const unsaved = (page: Page) => page.getByRole('dialog', { name: 'Changes are not saved' });
const clean = async (page: Page) => expect(await axeFindings(page)).toEqual([]);

it('finds pages, people and payments by keys alone', async () => {
  await walk('palette', 1300, async ({ page, picture }) => {
    await page.goto('/merchant/transaction/search');
    await page.getByRole('link', { name: 'Users' }).waitFor();
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Find pages, actions and records' });
    await box.fill('harborview clerk');
    await page.getByRole('option', { name: /Harborview Clerk/ }).waitFor();
    await clean(page);
    await picture('palette');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/merchant\/users\/update\//);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL(/\/merchant\/transaction\/search/);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys on this screen' }).waitFor();
    await clean(page);
    await page.getByRole('checkbox', { name: /Letters alone/ }).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

it('asks once before changes are lost, by a link, by Back and by Logout', async () => {
  await walk('unsaved', 1300, async ({ page }) => {
    await page.goto('/merchant/transaction/search');
    await page.getByRole('link', { name: 'Users' }).click();
    await page.goto('/merchant/manage_account');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const typed = async () => {
      await name.fill('Somebody else');
      await page.getByText('Your account has unsaved changes.').waitFor();
    };
    await typed();
    await page.getByRole('link', { name: 'Users' }).click();
    await unsaved(page).waitFor();
    await clean(page);
    await unsaved(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await name.inputValue()).toBe('Somebody else');
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await unsaved(page).getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('link', { name: 'Users' }).click();
    await unsaved(page).getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(/\/merchant\/users$/);
    await page.goBack();
    await typed();
    await page.goForward();
    await unsaved(page).waitFor();
  });
});

it('reads the news of the partner, also on a phone', async () => {
  await walk('news', 360, async ({ page, picture }) => {
    await page.goto('/merchant/transaction/search');
    await page.getByRole('button', { name: 'Latest News' }).click();
    await page.getByRole('heading', { name: 'Settlement on Thanksgiving' }).waitFor();
    await clean(page);
    await picture('news');
  });
});

it('shows no name of ours under another brand, and its colours under their own names', async () => {
  await walk('brand', 1300, async ({ page, picture }) => {
    await page.route('**/api/branding', async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as { data: Record<string, unknown> };
      const styles = { 'color-primary': '#123456' };
      Object.assign(json.data, { title: 'Acme Pay', brand_name: 'Acme', styles });
      await route.fulfill({ response: answer, json });
    });
    await page.goto('/merchant/users');
    await page.getByRole('link', { name: 'New user' }).waitFor();
    expect(await page.title()).toBe('Users · Acme Pay');
    expect(await page.locator('body').innerText()).not.toContain('Penstock');
    const read = `getComputedStyle(document.documentElement).getPropertyValue('--color-primary')`;
    expect(await page.evaluate(read)).toBe('#123456');
    await picture('brand');
  });
});
