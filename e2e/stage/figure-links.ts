// Figures that lead to the rows behind them: each link is followed, and its figure compared.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { endsOf } from '../../server/testing/deep.ts';
import { type Area, type Listed, listedBy, minor } from './dashboard-sums.ts';
import type { Product } from './product.ts';

const search_call = /\/api\/(transaction\/search(\/\w{20})?|dashboard\/partner\/transaction)$/;

export const figuresOn = (page: Page) => page.locator('[data-part="figures"]');
export const section = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });

/** Whose figures a page shows. */
export interface Figures {
  product: Product;
  area: Area;
}

/** Follows a link and comes back; gives what the list behind it holds. */
export async function behind(page: Page, { product, area }: Figures, link: Locator) {
  const asked = page.waitForRequest(search_call);
  await link.click();
  const found = await listedBy(product, area, await asked);
  const stamp = page.locator('[data-part="list-stamp"]');
  const results = `${found.results.toLocaleString('en-US')} result`;
  await expect.poll(() => stamp.innerText()).toMatch(new RegExp(`^${results}`));
  if (area === 'merchant') await stripShows(page, found);
  await page.goBack();
  await figuresOn(page).waitFor();
  return found;
}

async function stripShows(page: Page, found: Listed): Promise<void> {
  const strip = page.getByRole('region', { name: 'Totals for this search' });
  const total = (label: string) => strip.locator('div').filter({ hasText: label }).innerText();
  expect([minor(await total('Captured')), minor(await total('Net'))]).toEqual([
    found.captured,
    found.net,
  ]);
}

/** The sums of these sections, and the most frequent decline, are those of the rows behind them. */
export async function sectionsAgree(page: Page, of: Figures, titles: readonly string[]) {
  for (const title of titles) {
    const money = section(page, title).getByRole('link').filter({ hasText: '$' });
    expect(await money.count()).toBeGreaterThan(0);
    for (const link of endsOf(await money.all())) {
      const shown = await link.innerText();
      expect((await behind(page, of, link)).captured, `${title}: ${shown}`).toBe(minor(shown));
    }
  }
  const declines = section(page, 'Top decline reasons').getByRole('link');
  const times = Number(await declines.first().innerText());
  expect((await behind(page, of, declines.first())).results).toBe(times);
}
