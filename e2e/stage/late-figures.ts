// A page of charts whose figures come late: nothing moves, and it is whole in both schemes.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { switchTo } from '../routes/page-faults.ts';
import { axeFindings, colorFindings, sidewaysScroll } from './accessibility.ts';
import { type Journey, two_frames } from './browser.ts';
import { max_shift, shiftedOn, watchShifts } from './layout-shifts.ts';

/** Widths of a phone, a tablet and a desktop. */
export const widths = [390, 768, 1440] as const;

interface LateFigures {
  /** The page, and the call that brings its figures, as a pattern of Playwright's. */
  address: string;
  figures: string;
  width: number;
}

/** Holds the figures back from `close` until `open`: the wait for them is seen, however slow. */
async function holdFigures(page: Page, figures: string) {
  let open = () => {};
  let opened = Promise.resolve();
  await page.route(figures, async (route) => {
    await opened;
    await route.continue();
  });
  const close = () => {
    opened = new Promise((done) => {
      open = done;
    });
  };
  return { close, open: () => open() };
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
  const held = await holdFigures(page, figures);
  held.close();
  await page.goto(address);
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  held.open();
  await page.locator('[data-part="chart"] svg').first().waitFor();
  await answered();
  expect(await shiftedOn(page), address).toBeLessThanOrEqual(max_shift);
  const month = page.getByRole('button', { name: /^30/ });
  held.close();
  await month.click();
  await page.waitForURL(/days=30/);
  await page.evaluate(two_frames);
  held.open();
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
