// How soon the first screen can be used: its figures stand and its first chart is drawn.
import type { Page } from 'playwright-core';
import { median, reportFigure } from './harness/measure.ts';

const rounds = 7;

/** Prints the median of some full loads, from the start of the navigation. */
export async function benchHomePaint(page: Page): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto('/merchant/dashboard');
    await page.locator('[data-part="chart"] svg').first().waitFor();
    times.push(Number(await page.evaluate('performance.now()')));
  }
  const all = times.map(Math.round).join(', ');
  const note = `median of ${rounds}: ${all} ms`;
  const name = 'the merchant’s home from navigation to its charts';
  reportFigure({ name, unit: 'ms', better: 'less', floor: 1_000, goal: 600, note }, median(times));
}
