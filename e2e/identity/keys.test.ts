// A narrowed API key: chosen by area in the panel, and refused for everything that is not ticked.
import { expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();

const screens = [
  { width: 390, scheme: 'dark' },
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
] as const;

it.each(sampleOf('keys', screens))(
  'does what is ticked and nothing else, $width $scheme',
  async (screen) => {
    const { merchant } = stage.product.credentials;
    await stage.walk({ name: 'keys', ...screen, as: 'merchant' }, async ({ page, picture }) => {
      await page.goto('/merchant/settings/manage_api_keys/create');
      await page.getByRole('textbox', { name: 'Name' }).fill('Stock list');
      const reach = page.getByRole('combobox', { name: 'Access' });
      await reach.selectOption({ label: 'Only the permissions selected below' });
      const find = page.getByRole('searchbox', { name: 'Find a permission' });
      await find.fill('see accounts');
      await page.getByRole('switch', { name: 'See accounts and settings' }).press('Space');
      await page.getByText('Accounts and settings', { exact: true }).waitFor();
      await page.getByText('Read partners, merchants, processors, settings and news.').waitFor();
      await find.fill('sandbox');
      expect(await page.getByRole('switch', { name: 'Operate the sandbox' }).count()).toBe(0);
      await find.fill('');
      expect(await axeFindings(page)).toEqual([]);
      await picture('scopes');
      await page.keyboard.press('Control+s');
      const key = await page.locator('[data-part="secrets"] code').innerText();
      expect((await stage.product.call('GET', '/merchant', key)).status).toBe(200);
      for (const [path, scope] of [
        ['/transaction/search', 'view_transactions'],
        ['/audit/search', 'view_audit_log'],
        [`/merchant/${merchant.id}`, 'manage_accounts'],
        ['/user/apikey', 'manage_api_keys'],
      ] as const) {
        const { status, body } = await stage.product.call('POST', path, key, {});
        expect([status, body.msg]).toEqual([
          403,
          expect.stringContaining(`The API key needs the ${scope} scope.`),
        ]);
      }
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await page
        .getByRole('link', { name: /Stock list/ })
        .first()
        .waitFor();
      await picture('list');
    });
  },
);
