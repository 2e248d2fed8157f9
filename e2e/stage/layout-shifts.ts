// What moves on a page after it was painted.
import type { Page } from 'playwright-core';

/** The most that may move on a page: a hundredth is a line of text by its own height. */
export const max_shift = 0.02;

/**
 * Sums shifts as the Web Vitals do: the worst run of shifts, none that a person asked for. Runs
 * before the page's own code.
 */
export const watchShifts = `(() => {
  let run = 0, first = 0, last = 0;
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      if (one.hadRecentInput) continue;
      const joins = one.startTime - last < 1000 && one.startTime - first < 5000;
      if (!joins) { run = 0; first = one.startTime; }
      last = one.startTime;
      run += one.value;
      window.shifted = Math.max(window.shifted, run);
    }
  }).observe({ type: 'layout-shift', buffered: true });
})()`;

export async function shiftedOn(page: Page): Promise<number> {
  return Number(await page.evaluate('window.shifted'));
}
