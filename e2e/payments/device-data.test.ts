// Device data of a shop's page: a session from another origin, through the payment fields, to the
// payment that shows it.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from '../stage/accessibility.ts';
import { openShop } from '../stage/shop.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
const shop = openShop(stage);

/** What a collector in the shop's page does, in few words: a session, and an event after it. */
const collect = (page: Page, base: string, key: string) =>
  page.evaluate(
    async (look) => {
      const headers = { authorization: look.key };
      const answer = await fetch(`${look.base}/api/guardian/session`, { headers });
      const { data: begun } = (await answer.json()) as { data: { session_id: string } };
      const { session_id } = begun;
      const action = { value: look.href };
      const data = { action, created_at: Date.now(), type: 'location_detected' };
      const text = new TextEncoder().encode(JSON.stringify(data) + session_id);
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-512', text));
      const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return { session_id, events: [{ id: 1, hash, data }] };
    },
    { base, key, href: page.url() },
  );

/** The token of a card typed into the fields of the shop. */
async function tokenOf(page: Page): Promise<string> {
  const fields = page.frameLocator('iframe');
  await fields.getByLabel('Card number').fill('4111111111111111');
  await fields.getByLabel('Expiration').fill('1230');
  await fields.getByLabel('Security code').fill('999');
  await page.evaluate('window.made.submit()');
  const found = `window.heard.find(({ name }) => name === 'submission')?.data.token ?? ''`;
  await expect.poll(() => page.evaluate<string>(found)).toMatch(/^tok_/);
  return await page.evaluate<string>(found);
}

it('goes with the token to the payment, which shows it', async () => {
  const { origin, credentials } = stage.product;
  const { public_key } = credentials.merchant;
  let token = '';
  const at_shop = { name: 'device-data-shop', width: 1440, origin: shop.origin };
  await stage.walk(at_shop, async ({ page }) => {
    await page.goto('/?settings={}');
    await page.frameLocator('iframe').locator('form').waitFor();
    const data = await collect(page, origin, public_key);
    await page.evaluate(`window.made.setGuardian(${JSON.stringify(data)})`);
    token = await tokenOf(page);
  });
  const { id } = await stage.post('merchant', '/transaction', {
    ...{ type: 'sale', amount: 1250, payment_method: { token } },
  });
  const at_panel = { name: 'device-data', width: 1440, as: 'merchant' } as const;
  await stage.walk(at_panel, async ({ page, picture }) => {
    await page.goto(`/merchant/transaction/detail/${id}`);
    const fact = (label: string) => page.locator(`dt:text-is("${label}") + dd`);
    await fact('Device data').waitFor({ state: 'attached' });
    expect(await fact('Device data').textContent()).toBe('Verified');
    expect(await fact('Page').textContent()).toBe(`${shop.origin}/`);
    await fact('Device data').scrollIntoViewIfNeeded();
    expect(await axeFindings(page)).toEqual([]);
    await picture('facts');
  });
});
