// What stands around every screen: the palette and its keys, what leaving a form asks, the brand.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from './stage/accessibility.ts';
import type { Journey } from './stage/browser.ts';
import { press } from './stage/hands.ts';
import { openStage } from './stage/stage.ts';

const stage = openStage();

async function walk(name: string, width: number, steps: (journey: Journey) => Promise<void>) {
  await stage.walk({ name: `shell-${name}`, width, as: 'merchant' }, steps);
}

const unsaved = (page: Page) => page.getByRole('dialog', { name: 'Changes are not saved' });
const clean = async (page: Page) => expect(await axeFindings(page)).toEqual([]);

it('finds pages, people and payments by keys alone', async () => {
  await walk('palette', 1300, async ({ page, picture }) => {
    await page.goto('/merchant/transaction/search');
    await page.getByRole('link', { name: 'Users' }).waitFor();
    await press(page, /^Skip to content$/);
    expect(await page.evaluate('document.activeElement.id + location.hash')).toBe('main');
    // Typed on without waiting: nothing of it may act on the page, or get lost.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('harborview clerk');
    await page.getByRole('option', { name: /Harborview Clerk/ }).waitFor();
    await clean(page);
    await picture('palette');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/merchant\/users\/update\//);
    await page.locator('h1:focus').waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL(/\/merchant\/transaction\/search/);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await clean(page);
    await page.getByRole('checkbox', { name: /Use single-letter shortcuts/ }).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

it('keeps the focus on the title of a screen whose answers come late', async () => {
  await walk('late', 1300, async ({ page, answered }) => {
    await page.goto('/merchant/transaction/search');
    await page.getByRole('link', { name: 'Virtual Terminal' }).waitFor();
    await answered();
    await page.route('**/api/**', async (route) => {
      await new Promise((done) => setTimeout(done, 700));
      await route.continue();
    });
    for (const name of ['Virtual Terminal', 'Customers', 'Settlements', 'Balances', 'Users']) {
      await page.getByRole('link', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await answered();
      await page.locator('h1:focus').waitFor();
    }
  });
});

it('asks once before changes are lost, by a link, by Back and by Logout', async () => {
  await walk('unsaved', 1300, async ({ page }) => {
    await page.goto('/merchant/transaction/search');
    await page.getByRole('link', { name: 'Users' }).click();
    await page.goto('/merchant/manage_account');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const typed = async () => {
      await name.fill('Somebody else');
      await page.getByText('Your account has unsaved changes.').waitFor();
    };
    await typed();
    await page.getByRole('link', { name: 'Users' }).click();
    await unsaved(page).waitFor();
    await clean(page);
    await unsaved(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await name.inputValue()).toBe('Somebody else');
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await unsaved(page).getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('link', { name: 'Users' }).click();
    await unsaved(page).getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(/\/merchant\/users$/);
    await page.goBack();
    await typed();
    await page.goForward();
    await unsaved(page).waitFor();
  });
});

it('warns above whatever is open that nobody is there, and leads that person back', async () => {
  await walk('idle', 1300, async ({ page, picture, sessionEnds, expectAnswer }) => {
    const { username, password } = stage.product.credentials.merchant;
    await page.clock.install();
    let refuse: () => Promise<void> = async () => undefined;
    await page.route('**/api/user/*', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      expectAnswer(400, new URL(route.request().url()).pathname.slice('/api'.length));
      refuse = () => route.fulfill({ status: 400, json: { status: 'failed', msg: 'Not now.' } });
    });
    await page.goto('/merchant/manage_account');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Somebody else');
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Latest News' }).click();
    await page.getByRole('dialog', { name: 'Latest News' }).waitFor();
    await page.clock.fastForward('13:05');
    const asked = page.getByRole('alertdialog', { name: 'Are you still there?' });
    await asked.waitFor();
    // What comes while it is asked lies below: what lies on top takes the press.
    await refuse();
    const refused = page.locator('dialog[open]', { hasText: 'Not now.' });
    await refused.waitFor();
    await asked.getByText('will be lost').waitFor();
    await clean(page);
    await picture('asked');
    await asked.getByRole('button', { name: 'Keep Me Logged In' }).click();
    await asked.waitFor({ state: 'detached' });
    await refused.getByRole('button', { name: 'OK' }).click();
    await page.clock.fastForward('13:05');
    await asked.waitFor();
    sessionEnds();
    await page.clock.fastForward('02:05');
    await page.getByText(/after 15 minutes without activity. Your unsaved changes/).waitFor();
    const ground = 'getComputedStyle(document.body).backgroundColor';
    const left = await page.evaluate(ground);
    await page.reload();
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    expect(left).toBe(await page.evaluate(ground));
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(/\/merchant\/manage_account$/);
  });
});

it('closes a toast under an open dialog, and takes back what it tells of', async () => {
  await walk('toasts', 360, async ({ page, picture }) => {
    await page.goto('/merchant/users');
    const dialog = page.getByRole('dialog', { name: 'Saved searches' });
    const open = async () => {
      await page.getByRole('button', { name: 'Saved searches' }).click();
      await dialog.waitFor();
    };
    await open();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Everybody');
    await dialog.getByRole('button', { name: /^Save search/ }).click();
    await page.getByText('Successfully added Everybody').waitFor();
    await open();
    const remove = dialog.getByRole('button', { name: 'Remove Everybody' });
    await remove.click();
    const notice = page.locator('[data-part="toast"]', {
      hasText: 'Successfully removed saved search',
    });
    await notice.waitFor();
    await dialog.locator('input[name=name]:focus').waitFor();
    await clean(page);
    await picture('undo');
    await notice.getByRole('button', { name: 'Undo' }).click();
    await remove.click();
    await notice.getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await dialog.isVisible()).toBe(true);
  });
});

it('finds anything from the menu of a phone, and reads the news of the partner', async () => {
  await walk('news', 360, async ({ page, picture }) => {
    await page.goto('/merchant/transaction/search');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await clean(page);
    await page.getByRole('button', { name: 'Find anything' }).click();
    await page.keyboard.type('users');
    await page.getByRole('option', { name: /^Users/ }).click();
    await page.waitForURL(/\/merchant\/users$/);
    await page.getByRole('button', { name: 'Latest News' }).click();
    await page.getByRole('heading', { name: 'Settlement on Thanksgiving' }).waitFor();
    await clean(page);
    await picture('news');
  });
});

it('shows no name of ours under another brand, and its colours under their own names', async () => {
  await walk('brand', 1300, async ({ page, picture }) => {
    await page.route('**/api/branding', async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as { data: Record<string, unknown> };
      const styles = { 'color-primary': '#123456' };
      Object.assign(json.data, { title: 'Acme Pay', brand_name: 'Acme', styles });
      await route.fulfill({ response: answer, json });
    });
    await page.goto('/merchant/users');
    await page.getByRole('link', { name: 'New user' }).waitFor();
    expect(await page.title()).toBe('Users · Acme Pay');
    expect(await page.locator('body').innerText()).not.toContain('Penstock');
    const read = `getComputedStyle(document.documentElement).getPropertyValue('--color-primary')`;
    expect(await page.evaluate(read)).toBe('#123456');
    await picture('brand');
  });
});
