// The payment fields in a shop's page, on a slow telephone: how long until a card can be typed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openBrowser } from '../e2e/stage/browser.ts';
import { serveShop } from '../e2e/stage/shop.ts';
import { median, reportFigure } from './harness/measure.ts';
import type { Stage } from './harness/stage.ts';

const rounds = 9;
/** A telephone of some years ago on a slow network, as browsers' own tools have it. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_600 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const slower_cpu = 4;

/** Milliseconds from opening the shop to a card field that takes what is typed. */
export async function benchPaymentFields(stage: Stage): Promise<void> {
  const demo = JSON.parse(readFileSync(path.join(stage.data_dir, 'demo-credentials.json'), 'utf8'));
  const shop = await serveShop(stage.origin, demo.merchant.public_key);
  const browser = await openBrowser();
  const found: number[] = [];
  try {
    for (let n = 0; n < rounds; n++) {
      const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
      const page = await context.newPage();
      const cdp = await context.newCDPSession(page);
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', network);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower_cpu });
      const started = performance.now();
      await page.goto(shop.origin, { waitUntil: 'commit' });
      const number = page.frameLocator('iframe').getByLabel('Card number');
      await number.fill('4111111111111111');
      found.push(performance.now() - started);
      await context.close();
    }
  } finally {
    await browser.close();
    await shop.close();
  }
  const bar = { unit: 'ms', better: 'less', floor: 1_500, goal: 1_500 } as const;
  const note = '150 ms, 1.6 Mbit/s, CPU 4× slower, empty cache';
  reportFigure({ ...bar, name: 'payment fields ready on a slow phone', note }, median(found));
}
