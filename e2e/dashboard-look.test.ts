// The first screen to the eye, the keyboard and a slow line: nothing moves or is out of reach.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sampleOf } from '../server/testing/deep.ts';
import { axeFindings } from './stage/accessibility.ts';
import { areas } from './stage/dashboard-sums.ts';
import { focusedName, press, reads, tabTo } from './stage/hands.ts';
import { isWhole, widths } from './stage/late-figures.ts';
import { openStage } from './stage/stage.ts';

const stage = openStage();

/** The figures stand, and what draws them has drawn. */
async function drawn(page: Page): Promise<void> {
  await page.locator('[data-part="chart"] svg').first().waitFor();
}

it.each(sampleOf('dashboard', widths))(
  'is whole at %i px, and moves nothing as it comes',
  async (width) => {
    for (const area of areas) {
      const options = { name: `dashboard-look-${area}`, as: area, width };
      const address = `/${area}/dashboard`;
      const figures = '**/api/dashboard/home**';
      await stage.walk(options, (walk) => isWhole(walk, { address, figures, width }));
    }
  },
);

it('is read, opened and turned into a table by keys alone', async () => {
  const options = { name: 'dashboard-keys', as: 'merchant', width: 1440 } as const;
  await stage.walk(options, async ({ page, picture }) => {
    await page.goto('/merchant/dashboard');
    await drawn(page);
    await tabTo(page, /^Captured per day\. Arrow keys/);
    const status = page.locator('[data-part="chart"] [role="status"]').first();
    await page.keyboard.press('ArrowLeft');
    const last = await status.innerText();
    expect(last).toMatch(/^\w+day, [\d/]+: Captured \$[\d,.]+, Approval rate .+, Payments \d+$/);
    await page.keyboard.press('ArrowLeft');
    const former = await status.innerText();
    expect(former).not.toBe(last);
    await page.locator('[data-part="chart-tooltip"]').waitFor();
    await picture('tooltip');
    await page.keyboard.press('Enter');
    const captured = /Captured (\$[\d,]+\.\d\d)/.exec(former)?.[1] as string;
    const strip = page.getByRole('region', { name: 'Totals for this search' });
    await strip.getByText(captured, { exact: true }).first().waitFor();
    await page.goBack();
    await drawn(page);
    await press(page, /^Show as table: Captured per day$/);
    const table = page.getByRole('region', { name: 'Captured per day, table' });
    await table.getByRole('link', { name: captured }).first().waitFor();
    expect(await focusedName(page)).toBe('Show as chart: Captured per day');
    await picture('table');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL('**/merchant/transaction/search**');
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.waitForURL('**/merchant/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.keyboard.press('n');
    await page.waitForURL('**/merchant/virtual-terminal');
  });
});

it('is a table where what draws it does not come', async () => {
  const options = { name: 'dashboard-undrawn', as: 'merchant', width: 1440 } as const;
  await stage.walk(options, async ({ page, context }) => {
    await context.route('**/assets/charts-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("lost")' }),
    );
    await page.goto('/merchant/dashboard');
    await page.getByRole('region', { name: 'Captured per day, table' }).waitFor();
    expect(await page.locator('[data-part="chart"]').count()).toBe(0);
  });
});

it('says why there are no figures when they do not come, and asks again', async () => {
  const options = { name: 'dashboard-failed', as: 'merchant', width: 1440 } as const;
  await stage.walk(options, async ({ page, picture, expectAnswer }) => {
    const path = '/dashboard/home';
    await page.route(`**/api${path}**`, (route) =>
      route.fulfill({
        status: 500,
        json: { status: 'failed', msg: 'the figures could not be added up', data: null },
      }),
    );
    expectAnswer(500, path);
    await page.goto('/merchant/dashboard');
    await reads(page, 'The figures could not be loaded');
    await picture('whole');
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute(`**/api${path}**`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await drawn(page);
  });
});
