// A payment's page tells its story once: why it was flagged or returned, what followed, who acts.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { reads } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
const list = '/merchant/transaction/search?created_at=last:90';

const is = (value: string) => ({ operator: '=', value });

/** The newest payment of the demo that stands so. */
async function oneOf(status: string, more: object = {}) {
  const body = { status: is(status), limit: 1, ...more };
  const [found] = await stage.post('merchant', '/transaction/search', body);
  expect(found, status).toBeDefined();
  return found;
}

const open = async (page: Page, id: string) => {
  await page.goto(`/merchant/transaction/detail/${id}`);
  await page.getByRole('heading', { name: 'Explain this outcome' }).waitFor();
};

const steps = (page: Page) => page.locator('ol > li[data-number] b').allInnerTexts();

const screens = [
  { width: 390, scheme: 'light' },
  { width: 768, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 1440, scheme: 'light' },
] as const;

it.each(sampleOf('detail', screens))(
  'says why, and what follows, at $width px, $scheme',
  async (screen) => {
    const flagged = await oneOf('flagged');
    const returned = await oneOf('returned');
    const refunded = await oneOf('partially_refunded');
    const all = { status: is('declined'), limit: 100 };
    const declined = await stage.post('merchant', '/transaction/search', all);
    const wrong_cvv = declined.find((one: { response_code: number }) => one.response_code === 225);
    await stage.walk({ name: 'detail', ...screen, as: 'merchant' }, async ({ page, picture }) => {
      await open(page, flagged.id);
      await reads(
        page,
        /^The rule “Address check” flagged this payment\. The bank’s response: neither address/,
      );
      await reads(
        page,
        /^If you approve, \$[\d.,]+ is captured and settles with the next batch\. If you decline/,
      );
      expect(await axeFindings(page)).toEqual([]);
      await picture('flagged');

      await open(page, returned.id);
      await reads(page, /^Reason R01: not enough money in the account\. \$[\d.,]+ is not part of/);
      expect(await steps(page)).toContain('Returned by the bank');
      await picture('returned');

      await open(page, refunded.id);
      const told = await steps(page);
      expect(told[0]).toBe('Request');
      expect(told.indexOf('Settled')).toBeGreaterThan(told.indexOf('Gateway response'));
      const refund = told.find((title) => title.startsWith('Refund of $')) ?? '';
      expect(told.indexOf(refund)).toBeGreaterThan(told.indexOf('Settled'));
      // Each is told once.
      expect(new Set(told).size).toBe(told.length);
      expect(await page.getByRole('heading', { name: 'Timeline' }).count()).toBe(0);
      await picture('refunded');
      await page.getByText('More facts').click();
      await reads(page, 'Last change');
      await page.getByRole('link', { name: refund }).first().click();
      await page.getByRole('heading', { name: 'Refunded payment' }).waitFor();
      await picture('refund');

      // What the demo tells of a payment agrees with itself.
      await open(page, wrong_cvv.id);
      await reads(page, 'Security code does not match');
      await picture('declined');
    });
  },
);

it('walks a list by J and K from one payment to the next, and Back leads to the list', () =>
  stage.walk({ name: 'beside', width: 1440, as: 'merchant' }, async ({ page }) => {
    await page.goto(list);
    const links = page.locator('[data-row] a[data-row-link]:visible');
    await links.nth(2).waitFor();
    const paths = await links.evaluateAll((all) =>
      (all as unknown as { getAttribute(name: string): string }[])
        .slice(0, 3)
        .map((one) => one.getAttribute('href')),
    );
    const at = (n: number) => page.waitForURL(`**${paths[n]}`);
    await links.first().click();
    await at(0);
    await page.getByRole('link', { name: 'Next transaction' }).waitFor();
    expect(await page.getByRole('link', { name: 'Previous transaction' }).count()).toBe(0);
    await page.keyboard.press('j');
    await at(1);
    await page.keyboard.press('j');
    await at(2);
    await page.keyboard.press('k');
    await at(1);
    await page.getByRole('link', { name: 'Previous transaction' }).click();
    await at(0);
    await page.goBack();
    await page.waitForURL('**/transaction/search**');
    // Opened by its address, it has no neighbors.
    await page.goto(String(paths[1]));
    await page.getByRole('heading', { name: 'Explain this outcome' }).waitFor();
    expect(await page.getByRole('link', { name: 'Next transaction' }).count()).toBe(0);
  }));
