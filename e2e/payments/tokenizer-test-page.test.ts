// The page on which merchants try the payment fields.
import { expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { looks } from '../stage/browser.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();

it.each(sampleOf('test page', looks))(
  'turns a card into a token at $width px, $scheme',
  async ({ width, scheme }) => {
    await stage.walk({ name: 'tokenizer-test', width, scheme }, async ({ page, picture }) => {
      await page.goto('/tokenizer-test');
      await page.getByLabel('Public API key').fill('api_1');
      await page.getByRole('button', { name: 'Show the fields' }).click();
      await page.getByText('It begins with pub_.').waitFor();
      const { public_key } = stage.product.credentials.merchant;
      await page.getByLabel('Public API key').fill(public_key);
      await page.keyboard.press('Enter');
      const fields = page.frameLocator('iframe');
      await fields.getByLabel('Card number').waitFor();
      expect((await axeFindings(page)).join('\n')).toBe('');
      await fields.getByLabel('Card number').fill('4111111111111111');
      await fields.getByLabel('Expiration').fill('1230');
      await fields.getByLabel('Security code').fill('999');
      await picture('fields');
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByText(/^tok_[\w-]{43}$/).waitFor();
      expect((await axeFindings(page)).join('\n')).toBe('');
      await picture('token');
    });
  },
);
