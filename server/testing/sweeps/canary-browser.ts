// A marked number typed into the virtual terminal, and all that the browser holds afterwards.
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

/** Pays once; gives the page's storage, address and text, and its memory once it was left. */
export async function payInBrowser(origin: string, person: Person): Promise<string[]> {
  const session = await signInByCall(origin, person);
  const browser = await openBrowser();
  const held: string[] = [];
  const options = { origin, name: 'canary', width: 1440, session };
  try {
    await journey(browser, options, async ({ page }) => {
      await pay(page);
      held.push(
        await page.evaluate(`JSON.stringify([{ ...localStorage }, { ...sessionStorage },
          document.cookie, location.href, history.state, document.body.innerText])`),
      );
      await expectMarksInMemory(page);
      await page.getByRole('link', { name: 'Settlements' }).click();
      await page.getByRole('heading', { name: 'Settlements' }).waitFor();
      held.push(await memoryOf(page));
    });
  } finally {
    await browser.close();
  }
  return held;
}

async function pay(page: Page): Promise<void> {
  await page.goto('/merchant/virtual-terminal');
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
