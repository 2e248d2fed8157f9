// When a page has come to rest: nothing it asked for is under way, and nothing is grey.
import type { Journey } from '../stage/browser.ts';

/** Loaded: a heading stands, every answer is there and drawn, nothing waits. */
export async function settle({ page, answered }: Journey): Promise<void> {
  await page.locator('h1').first().waitFor();
  await answered();
  const waiting = page.locator('[data-part="skeleton"], [aria-busy="true"]').first();
  await waiting.waitFor({ state: 'detached' });
}
