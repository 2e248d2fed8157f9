// The first screen: its figures are those of the database, and each leads to the rows behind it.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { formatMoney } from '../contract/money.ts';
import { axeFindings } from './accessibility.ts';
import { reads } from './hands.ts';
import { asOwner } from './product.ts';
import { openStage, type Person } from './stage.ts';

const stage = openStage();

const screens = [
  { width: 390, scheme: 'light' },
  { width: 768, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 1440, scheme: 'light' },
] as const;

/** The most that may move while the screen fills. */
const most_shift = 0.02;
const countShifts = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

const shown = async (page: Page) => {
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.locator('[data-part="dashboard"][aria-busy="false"]').waitFor();
};

/** `Captured today → $1,204.10`. */
async function figuresOn(page: Page): Promise<Record<string, string>> {
  const found = await page.locator('[data-part="figures"] > div').all();
  const pairs = found.map(async (one) => [
    (await one.locator('dt').innerText()).trim(),
    (await one.locator('dd a').innerText()).trim(),
  ]);
  return Object.fromEntries(await Promise.all(pairs));
}

/** Minor units of one statement by another hand than the server's. */
async function sumOf(query: string, values: unknown[]): Promise<number> {
  const { rows } = await asOwner(stage.product, (owner) => owner.query(query, values));
  return Number(rows[0].sum);
}

const today = "(now() at time zone 'America/Los_Angeles')::date";
const day_of = "(created_at at time zone 'America/Los_Angeles')::date";
const lifeless = "status not in ('declined', 'voided', 'returned', 'pending', 'unknown')";

it.each(screens)('shows the day and the period at $width px, $scheme', async (screen) => {
  const given = { name: 'dashboard', ...screen, as: 'merchant' } as const;
  await stage.walk(given, async ({ page, context, picture }) => {
    await context.addInitScript(countShifts);
    await page.goto('/merchant/dashboard');
    await shown(page);
    await page.getByRole('heading', { name: 'Captured per day' }).waitFor();
    await page.locator('[data-part="chart"]').first().waitFor();
    await page.waitForTimeout(500);
    expect(Number(await page.evaluate('window.shifted'))).toBeLessThanOrEqual(most_shift);
    expect(await axeFindings(page)).toEqual([]);
    await picture('home');
  });
});

it('tells a merchant what another query tells', async () => {
  const { merchant } = stage.product.credentials;
  const sums = {
    'Captured today': `select coalesce(sum(amount_captured), 0) as sum from transaction
      where merchant_id = $1 and currency = 'usd' and type <> 'refund' and type <> 'credit'
        and ${lifeless} and ${day_of} = ${today}`,
    'Refunded today': `select coalesce(sum(amount), 0) as sum from transaction
      where merchant_id = $1 and currency = 'usd' and type = 'refund' and ${lifeless}
        and ${day_of} = ${today}`,
    'Held for review': `select coalesce(sum(amount), 0) as sum from transaction
      where merchant_id = $1 and currency = 'usd' and status = 'flagged'`,
  };
  await stage.walk({ name: 'home', width: 1280, as: 'merchant' }, async ({ page }) => {
    await page.goto('/merchant/dashboard');
    await shown(page);
    const figures = await figuresOn(page);
    for (const [label, query] of Object.entries(sums)) {
      const sum = await sumOf(query, [merchant.id]);
      expect(figures[label], label).toBe(formatMoney(sum, 'usd'));
    }
  });
});

it('leads from a figure to its rows, whose totals are that figure', () =>
  stage.walk({ name: 'rows', width: 1280, as: 'merchant' }, async ({ page }) => {
    const total = (label: string) =>
      page.locator('[data-part="totals"] dl > div', { hasText: label }).locator('dd').innerText();
    for (const [label, column] of [
      ['Captured today', 'Captured'],
      ['Refunded today', 'Net'],
    ] as const) {
      await page.goto('/merchant/dashboard');
      await shown(page);
      const figure = (await figuresOn(page))[label];
      await page
        .getByRole('link', { name: figure ?? '', exact: true })
        .first()
        .click();
      await page.waitForURL('**/transaction/search?**');
      await page.locator('section[data-part="totals"]:not([aria-hidden])').waitFor();
      expect((await total(column)).replace('−', ''), label).toBe(figure);
    }
    // A day of the chart, read as a table.
    await page.goto('/merchant/dashboard?days=30');
    await shown(page);
    await page.getByRole('button', { name: 'Show as table: Captured per day' }).click();
    const table = page.getByRole('region', { name: 'Captured per day, table' });
    expect(await table.locator('tbody tr').count()).toBe(30);
    const day = table.locator('tbody tr').nth(5).getByRole('link').first();
    const amount = await day.innerText();
    await day.click();
    await page.locator('section[data-part="totals"]:not([aria-hidden])').waitFor();
    expect(await total('Captured')).toBe(amount);
    await page.goBack();
    await shown(page);
    // What waits is as many rows as are counted.
    const waiting = page
      .locator('[data-part="waiting"] li', { hasText: 'flagged payment' })
      .first();
    const count = Number((await waiting.innerText()).match(/^(\d+) flagged/)?.[1]);
    await waiting.getByRole('link').click();
    await reads(page, new RegExp(`^${count} results?$`));
  }));

it.each(['partner', 'admin'] as const)(
  'of a %s counts the accounts below it',
  async (as: Person) => {
    await stage.walk({ name: `home-${as}`, width: 1440, as }, async ({ page, picture }) => {
      await page.goto(`/${as}/dashboard`);
      await shown(page);
      const top = page.getByRole('region', { name: 'Top merchants, table' });
      const amount = await top.locator('tbody tr').first().getByRole('link').last().innerText();
      expect(await axeFindings(page)).toEqual([]);
      await picture('home');
      await top.locator('tbody tr').first().getByRole('link').last().click();
      await page.waitForURL('**/merchants/update/*/transaction?**');
      const { pathname, searchParams } = new URL(page.url());
      const [start_date, end_date] = (searchParams.get('created_at') ?? '').slice(8).split('..');
      expect(searchParams.get('currency_iso_code')).toBe('is:usd');
      const { captured_amount } = await stage.post(as, '/transaction/search/totals', {
        merchant_id: pathname.split('/').at(-2),
        created_at: { start_date, end_date },
        currency_iso_code: { operator: '=', value: 'usd' },
      });
      expect(formatMoney(captured_amount, 'usd')).toBe(amount);
    });
  },
);

it('shows the rest to an account without figures', async () => {
  const { merchant } = stage.product.credentials;
  const set = (allow_dashboard_stats: boolean) =>
    stage.post('admin', `/merchant/${merchant.id}`, { permissions: { allow_dashboard_stats } });
  await set(false);
  await stage.walk({ name: 'unsummed', width: 1440, as: 'merchant' }, async ({ page, picture }) => {
    await page.goto('/merchant/dashboard');
    await shown(page);
    await reads(page, 'Figures are turned off for this account. Your partner can turn them on.');
    expect(await page.locator('[data-part="figures"]').count()).toBe(0);
    await page.locator('[data-part="waiting"]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture('home');
  });
  await set(true);
});
