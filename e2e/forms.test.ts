// What every form does: leads to what is wrong, takes a refusal, sends once, loses nothing.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from './stage/accessibility.ts';
import { interceptsLater } from './stage/browser.ts';
import { focusedName, reads } from './stage/hands.ts';
import { openStage, type Person } from './stage/stage.ts';

const stage = openStage();
const optionsOf = (name: string, as: Person) => ({ name: `forms-${name}`, width: 1280, as });

const error_id = '1k7v9eocvcm8jc64as8n';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const message = (page: Page, text: string) => page.getByText(text, { exact: true });
const unsaved = (page: Page) => page.getByRole('dialog', { name: 'Changes are not saved' });

/** A refusal as the server writes it, of these members. */
function refusal(invalid: { field: string; message: string }[]) {
  const headers = { 'x-correlation-id': error_id };
  const json = { status: 'failed', msg: 'bad request error: invalid Name', data: { invalid } };
  return { status: 400, headers, json };
}

it('leads to the first field that is wrong, and says the others without hurry', async () => {
  await stage.walk(optionsOf('first', 'merchant'), async ({ page, picture }) => {
    await page.goto('/merchant/users/create');
    await field(page, 'Email').fill('nobody');
    await message(page, 'The email provided for Email must be valid.').waitFor();
    expect(await message(page, 'The Username field is required.').count()).toBe(0);
    // It saves as well when no field has the focus.
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+s');
    await message(page, 'The Username field is required.').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Username');
    await page.getByRole('button', { name: '3 fields to correct' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture('wrong');
    await field(page, 'Email').fill('nobody@example.com');
    await page.getByRole('button', { name: '2 fields to correct' }).waitFor();
  });
});

it('opens the folded part that holds what is wrong', async () => {
  await stage.walk(optionsOf('folded', 'admin'), async ({ page }) => {
    const { merchant } = stage.product.credentials;
    await page.goto(`/admin/merchants/update/${merchant.id}/info`);
    const fold = page.getByRole('button', { name: /^Primary contact/ });
    await fold.click();
    await field(page, 'Postal code').first().fill('123456789');
    await fold.click();
    expect(await fold.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Control+s');
    await expect.poll(() => focusedName(page)).toBe('Postal code');
    await field(page, 'Postal code').first().fill('98225');
    await message(page, 'The Postal code field format is invalid.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText(/has unsaved changes/).waitFor({ state: 'detached' });
  });
});

it('puts a refusal of the server at its field with the Error ID, without a dialog', async () => {
  await stage.walk(optionsOf('refused', 'merchant'), async ({ page, picture, expectAnswer }) => {
    expectAnswer(400, '/group');
    await interceptsLater(page);
    await page.goto('/merchant/groups/create');
    await page.route('**/api/group', (route) =>
      route.fulfill(refusal([{ field: 'name', message: 'The Name field is taken.' }])),
    );
    await field(page, 'Name').fill('Hotel');
    await page.keyboard.press('Control+s');
    await message(page, 'The Name field is taken.').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Name');
    await reads(page, `Error ID: ${error_id}`);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(await field(page, 'Name').inputValue()).toBe('Hotel');
    expect(await axeFindings(page)).toEqual([]);
    await picture('said');
    await page.unroute('**/api/group');
    await field(page, 'Name').fill('Hotel rooms');
    await message(page, 'The Name field is taken.').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await page.getByText('Group created').waitFor();
  });
});

/** The caller's record from now on, as a save and somebody else have left it. */
async function changeCaller(page: Page, change: object): Promise<void> {
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: { ...data, ...change } } });
  });
}

it('sends once however often it is pressed, and keeps what is typed meanwhile', async () => {
  await stage.walk(optionsOf('once', 'merchant'), async ({ page }) => {
    await page.goto('/merchant/manage_account');
    let calls = 0;
    let answer: () => void = () => undefined;
    await page.route('**/api/user/*', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      calls += 1;
      await new Promise<void>((done) => {
        answer = done;
      });
      const json = { status: 'success', msg: 'success', data: {} };
      await route.fulfill({ json });
    });
    await field(page, 'Name').fill('Somebody else');
    for (let n = 0; n < 3; n++) await page.keyboard.press('Control+s');
    await expect.poll(() => calls).toBe(1);
    await field(page, 'Name').fill('Somebody else again');
    const updated_at = '2031-01-01T00:00:00Z';
    await changeCaller(page, { name: 'Somebody else', phone: '3605550188', updated_at });
    answer();
    await page.getByText('Account saved').waitFor();
    // Read anew: a field that nobody touched has what the record has by now.
    await expect.poll(() => field(page, 'Phone').inputValue()).toBe('(360) 555-0188');
    expect(await field(page, 'Name').inputValue()).toBe('Somebody else again');
    await reads(page, 'Your account has unsaved changes.');
    expect(calls).toBe(1);
    await page.getByRole('link', { name: 'Users' }).click();
    await unsaved(page).waitFor();
    await unsaved(page).getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/merchant/users**');
  });
});

it('keeps what was typed where the save fails, and asks before it is left', async () => {
  await stage.walk(optionsOf('failed', 'merchant'), async ({ page, expectAnswer }) => {
    expectAnswer(500, '/group');
    await interceptsLater(page);
    await page.goto('/merchant/groups/create');
    await page.route('**/api/group', (route) => route.fulfill({ status: 500, body: '' }));
    await field(page, 'Name').fill('Spa');
    await page.keyboard.press('Control+s');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await field(page, 'Name').inputValue()).toBe('Spa');
    await page.getByRole('link', { name: 'Transactions' }).click();
    await unsaved(page).waitFor();
    await unsaved(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await field(page, 'Name').inputValue()).toBe('Spa');
  });
});

it('arranges a phone number of any country as it is typed, and sends its digits', async () => {
  await stage.walk(optionsOf('phone', 'merchant'), async ({ page }) => {
    await page.goto('/merchant/manage_account');
    const phone = field(page, 'Phone');
    await phone.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('2065550142', { delay: 20 });
    expect(await phone.inputValue()).toBe('(206) 555-0142');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('+493012345678', { delay: 20 });
    await expect.poll(() => phone.inputValue()).toBe('+49 30 12345678');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Control+s');
    expect((await sent).postDataJSON().phone).toBe('+493012345678');
    await page.getByText('Account saved').waitFor();
  });
});
