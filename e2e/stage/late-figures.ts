// A page of charts whose figures come late: nothing moves, and it is whole in both schemes.
import { expect } from 'vitest';
import { switchTo } from '../routes/page-faults.ts';
import { axeFindings, colorFindings, sidewaysScroll } from './accessibility.ts';
import type { Journey } from './browser.ts';
import { max_shift, shiftedOn, watchShifts } from './layout-shifts.ts';

/** Widths of a phone, a tablet and a desktop. */
export const widths = [390, 768, 1440] as const;

interface LateFigures {
  /** The page, and the call that brings its figures, as a pattern of Playwright's. */
  address: string;
  figures: string;
  width: number;
}

/**
 * Opens the page in the light, goes on to 30 days and then to the dark: what moves depends on the
 * width alone, and the dark changes nothing but colours.
 */
export async function isWhole(
  journey: Journey,
  { address, figures, width }: LateFigures,
): Promise<void> {
  const { page, context, answered, picture } = journey;
  await context.addInitScript(watchShifts);
  await page.route(figures, async (route) => {
    await new Promise((done) => setTimeout(done, 600));
    await route.continue();
  });
  await page.goto(address);
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  await page.locator('[data-part="chart"] svg').first().waitFor();
  await answered();
  expect(await shiftedOn(page), address).toBeLessThanOrEqual(max_shift);
  const month = page.getByRole('button', { name: /^30/ });
  await month.click();
  await page.waitForURL(/days=30/);
  await answered();
  expect(await month.getAttribute('aria-pressed')).toBe('true');
  expect(await shiftedOn(page), address).toBeLessThanOrEqual(max_shift);
  expect(await sidewaysScroll(page)).toBeNull();
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width, height: width < 700 ? 1_600 : 1_250 });
  await picture('light');
  await switchTo(page, 'dark');
  expect(await colorFindings(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeNull();
  await picture('dark');
  await page.mouse.wheel(0, 3_000);
  await picture('dark-end');
}
