// Accounts from the first partner to a merchant's own user: made, branded, disabled, enabled.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from '../stage/accessibility.ts';
import { signInByCall } from '../stage/browser.ts';
import { openStage, type Person } from '../stage/stage.ts';

const stage = openStage();

const owner = { username: 'cedar_owner', password: 'Cedar!Light42' };
/** Every name below localhost is this machine, and counts as secure without a certificate. */
const domain = 'pay.coastal.localhost';
const width = 1280;
/** Ids as the journey meets them in the address. */
const made = { partner: '', below: '', merchant: '' };

const optionsOf = (name: string, as: Person) => ({ name: `accounts-${name}`, width, as });

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true }).waitFor();

async function idInAddress(page: Page): Promise<string> {
  await page.waitForURL(/\/update\/[0-9a-v]{20}\/info$/);
  return /[0-9a-v]{20}/.exec(page.url())?.[0] as string;
}

async function makePartner(page: Page, name: string, below: string): Promise<string> {
  await page.goto(`/admin/partners/create${below === '' ? '' : `?parent_id=${below}`}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  if (below !== '') await page.getByText('Chosen: Coastal Payments').waitFor();
  await page.keyboard.press('Control+s');
  await toast(page, 'Partner created');
  return await idInAddress(page);
}

/** The path of the set-up link in the newest mail that names the user. */
async function setUpPath(): Promise<string> {
  const folder = path.join(stage.product.data_dir, 'mail');
  const found = () =>
    (existsSync(folder) ? readdirSync(folder).sort().reverse() : [])
      .map((name) => readFileSync(path.join(folder, name), 'utf8').replace(/=\r?\n/g, ''))
      .filter((mail) => mail.includes(owner.username))
      .flatMap((mail) => /\/auth\/password-setup\/[\w-]+/.exec(mail)?.[0] ?? []);
  await expect.poll(found, { timeout: 20_000 }).not.toEqual([]);
  return found()[0] as string;
}

it('makes a partner and one below it, whose chain reads from the top', async () => {
  await stage.walk(optionsOf('partners', 'admin'), async ({ page, picture }) => {
    made.partner = await makePartner(page, 'Coastal Payments', '');
    made.below = await makePartner(page, 'Coastal North', made.partner);
    await page.getByRole('link', { name: 'Parent structure' }).click();
    const chain = page.getByRole('region', { name: 'Parent accounts' }).getByRole('listitem');
    await chain.nth(1).waitFor();
    expect(await chain.allInnerTexts()).toEqual(['Coastal Payments', 'Coastal North']);
    expect(await axeFindings(page)).toEqual([]);
    await picture('chain');
  });
});

it('makes a merchant below it with its first user, and refuses one below nobody', async () => {
  await stage.walk(optionsOf('merchant', 'admin'), async ({ page, picture }) => {
    await page.goto('/admin/merchants/create');
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Cedar Books');
    await page.keyboard.press('Control+s');
    await page.getByText('Choose a partner for the merchant.').waitFor();
    await page.getByText('The Username field is required.').waitFor();
    await page.getByRole('searchbox', { name: 'Find a partner' }).fill('coastal n');
    await page.getByRole('radio', { name: /Coastal North/ }).check();
    await page.getByRole('textbox', { name: 'Username' }).fill(owner.username);
    await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Cedar Owner');
    await page.getByRole('textbox', { name: 'Email', exact: true }).last().fill('o@example.com');
    await page.getByRole('switch', { name: 'Create a private API key' }).press('Space');
    await page.keyboard.press('Control+s');
    const keys = page.getByRole('dialog', { name: 'Copy the key now' });
    await keys.getByText(/^api_/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture('key-once');
    await keys.getByRole('button', { name: 'I have saved it' }).click();
    made.merchant = await idInAddress(page);
  });
});

it('shows where a permission comes from, and who gave it', async () => {
  await stage.walk(optionsOf('origin', 'admin'), async ({ page, picture }) => {
    await page.goto(`/admin/merchants/update/${made.merchant}/info`);
    const name = 'Where does Virtual terminal come from?';
    await page.getByRole('button', { name }).click();
    const panel = page.getByRole('dialog', { name: 'Virtual terminal' });
    await panel.getByText('in effect').waitFor();
    const levels = await panel.getByRole('listitem').allInnerTexts();
    expect(levels.map((text) => text.split('\n')[0])).toEqual([
      'System default',
      expect.stringContaining('Coastal Payments'),
      expect.stringContaining('Coastal North'),
      expect.stringContaining('Cedar Books'),
    ]);
    expect(levels.at(-1)).toContain('demo_admin');
    expect(await axeFindings(page)).toEqual([]);
    await picture('panel');
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe(name);
  });
});

it('lets the user in by the mail, out when the merchant is disabled, and in again', async () => {
  const nobody = { name: 'accounts-owner', width };
  await stage.walk(nobody, async ({ page, expectAnswer }) => {
    await page.goto(await setUpPath());
    await page.getByRole('button', { name: 'Set password' }).waitFor();
    for (const field of await page.locator('input[type=password]').all()) {
      await field.fill(owner.password);
    }
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await page.getByLabel('Username').fill(owner.username);
    await page.locator('input[type=password]').fill(owner.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/accept-tos|merchant/);
    if (page.url().includes('accept-tos')) {
      await page.getByRole('button', { name: /Accept/ }).click();
    }
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await changeStatus('Disable', /logged out and cannot log in/);
    expectAnswer(401, '/user');
    // Asks the server whether the session still stands.
    await page.getByRole('button', { name: /till log out/ }).click();
    await page.waitForURL('**/auth**');
  });
  await changeStatus('Enable', /can log in again/);
  expect(await signInByCall(stage.product.origin, owner)).toHaveProperty('token');
});

async function changeStatus(label: string, consequence: RegExp): Promise<void> {
  await stage.walk(optionsOf(label.toLowerCase(), 'admin'), async ({ page, picture }) => {
    await page.goto(`/admin/merchants/update/${made.merchant}/info`);
    await page.getByRole('button', { name: label, exact: true }).click();
    await page.getByRole('dialog').getByText(consequence).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture('consequences');
    await page.getByRole('button', { name: `${label} merchant` }).click();
    await toast(page, `Merchant ${label === 'Enable' ? 'active' : 'disabled'}`);
  });
}

it('brands a domain, whose first paint wears the colour already', async () => {
  await stage.walk(optionsOf('branding', 'admin'), async ({ page, picture }) => {
    await page.goto(`/admin/partners/update/${made.partner}/branding/create`);
    for (const [label, text] of Object.entries({
      Domain: domain,
      Title: 'Coastal Pay',
      'Brand name': 'Coastal Pay',
    })) {
      await page.getByRole('textbox', { name: label, exact: true }).fill(text);
    }
    await page.getByRole('textbox', { name: 'Primary', exact: true }).fill('#8fc0ff');
    await page
      .getByText(/has a contrast of/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^Use #/ }).click();
    await page.getByRole('textbox', { name: 'Primary', exact: true }).fill('#5b21b6');
    expect(await axeFindings(page)).toEqual([]);
    await picture('form');
    await page.keyboard.press('Control+s');
    await toast(page, 'Branding saved');
    await page.getByRole('link', { name: `Open ${domain}` }).waitFor();
  });
  const origin = stage.product.origin.replace('127.0.0.1', domain);
  const visitor = { origin, name: 'accounts-visitor', width };
  await stage.walk(visitor, async ({ page, picture }) => {
    // The panel waits for its brand for a second at most, which a busy machine may need.
    await page.addInitScript(`
      const wait = window.setTimeout;
      window.setTimeout = (work, ms, ...more) => wait(work, ms === 1000 ? 30_000 : ms, ...more);
    `);
    let answered = false;
    await page.route('**/api/branding', async (route) => {
      await new Promise((done) => setTimeout(done, 400));
      expect(await page.locator('#root > *').count()).toBe(0);
      answered = true;
      await route.continue();
    });
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    expect(answered).toBe(true);
    const brand = 'getComputedStyle(document.documentElement).getPropertyValue("--brand").trim()';
    expect(await page.evaluate(brand)).toBe('#5b21b6');
    await picture('sign-in');
  });
});

const shown = (page: Page) => page.locator('[data-part="image-frame"] img');
async function choose(page: Page, mimeType: string, buffer: Buffer): Promise<void> {
  const name = `logo.${mimeType.slice('image/'.length)}`;
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
}

/** A picture of one colour, as the browser itself writes it. */
async function picture(page: Page, mime: string, width: number, height: number): Promise<Buffer> {
  const address = (await page.evaluate(`(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: ${width}, height: ${height} });
    canvas.getContext('2d').fillRect(0, 0, ${width}, ${height});
    return canvas.toDataURL('${mime}');
  })()`)) as string;
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

async function refused(page: Page): Promise<string> {
  const dialog = page.getByRole('alertdialog', { name: 'Image upload error' });
  await dialog.getByText('Please try again.').waitFor();
  const text = await dialog.innerText();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return text;
}

async function sizeOf(page: Page): Promise<number[]> {
  await shown(page).waitFor();
  return await page.evaluate(`(async () => {
    const image = document.querySelector('[data-part="image-frame"] img');
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  })()`);
}

it('takes a logo: refused in words, cut square, copied, taken away by the keyboard', async () => {
  await stage.walk(optionsOf('logo', 'merchant'), async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/merchant/settings/branding');
    await page.getByRole('button', { name: 'Choose image' }).waitFor();
    await choose(page, 'image/png', await picture(page, 'image/png', 1001, 900));
    expect(await refused(page)).toContain(
      'The uploaded image must must not be larger than 1000x1000 pixels.',
    );
    await choose(page, 'image/png', Buffer.from('no picture at all'));
    expect(await refused(page)).toContain('There was a problem processing the file.');
    await choose(page, 'image/webp', await picture(page, 'image/webp', 50, 50));
    await refused(page);
    expect(await shown(page).count()).toBe(0);

    await choose(page, 'image/png', await picture(page, 'image/png', 1000, 1000));
    expect(await sizeOf(page)).toEqual([1000, 1000]);
    expect(await page.getByRole('button', { name: 'Copy URL' }).count()).toBe(0);

    await page.getByRole('switch', { name: 'Crop to a square' }).press('Space');
    await choose(page, 'image/jpeg', await picture(page, 'image/jpeg', 1600, 1200));
    const cutter = page.getByRole('dialog', { name: 'Crop to a square' });
    await cutter.getByAltText('Preview of the crop').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await cutter.getByRole('button', { name: 'Crop' }).click();
    await cutter.waitFor({ state: 'detached' });
    expect(await sizeOf(page)).toEqual([1000, 1000]);
    await page.getByRole('button', { name: 'Save branding' }).click();
    await toast(page, 'Branding saved');

    await page.getByRole('button', { name: 'Copy URL' }).click();
    await toast(page, 'Your Have successfully copied the Image URL to your clipboard!');
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(stage.product.origin + (await shown(page).getAttribute('src')));
    await page.getByRole('button', { name: 'Remove image' }).press('Enter');
    const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.keyboard.press('Control+s');
    expect((await removed).status()).toBe(200);
    const { body } = await stage.product.call(
      'GET',
      '/merchant',
      stage.product.credentials.merchant.private_key,
    );
    expect(body.data.logo_url).toBe('');
  });
});
