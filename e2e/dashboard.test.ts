// The first screen of each area: figures equal to the rows behind them, and what waits.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeFindings } from './stage/accessibility.ts';
import {
  type Area,
  areas,
  dayAfter,
  dollarsOf,
  minor,
  wallClock,
  zoneOf,
} from './stage/dashboard-sums.ts';
import { behind, section, sectionsAgree } from './stage/figure-links.ts';
import { reads } from './stage/hands.ts';
import { asOwner } from './stage/product.ts';
import { openStage } from './stage/stage.ts';

const stage = openStage();
const width = 1440;
const call = /\/api\/dashboard\/home/;

const figure = (page: Page, label: string) =>
  page.locator('[data-part="figures"] > div').filter({ hasText: label });
const valueIn = (page: Page, label: string) => figure(page, label).getByRole('link').innerText();
const noteIn = (page: Page, label: string) => figure(page, label).locator('small').innerText();

/** The dashboard, and the moment its figures are of. */
async function open(page: Page, path: string): Promise<string> {
  const answer = page.waitForResponse(call);
  await page.goto(path);
  const { data } = (await (await answer).json()) as { data: { as_of: string } };
  await page.locator('[data-part="figures"]').waitFor();
  return data.as_of;
}

const sale = (number: string, amount: number) => ({
  type: 'sale',
  amount,
  currency: 'USD',
  payment_method: { card: { entry_type: 'keyed', number, expiration_date: '12/30', cvc: '999' } },
  billing_address: { first_name: 'Ada', last_name: 'Park', postal_code: '98225', country: 'US' },
});

beforeAll(async () => {
  await stage.post('merchant', '/transaction', sale('4111111111111111', 4_217));
  await stage.post('merchant', '/transaction', sale('4000000000009995', 900));
  const expires_at = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await stage.post('merchant', '/user/apikey', { name: 'Till', type: 'api', expires_at });
  const settled = { status: { operator: '=', value: 'settled' }, type: { value: 'sale' } };
  const [{ id }] = await stage.post('merchant', '/transaction/search', { ...settled, limit: 1 });
  await stage.post('merchant', `/transaction/${id}/refund`, { amount: 100 });
  await asOwner(stage.product, (owner) =>
    owner.query(
      `update settlement_batch set state = 'mismatch' where ctid = (
      select ctid from settlement_batch where merchant_id = $1 limit 1)`,
      [stage.product.credentials.merchant.id],
    ),
  );
});

it.each(areas)('is the first screen after %s signs in, without its charts before', async (area) => {
  const { username, password } = stage.product.credentials[area];
  await stage.walk({ name: `dashboard-in-${area}`, width }, async ({ page, answered }) => {
    const scripts: string[] = [];
    page.on('request', (one) => scripts.push(new URL(one.url()).pathname));
    const charts = () => scripts.filter((path) => /assets\/(charts|days-chart)-/.test(path));
    await page.goto('/auth');
    await page.getByLabel('Username').fill(username);
    await answered();
    expect(charts()).toEqual([]);
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/${area}/dashboard`);
    await page.locator('[data-part="chart"] svg').first().waitFor();
    expect(charts()).not.toEqual([]);
  });
});

it.each(areas)('shows %s the figures that the rows have', async (area) => {
  await stage.walk({ name: `dashboard-${area}`, as: area, width }, async ({ page, picture }) => {
    const as_of = await open(page, `/${area}/dashboard`);
    const { time_zone } = await zoneOf(stage.product, area);
    const now = wallClock(as_of, time_zone);
    const today = now.slice(0, 10);
    // The present moment counts in.
    const until = `${now}999`;
    const day = await dollarsOf(stage.product, area, [today, until]);
    expect(minor(await valueIn(page, 'Captured today'))).toBe(day.captured);
    expect(minor(await valueIn(page, 'Refunded today'))).toBe(day.refunded);
    expect(await noteIn(page, 'Approval rate today')).toContain(
      `${day.approved} of ${day.attempts} attempts`,
    );
    const rate = ((day.approved * 100) / (day.approved + day.declined)).toFixed(1);
    expect(await valueIn(page, 'Approval rate today')).toBe(`${rate}%`);
    const before = await dollarsOf(stage.product, area, [
      dayAfter(today, -7),
      `${dayAfter(today, -7)}${until.slice(10)}`,
    ]);
    const change = Math.abs(((day.captured - before.captured) * 100) / before.captured);
    const note = await noteIn(page, 'Captured today');
    if (before.captured === 0) expect(note).toBe('');
    else expect(note).toContain(`${change.toFixed(1)}% vs last`);
    await picture('figures');
    await daysAgree(page, area, today, until);
  });
});

/** Each day of the chart as a table, oldest last, beside the rows of that day. */
async function daysAgree(page: Page, area: Area, today: string, until: string): Promise<void> {
  await page.getByRole('button', { name: 'Show as table: Captured per day' }).click();
  const rows = page.getByRole('table', { name: 'Captured per day' }).locator('tbody tr');
  expect(await rows.count()).toBe(14);
  for (let ago = 0; ago < 14; ago++) {
    const day = dayAfter(today, -ago);
    const end = ago === 0 ? until : dayAfter(day);
    const { captured, approved, declined } = await dollarsOf(stage.product, area, [day, end]);
    const [head, amount = '', rate] = await rows.nth(ago).locator('th, td').allInnerTexts();
    const [year, month, date] = day.split('-');
    expect(head).toContain(`${month}/${date}/${year}${ago === 0 ? ', so far' : ''}`);
    expect(minor(amount), day).toBe(captured);
    const answered = approved + declined;
    expect(rate).toBe(answered === 0 ? '–' : `${((approved * 100) / answered).toFixed(1)}%`);
  }
  await page.getByRole('button', { name: 'Show as chart: Captured per day' }).click();
}

it.each(areas)('leads %s from each figure to the rows that add up to it', async (area) => {
  await stage.walk({ name: `dashboard-links-${area}`, as: area, width }, async ({ page }) => {
    await open(page, `/${area}/dashboard?days=30`);
    const of = { product: stage.product, area };
    const link = (label: string) => figure(page, label).getByRole('link');
    const shown = (label: string) => valueIn(page, label).then(minor);
    const captured = await behind(page, of, link('Captured today'));
    expect(captured.captured).toBe(await shown('Captured today'));
    const attempts = await behind(page, of, link('Approval rate today'));
    expect(await noteIn(page, 'Approval rate today')).toContain(`of ${attempts.results} attempts`);
    expect((await behind(page, of, link('Awaiting settlement'))).net).toBe(
      await shown('Awaiting settlement'),
    );
    expect((await behind(page, of, link('Refunded today'))).refunded).toBe(
      await shown('Refunded today'),
    );
    const for_review = area === 'partner' ? 'Held for your review' : 'Held for review';
    const held = await behind(page, of, link(for_review));
    expect(await noteIn(page, for_review)).toMatch(new RegExp(`^${held.results} flagged`));
    const places = area === 'merchant' ? 'Processors' : 'Top merchants';
    await sectionsAgree(page, of, ['Payment methods', places]);
  });
});

/** What was read waits no more; news is the last of what waits. */
async function readNews(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^Read/ }).click();
  const panel = page.getByRole('dialog', { name: 'Latest News' });
  await panel.getByRole('heading', { level: 3 }).first().waitFor();
  await row.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
}

it.each(areas)('leads %s from what waits to all of it', async (area) => {
  // How many payments were returned lately depends on the day of the run.
  const { private_key } = stage.product.credentials[area];
  const home = await stage.product.call('GET', '/dashboard/home', private_key);
  const { waiting } = home.body.data;
  await stage.walk({ name: `dashboard-waits-${area}`, as: area, width }, async ({ page }) => {
    await open(page, `/${area}/dashboard`);
    const rows = section(page, 'Waiting for you').getByRole('listitem');
    const titles = await rows.locator('b').allInnerTexts();
    expect(titles).toHaveLength(waiting.length);
    if (area !== 'partner') expect(titles.join()).toContain('flagged');
    if (area === 'merchant') expect(titles.join()).toMatch(/1 batch mismatch.*1 API key expires/);
    if (area === 'merchant') expect(titles.at(-1)).toBe('1 unread news item');
    for (const [at, title] of titles.entries()) {
      if (title.includes('news')) {
        await readNews(page, rows.nth(at));
        continue;
      }
      await rows.nth(at).getByRole('link').click();
      if (title.includes('API key')) {
        await page.getByText('Till', { exact: true }).waitFor();
      } else {
        const stamp = page.locator('[data-part="list-stamp"]');
        await expect.poll(() => stamp.innerText()).toMatch(new RegExp(`^${parseInt(title, 10)} r`));
      }
      await page.goBack();
      await rows.nth(at).waitFor();
    }
  });
});

it('shows no sum, and says so, where totals are off', async () => {
  const { merchant } = stage.product.credentials;
  const totals = (allow_transaction_reporting_totals: boolean) =>
    stage.post('admin', `/merchant/${merchant.id}`, {
      permissions: { allow_transaction_reporting_totals },
    });
  await totals(false);
  const options = { name: 'dashboard-without', as: 'merchant', width } as const;
  await stage.walk(options, async ({ page, picture }) => {
    await page.goto('/merchant/dashboard');
    await reads(page, 'Figures and charts are turned off for this account');
    for (const part of ['figures', 'chart']) {
      expect(await page.locator(`[data-part="${part}"]`).count()).toBe(0);
    }
    const waiting = section(page, 'Waiting for you');
    await waiting.getByText(/flagged payments?/).waitFor();
    expect(await waiting.innerText()).not.toContain('$');
    expect(await axeFindings(page)).toEqual([]);
    await picture('whole');
  });
  await totals(true);
});

it('begins with the first steps at a merchant that has taken no payment', async () => {
  const user = { username: 'cedar_owner', name: 'Cedar', email: 'c@example.com' };
  const login = { username: user.username, password: 'Harbor!Light42' };
  const { partner } = stage.product.credentials;
  await stage.post('partner', '/merchant', {
    ...{ name: 'Cedar Books', partner_id: partner.id },
    user: { ...user, password: login.password, role: 'admin' },
  });
  const options = { name: 'dashboard-new', as: login, width };
  await stage.walk(options, async ({ page, picture }) => {
    await page.goto('/merchant/dashboard');
    const steps = section(page, 'Get started').getByRole('listitem');
    await steps.first().waitFor();
    expect(await steps.locator('b').allInnerTexts()).toEqual([
      'Connect a processor',
      'Take your first payment',
      'Invite your team',
      'Create an API key',
    ]);
    expect(await page.locator('[data-part="chart"]').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await picture('whole');
    await steps.getByRole('link', { name: 'Add user' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  });
});
