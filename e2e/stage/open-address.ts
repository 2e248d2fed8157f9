// How a journey gets from one address of the panel to the next.
import type { Page } from 'playwright-core';
import { is_deep } from '../../server/testing/deep.ts';

/** How long a heading may stand after the address has changed. */
const same_screen_ms = 2_000;

/**
 * Loads the panel at the first address and goes on in it, as a person does who follows its links;
 * the deep run loads it at each address.
 */
export async function openAddress(page: Page, address: string): Promise<void> {
  const is_in_area = address.split('/')[1] === new URL(page.url()).pathname.split('/')[1];
  if (is_deep || !is_in_area) await page.goto(address);
  else {
    // `idx` is the router's own count of the entries it has made.
    await page.evaluate(`document.querySelector('h1')?.setAttribute('data-left', '');
      history.pushState({ idx: 1 }, '', ${JSON.stringify(address)});
      dispatchEvent(new PopStateEvent('popstate'))`);
    // Until the code of the next screen is there the one before it stands. Two addresses of one
    // screen keep its heading.
    const reached = page.locator('h1:not([data-left])').first();
    await reached.waitFor({ timeout: same_screen_ms }).catch(() => undefined);
  }
}

/** Where the page before failed and offers it, another try is the next reading. */
export async function openOrTryAgain(page: Page, address: string): Promise<void> {
  const another = page.getByRole('button', { name: 'Try again' });
  if (!is_deep && (await another.isVisible())) await another.click();
  else await page.goto(address);
}
