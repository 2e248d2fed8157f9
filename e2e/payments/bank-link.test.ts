// A bank link in the virtual terminal: signing in at the test bank, choosing an account, paying
// from it; a bank that asks again, one without accounts, and a link that has expired.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { focusedName, reads } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();

async function signIn(page: Page, username: string) {
  await page.goto('/merchant/virtual-terminal/ach');
  await page.getByRole('button', { name: 'Link a bank account' }).click();
  const bank = page.getByRole('dialog', { name: 'Sign in to the test bank' });
  await bank.getByLabel('Test user').selectOption(username);
  await bank.getByRole('button', { name: 'Sign in' }).click();
}
const account = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });

it.each(
  sampleOf('bank-link', [
    { look: { name: 'bank-link', width: 1280, scheme: 'light' }, amount: '21.50', cents: 2_150 },
    { look: { name: 'bank-link', width: 1280, scheme: 'dark' }, amount: '24.50', cents: 2_450 },
    { look: { name: 'bank-link', width: 390, scheme: 'light' }, amount: '22.50', cents: 2_250 },
    { look: { name: 'bank-link', width: 390, scheme: 'dark' }, amount: '25.50', cents: 2_550 },
  ] as const),
)('a clerk links an account and charges it: $look', async ({ look, amount, cents }) => {
  await stage.walk({ ...look, as: 'merchant' }, async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/virtual-terminal/ach');
    await page.getByRole('button', { name: 'Link a bank account' }).waitFor();
    await walk.picture('tab');
    await page.getByRole('button', { name: 'Link a bank account' }).click();
    await reads(page, 'This bank is simulated. Its accounts hold no money.');
    await walk.picture('window');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await reads(page, 'Lab Gold Standard Checking');
    const tab = page.getByRole('tab', { name: 'ACH' });
    expect(await tab.getAttribute('aria-selected')).toBe('true');
    const first = account(page, /Lab Gold Standard Checking/);
    await expect.poll(() => focusedName(page)).toMatch(/^Lab Gold Standard Checking/);
    await reads(page, 'Checking •••• 0000');
    await reads(page, '$43,200.50');
    await reads(page, 'Not available');
    await page.getByLabel('Amount', { exact: true }).fill(amount);
    await page
      .getByRole('button', { name: `Charge $${amount}` })
      .last()
      .click();
    await reads(page, 'Choose the account to charge.');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('problem');
    await first.focus();
    await page.keyboard.press('ArrowDown');
    expect(await account(page, /Lab Silver Standard Savings/).isChecked()).toBe(true);
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('chosen');
    await page
      .getByRole('button', { name: `Charge $${amount}` })
      .last()
      .click();
    await reads(page, /^Approved$/);
    await page.getByRole('link', { name: 'Open transaction' }).click();
    await reads(page, 'Account •••• 1111 validated by the bank');
    await walk.picture('detail');
  });
  const [payment] = await stage.post('merchant', '/transaction/search', { limit: 1 });
  expect(payment).toMatchObject({
    amount: cents,
    payment_method: 'plaid',
    payment_type: 'ach',
    response_body: { ach: { sec_code: 'web', account_type: 'savings' } },
  });
});

it('a bank that asks again opens its window by itself, and by a button', async () => {
  const options = { name: 'bank-link-again', width: 1280, as: 'merchant' } as const;
  await stage.walk(options, async (walk) => {
    const { page } = walk;
    walk.expectAnswer(400, '/api/plaid/link');
    await signIn(page, 'user_login_required');
    const again = page.getByRole('dialog', { name: 'Sign in to the test bank again' });
    await again.getByText('Your bank asks you to sign in again.').waitFor();
    await walk.picture('window');
    await again.getByRole('button', { name: 'Cancel' }).click();
    await reads(page, 'Your bank asks you to sign in again.');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('asked');
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await again.getByRole('button', { name: 'Sign in again' }).click();
    await account(page, /Lab Gold Standard Checking/).check();
    await page.getByLabel('Amount', { exact: true }).fill('23.50');
    await page.getByRole('button', { name: 'Charge $23.50' }).first().click();
    await reads(page, /^Approved$/);
  });
});

it('an empty bank says so, and numbers can be typed again', async () => {
  const options = { name: 'bank-link-empty', width: 390, as: 'merchant' } as const;
  await stage.walk(options, async (walk) => {
    const { page } = walk;
    await signIn(page, 'user_no_accounts');
    await reads(page, 'This bank has no account to pay from.');
    await walk.picture('empty');
    await page.getByRole('button', { name: 'Sign in to another bank' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await reads(page, 'No bank account is linked.');
    await walk.picture('closed');
    await page.getByRole('button', { name: 'Enter account numbers' }).click();
    await expect.poll(() => focusedName(page)).toMatch(/^Routing number/);
    await page.getByRole('tab', { name: 'Card', exact: true }).click();
    await page.getByRole('tab', { name: 'ACH' }).click();
    await page.getByLabel('Routing number').waitFor();
  });
});

it('a link that has expired takes the chosen account back', async () => {
  const options = { name: 'bank-link-expired', width: 1280, as: 'merchant' } as const;
  await stage.walk(options, async (walk) => {
    const { page } = walk;
    // Half an hour in a moment, without the session's own end.
    await page.route('**/api/plaid/link', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.data.expires_at = new Date(Date.now() + 3_000).toISOString();
      await route.fulfill({ response, json: body });
    });
    await signIn(page, 'user_good');
    await account(page, /Lab Gold Standard Checking/).check();
    await reads(page, 'The link has expired. Links work for 30 minutes.');
    await walk.picture('expired');
    await page.getByRole('button', { name: 'Link again' }).click();
    await page.getByRole('dialog', { name: 'Sign in to the test bank' }).waitFor();
  });
});
