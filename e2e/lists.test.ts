// Lists and settings as somebody new meets them: filters that find nothing, pages that are not
// there, a phone, the time zone, and finding one permission among many.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from './stage/accessibility.ts';
import { reads } from './stage/hands.ts';
import { openStage } from './stage/stage.ts';

const stage = openStage();
const transactions = '/merchant/transaction/search';
const wide = `${transactions}?created_at=last:90`;

const chips = (page: Page) => page.locator('[data-part="filter-chip"]').allInnerTexts();
const row = (page: Page) => page.locator('[data-row]').first();

async function filterBy(page: Page, field: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Field' }).fill(field);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Value' }).fill(value);
  await page.getByRole('button', { name: 'Apply filter' }).click();
}

it('sends an empty amount as 0, offers Global Search, and names what hides the rows', async () => {
  await stage.walk({ name: 'lists', as: 'merchant', width: 1280 }, async ({ page, picture }) => {
    await page.goto(wide);
    await row(page).waitFor();
    const by_zero = /amount=is(:|%3A)0/;
    for (const value of ['', '0']) {
      await page.goto(wide);
      await row(page).waitFor();
      const searched = page.waitForRequest((one) => /amount/.test(one.postData() ?? ''));
      await filterBy(page, 'Amount', value);
      await page.waitForURL(by_zero);
      const { amount } = (await searched).postDataJSON();
      expect(amount).toEqual({ operator: '=', value: 0 });
    }
    await page.goto(wide);
    await filterBy(page, 'Global Search', 'ORDER-UNKNOWN');
    await page.waitForURL(/transaction_or_order_id=is(:|%3A)ORDER-UNKNOWN/);
    const box = page.locator('[data-part="global-search"] input');
    await expect.poll(() => box.inputValue()).toBe('ORDER-UNKNOWN');
    await page.goto(`${wide}&amount=under:-1&status=is:settled`);
    await reads(page, 'No transactions match');
    await reads(page, /^Removing “Amount is under .*” would show (about )?[\d,]+\.$/);
    expect((await chips(page)).some((text) => text.includes('Settled'))).toBe(true);
    await picture('nothing');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove Amount' }).click();
    await row(page).waitFor();
  });
});

it('shows the page that the address names, or names the one it shows', async () => {
  await stage.walk({ name: 'pages', as: 'merchant', width: 1280 }, async ({ page }) => {
    await page.goto(wide);
    await row(page).waitFor();
    const shown = () => page.locator('[data-part="pager"] [aria-current="page"]').innerText();
    const named = () => new URL(page.url()).searchParams.get('page') ?? '1';
    for (const wrong of ['0', '1.5', 'last']) {
      await page.goto(`${wide}&page=${wrong}`);
      await row(page).waitFor();
      await expect.poll(named).toBe('1');
      expect(await shown()).toBe('1');
    }
    await page.goto(`${wide}&status=is:flagged`);
    await row(page).waitFor();
    const range = page.locator('[data-part="pager"]').getByText(/^[\d,]+–[\d,]+ of [\d,]+$/);
    const total = Number((await range.innerText()).split(' of ')[1]);
    const last = String(Math.ceil(total / 10));
    await page.goto(`${wide}&status=is:flagged&page=40`);
    await expect.poll(named).toBe(last);
    await row(page).waitFor();
    expect(await shown()).toBe(last);
    await page.goto(`${wide}&page=2`);
    await row(page).waitFor();
    expect([named(), await shown()]).toEqual(['2', '2']);
    await reads(page, /^11–20 of /);
  });
});

it('has the first row, taking a payment and a row’s actions at hand on a phone', async () => {
  await stage.walk({ name: 'phone', as: 'merchant', width: 390 }, async ({ page, picture }) => {
    await page.goto(wide);
    await row(page).waitFor();
    const top = async () => (await row(page).boundingBox())?.y ?? Number.NaN;
    await expect.poll(top).toBeLessThanOrEqual(260);
    const take = page.getByRole('button', { name: 'Take payment' });
    const box = await take.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390 && box.height >= 44).toBe(true);
    await picture('first');
    const menu = row(page).getByRole('button', { name: /^Actions for/ });
    const size = await menu.boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await menu.tap();
    await page.getByRole('menuitem', { name: 'Open', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(await axeFindings(page)).toEqual([]);
    await take.tap();
    await page.waitForURL('**/merchant/virtual-terminal');
  });
});

it('keeps the last filter of a partner’s lists', async () => {
  await stage.walk({ name: 'last', as: 'partner', width: 1280 }, async ({ page }) => {
    const requiresOneFilter = async (address: string, chip: string, sentence: string) => {
      await page.goto(address);
      await page.getByRole('button', { name: `Remove filter ${chip}` }).click();
      await page.getByText(sentence).first().waitFor();
      expect(await chips(page)).toHaveLength(1);
    };
    await requiresOneFilter(
      '/partner/settlement/search',
      'Batch Date',
      'Settlement search requires one search filter',
    );
    await requiresOneFilter('/partner/users', 'Status', 'User search requires one search filter');
  });
});

it('tells the merchant’s time until the user chooses a zone, and names it once', async () => {
  await stage.walk({ name: 'zone', as: 'merchant', width: 1280 }, async ({ page, picture }) => {
    await page.goto(wide);
    await row(page).waitFor();
    const zone = page.locator('[data-part="zone"]');
    await reads(page, /as of \d\d:\d\d:\d\d P[SD]T/);
    expect(await zone.count()).toBe(1);
    await page.goto('/merchant/manage_account');
    const choice = page.getByRole('combobox', { name: 'Time zone' });
    expect(await choice.inputValue()).toBe('');
    await reads(page, 'Times are in America/Los Angeles');
    await picture('account');
    await choice.selectOption('Europe/Berlin');
    await page.getByRole('button', { name: /^Save account/ }).click();
    await page.goto(wide);
    await reads(page, /as of \d\d:\d\d:\d\d GMT\+[12]/);
    await page.goto('/merchant/manage_account');
    await choice.selectOption('');
    await page.getByRole('button', { name: /^Save account/ }).click();
    await page.goto(wide);
    await reads(page, /as of \d\d:\d\d:\d\d P[SD]T/);
  });
});

it('finds one permission among many, by its name or its key', async () => {
  const { id } = stage.product.credentials.merchant;
  await stage.walk({ name: 'grants', as: 'partner', width: 1440 }, async ({ page, picture }) => {
    await page.goto(`/partner/merchants/update/${id}/info`);
    const groups = page.locator('[data-part="switch-groups"]');
    await groups.waitFor();
    await groups
      .getByRole('button', { name: /^Surcharges and discounts \d+ of \d+ on$/ })
      .waitFor();
    const find = page.getByRole('searchbox', { name: 'Find a permission or flag' });
    await find.fill('allow_surcharge');
    await find.press('Enter');
    const found = groups.getByRole('switch');
    await expect.poll(() => found.count()).toBe(1);
    expect(await groups.getByRole('switch', { name: 'Surcharge', exact: true }).count()).toBe(1);
    await picture('found');
    await find.fill('no such thing');
    await reads(page, 'Nothing matches “no such thing”.');
    await find.press('Escape');
    expect(await find.inputValue()).toBe('');
    await groups.getByRole('button', { name: /^Surcharges and discounts/ }).click();
    await picture('open');
    expect(await page.locator('[data-part="form-bar"]').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });
});
