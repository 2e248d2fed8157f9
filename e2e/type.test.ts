// The panel's own font: it is there, its digits line up, and its arrival moves nothing.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sampleOf } from '../server/testing/deep.ts';
import { max_shift, shiftedOn, watchShifts } from './stage/layout-shifts.ts';
import { openStage } from './stage/stage.ts';

const stage = openStage();

const has_font = `document.fonts.ready.then(() =>
  [...document.fonts].some(
    (one) => one.family.includes('Inter Variable') && one.status === 'loaded'))`;

async function detailPath(): Promise<string> {
  const [{ id }] = await stage.post('merchant', '/transaction/search', { limit: 1 });
  return `/merchant/transaction/detail/${id}`;
}

/** The font comes late, after everything else is drawn: what it moves is counted. */
async function shiftOf(page: Page, address: string, shown: string): Promise<number> {
  await page.route('**/*.woff2', async (route) => {
    await new Promise((done) => setTimeout(done, 900));
    await route.continue();
  });
  const font = page.waitForResponse(/inter-latin-wght.*\.woff2$/);
  await page.goto(address);
  await page.locator(shown).first().waitFor();
  await font;
  expect(await page.evaluate(has_font)).toBe(true);
  await page.waitForTimeout(500);
  return await shiftedOn(page);
}

it.each(sampleOf('font', [390, 1440]))(
  'nothing moves when the font comes late, at %i px',
  async (width) => {
    const found: Record<string, number> = {};
    const pages = [
      ['sign-in', undefined, async () => '/auth', 'text=Forgot password?'],
      ['list', 'merchant', async () => '/merchant/transaction/search', '[data-row]:visible'],
      ['detail', 'merchant', detailPath, 'text=Gateway response >> visible=true'],
    ] as const;
    for (const [name, as, pathOf, shown] of pages) {
      const address = await pathOf();
      await stage.walk({ name: `type-${name}`, width, as }, async ({ page, context, picture }) => {
        await context.addInitScript(watchShifts);
        found[name] = await shiftOf(page, address, shown);
        await picture(name);
      });
    }
    console.log(width, found);
    for (const [name, shift] of Object.entries(found)) {
      expect(shift, `${name} at ${width}`).toBeLessThanOrEqual(max_shift);
    }
  },
);

it('the Latin part of the font is asked for with the page, and weighs at most 60 KB', async () => {
  const { origin } = stage.product;
  const page = await (await fetch(`${origin}/auth`)).text();
  const links = [...page.matchAll(/<link rel="preload" as="font"[^>]* href="([^"]+)"/g)];
  expect(links).toHaveLength(1);
  const font = await fetch(`${origin}${links[0]?.[1]}`);
  expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  expect(font.headers.get('cache-control')).toContain('immutable');
  expect((await font.arrayBuffer()).byteLength).toBeLessThanOrEqual(60_000);
  const license = await (await fetch(`${origin}/assets/inter-LICENSE.txt`)).text();
  expect(license).toContain('SIL OPEN FONT LICENSE');
});

const widths_of_digits = `(() => {
  const numbers = '[data-part="totals"] dd, td[data-numeric], time, p';
  const places = [...document.querySelectorAll(numbers)];
  return places.slice(0, 200).map((place) => {
    const { font, fontVariantNumeric } = getComputedStyle(place);
    const probe = document.createElement('span');
    place.append(probe);
    const widths = ['1111', '8888'].map((text) => {
      probe.textContent = text;
      return probe.getBoundingClientRect().width;
    });
    probe.remove();
    return Math.abs(widths[0] - widths[1]) < 0.01 ? '' : font + ' ' + fontVariantNumeric;
  }).filter((fault) => fault !== '');
})()`;

it('digits have one width wherever money, dates and counts stand', () =>
  stage.walk({ name: 'type-digits', width: 1440, as: 'merchant' }, async ({ page }) => {
    for (const address of ['/merchant/transaction/search', await detailPath()]) {
      await page.goto(address);
      await page.locator('time').first().waitFor();
      expect(await page.evaluate(has_font)).toBe(true);
      expect(await page.evaluate(widths_of_digits)).toEqual([]);
    }
  }));
