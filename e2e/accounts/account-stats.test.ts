// The statistics tab of a merchant and of a partner: charts loaded there alone, figures with rows.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { type Area, capturedBelow, minor } from '../stage/dashboard-sums.ts';
import { behind, type Figures, figuresOn, section, sectionsAgree } from '../stage/figure-links.ts';
import { isWhole, widths } from '../stage/late-figures.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();

const tabs = [
  ['admin', 'merchant'],
  ['partner', 'merchant'],
  ['admin', 'partner'],
] as const;
type Kind = (typeof tabs)[number][1];

const tabOf = (area: Area, kind: Kind, tab: string) =>
  `/${area}/${kind}s/update/${stage.product.credentials[kind].id}/${tab}`;

async function opened(page: Page, area: Area, kind: Kind): Promise<void> {
  await page.goto(`${tabOf(area, kind, 'stats')}?days=30`);
  await figuresOn(page).waitFor();
}

it.each(tabs)('loads its charts with the tab, for %s of a %s', async (area, kind) => {
  const options = { name: `stats-in-${area}-${kind}`, as: area, width: 1440 };
  await stage.walk(options, async ({ page, picture }) => {
    const scripts: string[] = [];
    page.on('request', (one) => scripts.push(new URL(one.url()).pathname));
    const charts = () => scripts.filter((path) => /assets\/(charts|days-chart)-/.test(path));
    await page.goto(tabOf(area, kind, 'info'));
    await page.getByRole('link', { name: 'Statistics' }).waitFor();
    expect(charts()).toEqual([]);
    await page.getByRole('link', { name: 'Statistics' }).click();
    await page.locator('[data-part="chart"] svg').first().waitFor();
    expect(charts()).not.toEqual([]);
    for (const title of ['Captured per day', 'Refunds per day']) {
      await page.getByRole('button', { name: `Show as table: ${title}` }).click();
      const rows = page.getByRole('table', { name: title }).locator('tbody tr');
      expect(await rows.count()).toBe(14);
      await page.getByRole('button', { name: `Show as chart: ${title}` }).click();
    }
    expect(await axeFindings(page)).toEqual([]);
    await picture('whole');
  });
});

it.each(tabs)('leads %s from each figure of a %s to the rows behind it', async (area, kind) => {
  const options = { name: `stats-links-${area}-${kind}`, as: area, width: 1440 };
  await stage.walk(options, async ({ page }) => {
    await opened(page, area, kind);
    const of = { product: stage.product, area };
    const figure = (label: string) =>
      figuresOn(page).locator('> div').filter({ hasText: label }).getByRole('link');
    for (const [label, sum] of [
      ['Captured today', 'captured'],
      ['Awaiting settlement', 'net'],
      ['Refunded today', 'refunded'],
    ] as const) {
      const found = await behind(page, of, figure(label));
      expect(found[sum], label).toBe(minor(await figure(label).innerText()));
    }
    const places = kind === 'merchant' ? 'Processors' : 'Top merchants';
    await sectionsAgree(page, of, ['Payment methods', places]);
    if (kind === 'partner') await countsAgree(page, of);
  });
});

/** Counts of the whole period, each with its rows. */
async function countsAgree(page: Page, of: Figures): Promise<void> {
  const counts = section(page, 'Transactions').locator('dd a');
  await counts.first().waitFor();
  for (let at = 0; at < (await counts.count()); at++) {
    const shown = await counts.nth(at).innerText();
    const found = await behind(page, of, counts.nth(at));
    if (shown.includes('$')) expect(found.captured).toBe(minor(shown));
    else expect(found.results, `count ${at}`).toBe(Number(shown.replaceAll(',', '')));
  }
}

it('tells an administrator what the merchants below a partner took', async () => {
  const { id } = stage.product.credentials.partner;
  await stage.walk({ name: 'stats-counts', as: 'admin', width: 1440 }, async ({ page }) => {
    await page.goto(tabOf('admin', 'partner', 'stats'));
    await section(page, 'Transactions').getByRole('definition').first().waitFor();
    const asked = page.waitForRequest(/\/api\/admin\/stats\/partner\//);
    await page.getByRole('button', { name: '90 days' }).click();
    const times = new URL((await asked).url()).pathname.split('/').slice(-2);
    const [from = 0, until = 0] = times.map((one) => Date.parse(decodeURIComponent(one)) / 1_000);
    const { captured, all } = await capturedBelow(stage.product, id, from, until);
    const facts = section(page, 'Transactions');
    const fact = (label: string) => facts.locator(`dt:text-is("${label}") + dd`).innerText();
    await expect.poll(() => fact('All transactions')).toBe(all.toLocaleString('en-US'));
    expect(minor(await fact('Captured (USD)'))).toBe(captured);
  });
});

it.each(sampleOf('account', widths))(
  'is whole at %i px, and moves nothing as it comes',
  async (width) => {
    for (const kind of ['merchant', 'partner'] as const) {
      const options = { name: `stats-look-${kind}`, as: 'admin', width } as const;
      const address = tabOf('admin', kind, 'stats');
      const figures = '**/api/dashboard/account/**';
      await stage.walk(options, (walk) => isWhole(walk, { address, figures, width }));
    }
  },
);
