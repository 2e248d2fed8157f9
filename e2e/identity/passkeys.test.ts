// A passkey of a person without a pointer: added, used beside the password and instead of it,
// renamed and removed, on a device that the browser plays.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeFindings } from '../stage/accessibility.ts';
import { fillIn, press, reads, tabTo } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
/** Passkeys belong to names, not to numbers. */
let origin: string;

beforeAll(async () => {
  origin = stage.product.origin.replace('127.0.0.1', 'localhost');
});

/** A device with a finger on it, which keeps passkeys. */
async function plugIn(page: Page) {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    refuse: (is_refused: boolean) =>
      devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !is_refused }),
  };
}

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

async function logOut(page: Page): Promise<void> {
  await page.evaluate(`sessionStorage.removeItem('penstock-session')`);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
}

it('is added with the password, signs in, and is removed', async () => {
  const { username, password } = stage.product.credentials.merchant;
  const options = { origin, name: 'passkeys', width: 1280, as: 'merchant' } as const;
  await stage.walk(options, async ({ page, picture, expectAnswer }) => {
    const device = await plugIn(page);
    await page.goto('/merchant/two_factor_auth');
    await press(page, /^Add a passkey$/);
    await page.getByRole('dialog').waitFor();
    await fillIn(page, /^Name$/, 'Blue key');
    await fillIn(page, /^Current password$/, password);
    expect(await axeFindings(page)).toEqual([]);
    await picture('1-adding');
    await page.keyboard.press('Enter');
    await reads(page, 'Save these codes');
    await reads(page, 'Blue key');
    expect(await page.locator('[data-part="recovery-codes"] li').count()).toBe(10);
    expect(await axeFindings(page)).toEqual([]);
    await picture('2-added');
    const first = await page.locator('[data-part="recovery-codes"] li').allInnerTexts();
    await press(page, /^Create new recovery codes$/);
    await press(page, /^Use your passkey/);
    await reads(page, 'Recovery codes created. The old codes no longer work.');
    const second = await page.locator('[data-part="recovery-codes"] li').allInnerTexts();
    expect(new Set([...first, ...second]).size).toBe(20);

    await logOut(page);
    await tabTo(page, /Log in with a passkey/);
    await picture('3-sign-in');
    await page.keyboard.press('Enter');
    await home(page);

    await logOut(page);
    expectAnswer(401, '/token-auth');
    await page.getByLabel('Username').fill(username);
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Use your passkey' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture('4-second-factor');
    await press(page, /^Use your passkey$/);
    await home(page);

    // A finger that is not the owner's opens nothing, and the screen says that it was not used.
    await device.refuse(true);
    await logOut(page);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await reads(page, 'No passkey was used. You can try again.');
    await device.refuse(false);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await home(page);

    await page.goto('/merchant/two_factor_auth');
    await press(page, /^Rename Blue key$/);
    await fillIn(page, /^Name$/, 'Green key');
    await page.keyboard.press('Enter');
    await press(page, /^Remove Green key$/);
    await fillIn(page, /^Current password$/, 'wrong');
    expectAnswer(400, await removalPath());
    await page.keyboard.press('Enter');
    await reads(page, 'bad request error: invalid Current Password');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await fillIn(page, /^Current password$/, password);
    await page.keyboard.press('Enter');
    await reads(page, 'Passkey removed. Your other sessions have ended.');
    await page.getByText('Green key').waitFor({ state: 'detached' });
  });
});

/** Where the one passkey is removed. */
async function removalPath(): Promise<string> {
  const { private_key } = stage.product.credentials.merchant;
  const list = await stage.product.call('GET', '/user/passkeys', private_key);
  return `/user/passkey/${list.body.data[0].id}`;
}

it('is not offered at an address of numbers', async () => {
  const options = { name: 'passkeys-numbers', width: 360 };
  await stage.walk(options, async ({ page, picture }) => {
    await page.goto('/auth');
    await page.getByRole('button', { name: /^Log in/ }).waitFor();
    expect(await page.getByRole('button', { name: /passkey/ }).count()).toBe(0);
    await picture('sign-in');
  });
});
