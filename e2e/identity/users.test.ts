// A user's life: made by one, let in by a mail, held back by another, and acted for by a third.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from '../stage/accessibility.ts';
import { type Login, signInByCall } from '../stage/browser.ts';
import { openStage, type Person } from '../stage/stage.ts';

const stage = openStage();

const priya = { username: 'priya_raman', password: 'Harbor!Light42' };
const width = 1280;

const as = (user: Person | Login, name: string) => ({ name: `users-${name}`, width, as: user });

/** The path of the set-up link in the newest mail that names the user. */
async function setUpPath(): Promise<string> {
  const folder = path.join(stage.product.data_dir, 'mail');
  const found = () =>
    (existsSync(folder) ? readdirSync(folder).sort().reverse() : [])
      .map((name) => readFileSync(path.join(folder, name), 'utf8').replace(/=\r?\n/g, ''))
      .filter((mail) => mail.includes(priya.username))
      .flatMap((mail) => /\/auth\/password-setup\/[\w-]+/.exec(mail)?.[0] ?? []);
  await expect.poll(found, { timeout: 30_000 }).not.toEqual([]);
  return found()[0] as string;
}

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true }).waitFor();

it('is made with its rights, and gets a mail to choose a password', async () => {
  await stage.walk(as('merchant', 'made'), async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/users');
    await page.getByRole('link', { name: 'New user' }).click();
    await page.getByRole('textbox', { name: 'Username' }).fill(priya.username);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Priya Raman');
    await page.getByRole('textbox', { name: 'Email' }).fill('priya@example.com');
    for (const right of ['Edit, copy and delete users', 'See settlements and balances']) {
      await page.getByRole('switch', { name: right }).press('Space');
    }
    await page.keyboard.press('Control+s');
    await toast(page, 'User created!');
    await page.getByRole('link', { name: 'Open Priya Raman (priya_raman)' }).waitFor();
    await walk.picture('list');
  });
});

it('chooses a password by the link and is in, with the entries its rights allow', async () => {
  const options = { name: 'users-first-time', width };
  await stage.walk(options, async ({ page }) => {
    await page.goto(await setUpPath());
    await page.getByRole('button', { name: 'Set password' }).waitFor();
    for (const field of await page.locator('input[type=password]').all()) {
      await field.fill(priya.password);
    }
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await page.getByLabel('Username').fill(priya.username);
    await page.locator('input[type=password]').fill(priya.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/accept-tos|merchant/);
    if (page.url().includes('accept-tos')) {
      await page.getByRole('button', { name: /Accept/ }).click();
    }
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.getByRole('link', { name: 'Balances' }).waitFor();
    // Users of a merchant are the admin role's alone, whatever the rights.
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await page.goto('/merchant/users');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });
});

it('loses a right in the table, by keyboard alone, and the entry with it', async () => {
  await stage.walk(as('merchant', 'matrix'), async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/users/permissions');
    await page.getByLabel('process_refund, Priya Raman').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('1 change for 1 user.').waitFor();
    await page.getByText(/can no longer see settlements and balances/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await walk.picture('table');
    await page.keyboard.press('Control+s');
    await toast(page, 'Permissions saved');
    await page.getByLabel('view_settlement_batches, Harborview Admin').focus();
    await page.getByText('These are your own permissions').waitFor();
    await page.keyboard.press('Space');
    expect(await page.getByRole('button', { name: /Save permissions/ }).count()).toBe(0);
  });
  await stage.walk(as(priya, 'held-back'), async ({ page }) => {
    await page.goto('/merchant/transaction/search');
    await page.getByRole('link', { name: 'Virtual Terminal' }).waitFor();
    await page.getByRole('button', { name: `User menu, ${priya.username}` }).waitFor();
    expect(await page.getByRole('link', { name: 'Balances' }).count()).toBe(0);
  });
});

/** From an office, while the user works. */
async function askForPassword(): Promise<void> {
  const { private_key } = stage.product.credentials.admin;
  const filter = { username: { operator: '=', value: priya.username } };
  const found = await stage.product.call('POST', '/users/search', private_key, filter);
  const request = { password_change_required: true };
  const path = `/user/request-password-change/${found.body.data[0].id}`;
  expect((await stage.product.call('POST', path, private_key, request)).status).toBe(200);
}

it('is led to the new password that was asked for, from any page, and on from there', async () => {
  await stage.walk(as(priya, 'owes'), async ({ page, heldBack, picture }) => {
    await page.goto('/merchant/transaction/search');
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    await askForPassword();
    heldBack();
    await page.reload();
    await page.getByText('You need to set a new password to continue.').waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await picture('password');
    await page.getByLabel('Current password').fill(priya.password);
    for (const label of ['New password', 'Confirm new password']) {
      await page.getByLabel(label, { exact: true }).fill('Lantern!Quay77');
    }
    await page.keyboard.press('Enter');
    await toast(page, 'Password changed. Your other sessions have ended.');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });
});

it('is acted for in a window that says so, unless its login is disabled', async () => {
  const { admin, merchant } = stage.product.credentials;
  await stage.walk(as('admin', 'login-as'), async ({ page, context }) => {
    await page.goto(`/admin/merchants/update/${merchant.id}/users`);
    const row = page.getByRole('row').filter({ hasText: priya.username });
    const opened = context.waitForEvent('page');
    await row.getByRole('button', { name: 'Request Login' }).click();
    const other = await opened;
    await other.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(other.url()).not.toContain('auth_key');
    const banner = other.getByRole('complementary', { name: 'Acting as another user' });
    expect(await banner.innerText()).toContain(`${admin.username} acts as ${priya.username}`);
    expect(await axeFindings(other)).toEqual([]);
    await banner.getByRole('button', { name: 'Stop acting' }).click();
    await other.waitForURL('**/auth');
    await other.close();
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Disable user login' }).click();
    await toast(page, 'User login disabled');
    await row.getByText('Login disabled').waitFor();
    await row.getByRole('button', { name: 'Request Login' }).waitFor({ state: 'detached' });
  });
});

it('is acted for until whoever acts is switched off', async () => {
  const { admin, merchant } = stage.product.credentials;
  const office = admin.private_key;
  const actor = { username: 'acting_operator', password: 'Harbor!Light42' };
  const made = await stage.product.call('POST', '/user', office, {
    ...actor,
    name: 'Acting Operator',
    email: 'acting@example.com',
    // The merchant's user has the admin role, so whoever acts as it needs that too.
    role: 'admin',
  });
  expect(made.status, made.text).toBe(200);
  await stage.walk(as(actor, 'acting'), async ({ page, context, sessionEnds }) => {
    await page.goto(`/admin/merchants/update/${merchant.id}`);
    const session = await signInByCall(stage.product.origin, actor);
    const whom = { username: { operator: '=', value: merchant.username } };
    const found = await stage.product.call('POST', '/users/search', merchant.private_key, whom);
    const [user] = found.body.data;
    expect(user.username).toBe(merchant.username);
    const key = await stage.product.call(
      'GET',
      `/user/loginas/${user.id}`,
      `Bearer ${session.token}`,
    );
    expect(key.status, key.text).toBe(200);
    const other = await context.newPage();
    await other.goto(`/auth?auth_key=${encodeURIComponent(key.body.data.key)}`);
    const banner = other.getByRole('complementary', { name: 'Acting as another user' });
    await banner.waitFor();
    sessionEnds();
    const off = { status: 'disabled' };
    const switched = await stage.product.call('POST', `/user/${made.body.data.id}`, office, off);
    expect(switched.status, switched.text).toBe(200);
    await other.goto('/merchant/transaction/search');
    const why = `You are no longer acting as ${merchant.username}. Log in as yourself.`;
    await other.getByText(why).waitFor();
    await other.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    expect(await banner.count()).toBe(0);
  });
});

it('is deleted with a warning about its keys, and by nobody of its own', async () => {
  await stage.walk(as('merchant', 'deleted'), async ({ page }) => {
    await page.goto('/merchant/users');
    await page.getByRole('button', { name: 'Actions for Priya Raman (priya_raman)' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText(/All API keys of/).waitFor();
    await page.getByRole('button', { name: /Delete user/ }).click();
    await toast(page, 'User deleted!');
    await page.getByText(priya.username).first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Actions for .*harborview_admin/ }).click();
    await page
      .getByRole('menuitem', { name: /Delete/ })
      .getByText('yourself')
      .waitFor();
  });
});

it('of an office without the admin role looks at processors and changes none', async () => {
  const { credentials } = stage.product;
  const own = {
    name: 'Clerk',
    email: 'clerk@example.com',
    role: 'standard',
    password: 'Abcdef1!x',
  };
  const user = await stage.post('partner', '/user', { ...own, username: 'office_clerk' });
  const me = await stage.product.call('GET', '/user', credentials.merchant.private_key);
  const as = { username: user.username, password: own.password };
  await stage.walk({ name: 'office-clerk', width: 1440, scheme: 'light', as }, async ({ page }) => {
    const tab = `/partner/merchants/update/${me.body.data.account_type_id}/processors`;
    await page.goto(`${tab}/search`);
    const cards = page.getByRole('link', { name: /cards$/ });
    await cards.waitFor();
    expect(await page.getByRole('link', { name: 'New processor' }).count()).toBe(0);
    await cards.click();
    await page.getByRole('heading', { name: 'Status', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Disable|Release|Save/ }).count()).toBe(0);
    await page.goto(`${tab}/create`);
    await page.waitForURL(`**${tab}/search`);
  });
});
