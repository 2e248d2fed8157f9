// The panel as its first reader tries it: the main job end to end, then everything that goes wrong.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { interceptsLater, type Journey } from './stage/browser.ts';
import { reads } from './stage/hands.ts';
import { openStage } from './stage/stage.ts';

const stage = openStage();

const walkAs = (name: string, steps: (journey: Journey) => Promise<void>) =>
  stage.walk({ name, width: 1440, as: 'merchant' }, steps);

async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.goto('/');
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: /^Log in/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Fills the terminal; the number decides what the bank says. */
async function typePayment(page: Page, number: string, amount: string): Promise<void> {
  await field(page, 'Card number').fill(number);
  await page.getByLabel('Expiry').fill('12/30');
  await page.getByLabel('CVC').fill('999');
  await field(page, 'Amount').fill(amount);
}

const list = '/merchant/transaction/search';
const terminal = '/merchant/virtual-terminal';
const rows = (page: Page) => page.locator('tbody tr[data-row]');

it('takes a payment, finds it, refunds half, and shows both to the partner', async () => {
  const { merchant, partner, admin } = stage.product.credentials;
  let address = '';
  await stage.walk({ name: 'judge', width: 1440 }, async (walk) => {
    const { page } = walk;
    await signIn(page, merchant);
    await page.getByRole('link', { name: 'Virtual Terminal' }).click();
    await typePayment(page, '4111111111111111', '12.34');
    await page.getByRole('button', { name: /^Charge \$12\.34/ }).click();
    await reads(page, /^Approved$/);
    await walk.picture('approved');
    await page.getByRole('link', { name: 'Transactions' }).click();
    const row = rows(page).filter({ hasText: '$12.34' }).filter({ hasText: '411111******1111' });
    await row.first().waitFor();
    expect(await row.first().innerText()).toContain('Pending settlement');
    const moved = await stage.product.call('POST', '/sandbox/clock', admin.private_key, {
      advance_seconds: 172_800,
    });
    expect(moved.status).toBe(200);
    await row.first().click();
    await page.getByRole('heading', { level: 1, name: /\$12\.34/ }).waitFor();
    await page.reload();
    await reads(page, /^Settled$/);
    await page.getByRole('button', { name: /^Refund/ }).click();
    await page.getByRole('button', { name: 'Half' }).click();
    await page.getByRole('button', { name: /^Refund \$6\.17/ }).click();
    await reads(page, 'Transaction has been refunded!');
    await reads(page, /^Partially refunded$/);
    address = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  });
  await stage.walk({ name: 'judge', width: 1440 }, async (walk) => {
    const { page } = walk;
    await signIn(page, partner);
    await page.goto(`/partner/${merchant.id}/transaction/detail/${address}`);
    const ledger = page.getByRole('region', { name: 'Ledger entries' });
    expect(await ledger.innerText()).toContain('$12.34');
    await walk.picture('partner-sale');
    // The refund stands among the related transactions, one click away.
    await page
      .getByRole('link', { name: /Refund/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /6\.17/ }).waitFor();
    await ledger.getByText('$6.17').first().waitFor();
    await walk.picture('partner-refund');
  });
});

it('says why a sign-in failed, with the Error ID, and keeps the name', async () => {
  await stage.walk({ name: 'wrong', width: 1440 }, async (walk) => {
    const { page } = walk;
    await page.goto('/auth');
    await page.getByRole('button', { name: /^Log in/ }).click();
    await reads(page, 'The Username field is required.');
    await reads(page, 'The Password field is required.');
    await page.getByLabel('Username').fill(stage.product.credentials.merchant.username);
    await page.getByRole('textbox', { name: 'Password' }).fill('Wrong!2026x');
    walk.expectAnswer(401, '/token-auth');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    expect(await dialog.innerText()).toMatch(/invalid credentials[\s\S]*Error ID: [0-9a-v]{20}/);
    await walk.picture('password');
    await page.getByRole('button', { name: 'OK' }).click();
    expect(await page.getByLabel('Username').inputValue()).toBe(
      stage.product.credentials.merchant.username,
    );
  });
});

it('ends the session for good on log-out, in the browser and on the server', async () => {
  await stage.walk({ name: 'out', width: 1440 }, async (walk) => {
    const { page } = walk;
    await signIn(page, stage.product.credentials.merchant);
    const stored = await page.evaluate("sessionStorage.getItem('penstock-session')");
    const { token, sid } = JSON.parse(stored as string);
    const ask = () =>
      stage.product.call('GET', '/user', `Bearer ${token}`, undefined, { 'x-session-id': sid });
    expect((await ask()).status).toBe(200);
    await page.getByRole('link', { name: 'Virtual Terminal' }).click();
    await field(page, 'Card number').waitFor();
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('**/auth');
    expect((await ask()).status).toBe(401);
    await page.goBack();
    await page.waitForURL('**/auth');
    expect(await page.evaluate("sessionStorage.getItem('penstock-session')")).toBeNull();
    await page.goto(list);
    await page.waitForURL('**/auth');
  });
});

it('leads to the sign-in when the server has ended the session', async () => {
  await walkAs('ended', async ({ page, sessionEnds }) => {
    await page.goto(list);
    await rows(page).first().waitFor();
    await page.route('**/api/transaction/search', (route) =>
      route.fulfill({ status: 401, json: { status: 'failed', msg: 'unauthorized' } }),
    );
    sessionEnds();
    await page.getByRole('button', { name: '7 days' }).click();
    await page.waitForURL('**/auth');
  });
});

it('keeps what a list shows in its address: reload and back give it again', async () => {
  await walkAs('list', async ({ page, picture }) => {
    await page.goto(list);
    await page.getByRole('button', { name: '90 days' }).click();
    await page.getByLabel('Rows per page').selectOption('20');
    await page.getByRole('button', { name: /^Amount/ }).click();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.waitForURL(/page=2/);
    await page.getByText(/21–40 of/).waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    // Rows of a long page are drawn in two steps.
    await expect.poll(() => rows(page).count()).toBe(20);
    const before = await rows(page).allInnerTexts();
    await picture('page-2');
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(20);
    expect(await rows(page).allInnerTexts()).toEqual(before);
    await rows(page).first().click();
    await page.waitForURL('**/detail/*');
    await page.goBack();
    await rows(page).nth(19).waitFor();
    expect(await rows(page).allInnerTexts()).toEqual(before);
  });
});

it('keeps every choice made in quick succession, before the list is drawn again', async () => {
  await walkAs('quick', async ({ page }) => {
    await page.goto(list);
    await rows(page).first().waitFor();
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.evaluate(`(async () => {
      for (const text of [/^90 days$/, /^Amount/, /^Status/]) {
        const buttons = [...document.querySelectorAll('button')];
        buttons.find((button) => text.test(button.textContent)).click();
        await new Promise((resolve) => setTimeout(resolve));
      }
    })()`);
    await page.waitForURL(/sort=status/);
    expect(new URL(page.url()).searchParams.get('created_at')).toBe('last:90');
  });
});

it('shows what settled in detail, and hands it over as a file', async () => {
  await walkAs('settled', async ({ page, picture }) => {
    await page.goto('/merchant/settlement/search');
    await page.getByRole('button', { name: 'Detailed' }).click();
    const details = page.getByRole('columnheader', { name: 'Refunds and credits' });
    await details.waitFor();
    await page.reload();
    await details.waitFor();
    await rows(page).first().waitFor();
    await picture('detailed');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^settlements-\d\d-\d\d-\d{4}\.csv$/);
    const [head = '', line = ''] = readFileSync(await file.path(), 'utf8').split('\n');
    expect(head).toMatch(/^settlement_batch_id,.*,transaction_id,.*,amount$/);
    expect(line).toMatch(/^[0-9a-v]{20},.*,-?\d+\.\d\d$/);
    await reads(page, 'Success!');
  });
});

it('explains a decline in words, and offers another try', async () => {
  await walkAs('declined', async ({ page, picture }) => {
    await page.goto(terminal);
    await typePayment(page, '4000000000009995', '45.00');
    await page.keyboard.press('Control+Enter');
    await reads(page, /^Declined/);
    await reads(page, /Nothing was charged/);
    expect(await page.locator('main').innerText()).toMatch(/insufficient funds/i);
    await picture('words');
    await page.getByRole('button', { name: /another payment method/ }).click();
    expect(await field(page, 'Amount').inputValue()).toBe('45.00');
    expect(await field(page, 'Card number').inputValue()).toBe('');
  });
});

it('checks while one types, in the words of the specification', async () => {
  await walkAs('checks', async ({ page, picture }) => {
    await page.goto(terminal);
    const number = field(page, 'Card number');
    await number.fill('4111111111111112');
    await page.locator('[aria-invalid="true"]').first().waitFor();
    await number.fill('4111111111111111');
    await page.locator('[aria-invalid="true"]').first().waitFor({ state: 'detached' });
    await field(page, 'Order ID').fill('x'.repeat(18));
    await reads(page, 'The Order ID field must not contain more than 17 characters.');
    await field(page, 'Order ID').fill('');
    await page.getByRole('button', { name: /^Charge/ }).click();
    await reads(page, 'The Amount field is required.');
    await reads(page, 'The Expiry field is required.');
    expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
    await picture('required');
  });
});

it('loses nothing that was typed when a call fails, and charges once in the end', async () => {
  await walkAs('failing', async ({ page, picture, expectAnswer }) => {
    await interceptsLater(page);
    await page.goto(terminal);
    await typePayment(page, '4111111111111111', '77.77');
    await field(page, 'Order ID').fill('ONCE77');
    const msg = 'internal error: please give the Error ID 1k7v9eocvcm8jc64as8n to support';
    // The payment is taken; its answer never comes through.
    await page.route('**/api/transaction', async (route) => {
      await route.fetch();
      await route.fulfill({
        status: 500,
        headers: { 'x-correlation-id': '1k7v9eocvcm8jc64as8n' },
        json: { status: 'failed', msg },
      });
    });
    expectAnswer(500, '/transaction');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain('Error ID: 1k7v9eocvcm8jc64as8n');
    await picture('dialog');
    await page.keyboard.press('Escape');
    expect(await field(page, 'Amount').inputValue()).toBe('77.77');
    expect(await field(page, 'Card number').inputValue()).toBe('4111 1111 1111 1111');
    expect(await field(page, 'Order ID').inputValue()).toBe('ONCE77');
    await page.unroute('**/api/transaction');
    await page.getByLabel('CVC').fill('999');
    await page.keyboard.press('Control+Enter');
    await reads(page, /^Approved$/);
    const key = stage.product.credentials.merchant.private_key;
    const search = { order_id: { operator: '=', value: 'ONCE77' } };
    const { body } = await stage.product.call('POST', '/transaction/search', key, search);
    expect(body.total_count).toBe(1);
  });
});

it('keeps no card number anywhere but in the field', async () => {
  await walkAs('secrets', async ({ page }) => {
    await page.goto(terminal);
    await typePayment(page, '4005519200000004', '5.00');
    await page.keyboard.press('Control+Enter');
    await reads(page, /^Approved$/);
    const traces = (await page.evaluate(`JSON.stringify([
      location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie,
      document.documentElement.outerHTML])`)) as string;
    expect(traces).not.toMatch(/4005 ?5192 ?0000 ?0004/);
    expect(stage.product.output()).not.toContain('4005519200000004');
  });
});
