// Marked numbers typed into the panel's screens, and all that the browser holds afterwards.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey, openBrowser, signInByCall } from '../../../e2e/stage/browser.ts';
import { memoryOf } from '../../../e2e/stage/page-memory.ts';
import { marksIn } from './canary.ts';
import { next } from './canary-requests.ts';

interface Person {
  username: string;
  password: string;
}

/**
 * Saves a card, searches by one and pays with one; gives the page's storage, address and text, and
 * its memory once its screens were left.
 */
export async function payInBrowser(origin: string, person: Person): Promise<string[]> {
  const session = await signInByCall(origin, person);
  const browser = await openBrowser();
  const held: string[] = [];
  const options = { origin, name: 'canary', width: 1440, session };
  try {
    await journey(browser, options, async ({ page }) => {
      await saveCard(page);
      await searchByNumber(page);
      await pay(page);
      held.push(
        await page.evaluate(`JSON.stringify([{ ...localStorage }, { ...sessionStorage },
          document.cookie, location.href, history.state, document.body.innerText])`),
      );
      await expectMarksInMemory(page);
      await open(page, 'Settlements');
      held.push(await memoryOf(page));
    });
  } finally {
    await browser.close();
  }
  return held;
}

/** The form sends the number itself: what was sent is no longer there once the screen is left. */
async function saveCard(page: Page): Promise<void> {
  await page.goto('/merchant/customer/create');
  await page.getByLabel('Description').fill('Canary');
  await page.getByLabel('Card number').fill(next().number);
  await page.getByLabel('Expiry').fill('1230');
  await page.getByRole('button', { name: /^Create customer/ }).click();
  await page.getByRole('link', { name: 'Payment methods' }).waitFor();
}

/** In the page that is open: a page that is loaded anew has forgotten everything. */
async function open(page: Page, name: string): Promise<void> {
  const named = { name: new RegExp(`^${name}`, 'i') };
  await page.getByRole('link', named).first().click();
  await page.getByRole('heading', { level: 1, ...named }).waitFor();
}

async function searchByNumber(page: Page): Promise<void> {
  await open(page, 'Transactions');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Field' }).fill('Full CC');
  await page.keyboard.press('Enter');
  const answered = page.waitForResponse(
    (one) => /full_cc_number/.test(one.request().postData() ?? '') && one.url().endsWith('/search'),
  );
  await page.getByRole('textbox', { name: 'Value' }).fill(next().number);
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await answered;
}

async function pay(page: Page): Promise<void> {
  await open(page, 'Virtual terminal');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Card number').fill(next().number);
  await page.getByLabel('Expiry').fill('12/30');
  await page.getByLabel('CVC').fill('123');
  await field('Amount').fill('12.34');
  await page.getByRole('button', { name: /^Charge/ }).click();
  await page
    .getByText(/approved|declined|not known|unknown/i)
    .first()
    .waitFor();
}

/** A number that the page does keep is found in its memory: else a search there proves nothing. */
async function expectMarksInMemory(page: Page): Promise<void> {
  const keep = (text: string) =>
    page.evaluate((value) => void Object.assign(globalThis, { secret: value }), text);
  await keep(next().number);
  expect(marksIn(Buffer.from(await memoryOf(page)), 'memory')).not.toEqual([]);
  await keep('');
}
