// What is wrong with a page as it stands: for axe, in its head, in the dark and at its widths.
import type { Page } from 'playwright-core';
import { axeFindings, colorFindings, sidewaysScroll } from './accessibility.ts';
import type { Scheme } from './browser.ts';

/** Loaded: a heading stands, nothing is grey, nothing waits. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  // Grey bars come only after a while, so that what is quick never shows them.
  await page.waitForTimeout(250);
  const waiting = page.locator('.skeleton, [aria-busy="true"]').first();
  await waiting.waitFor({ state: 'detached' });
}

/** Everything that is wrong with the page as it stands, each with where it was seen. */
export async function faultsOf(page: Page, where: string): Promise<string[]> {
  const found = await axeFindings(page);
  const headings = await page.locator('h1').count();
  if (headings !== 1) found.push(`${headings} headings of the first level`);
  if ((await page.title()) === '') found.push('no title');
  const sideways = await sidewaysScroll(page);
  if (sideways) found.push(`scrolls sideways: ${sideways}`);
  return found.map((fault) => `${where}: ${fault}`);
}

/** Widths at which the page must not scroll sideways, beside those it is looked at. */
const fitting = [360, 699, 700, 1001, 1199, 1200, 1600, 2560];
const frame = 'new Promise((done) => requestAnimationFrame(() => done()))';

export async function switchTo(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  const root = page.locator(`html[data-mantine-color-scheme="${scheme}"]`);
  await root.waitFor({ state: 'attached' });
}

/** The page as it stands, told to be dark: the same document, so only colours can be wrong. */
export async function darkFaults(page: Page, where: string): Promise<string[]> {
  await switchTo(page, 'dark');
  const found = await colorFindings(page);
  return found.map((fault) => `${where}, dark: ${fault}`);
}

export async function sidewaysFaults(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of fitting) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(frame);
    const sideways = await sidewaysScroll(page);
    if (sideways) found.push(`${where} at ${width} px: ${sideways}`);
  }
  return found;
}
