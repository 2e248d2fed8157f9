// An authenticator app: set up, replaced by whoever has a code of the one before, and removed.
import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from '../stage/accessibility.ts';
import { fillIn, press, reads } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();

/** What the app of the secret on the page shows now. */
async function codeOnPage(page: Page): Promise<string> {
  const shown = await page.locator('p > code').first().innerText();
  return await generate({ secret: shown.replace(/\s/g, '') });
}

const codesOnPage = (page: Page) => page.locator('[data-part="recovery-codes"] li').allInnerTexts();

it('is replaced with a code of the one before, and a refusal keeps what was typed', async () => {
  const options = { name: 'authenticator-app', width: 1280, as: 'merchant' } as const;
  await stage.walk(options, async ({ page, picture, expectAnswer }) => {
    await page.goto('/merchant/two_factor_auth');
    await press(page, /^Set up an authenticator app$/);
    await reads(page, 'Or enter this secret:');
    await fillIn(page, /^Authenticator code$/, await codeOnPage(page));
    await page.keyboard.press('Enter');
    await reads(page, 'Save these codes');
    const [first = '', second = ''] = await codesOnPage(page);

    await press(page, /^Replace the authenticator app$/);
    await reads(page, 'Or enter this secret:');
    const totp = await codeOnPage(page);
    await fillIn(page, /^Code from the new app/, totp);
    await page.keyboard.press('Enter');
    await reads(page, /Current authenticator code.* required/);
    await fillIn(page, /^Current authenticator code/, '000000');
    expect(await axeFindings(page)).toEqual([]);
    await picture('1-replacing');
    expectAnswer(400, '/user/set-two-factor-auth');
    await page.keyboard.press('Enter');
    await reads(page, 'The code is wrong or already used.');
    const typed = page.getByRole('textbox', { name: /Code from the new app/ });
    expect(await typed.inputValue()).toBe(totp);
    await picture('2-refused');
    await fillIn(page, /^Current authenticator code/, first);
    await page.keyboard.press('Enter');
    await press(page, /^Remove two factor authentication$/);
    expect(await codesOnPage(page)).not.toContain(second);
    const [last = ''] = await codesOnPage(page);
    await fillIn(page, /^Authenticator code$/, last);
    await page.keyboard.press('Enter');
    await reads(page, 'Removed two factor authentication!');
  });
});
