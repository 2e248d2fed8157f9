// An Error ID leads to what happened: from the dialog, from the search box, for the operator too;
// and the sandbox's mailbox holds the letter that a forgetful user waits for.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from './stage/accessibility.ts';
import { openStage } from './stage/stage.ts';

const stage = openStage();

const width = 1280;

function as(who: 'merchant' | 'admin', name: string) {
  return { name: `traced-${name}`, width, as: who };
}

const reads = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** A declined sale; returns its Error ID and the sentence of its answer. */
async function failedSale(): Promise<{ id: string; msg: string }> {
  const card = { number: '4111111111111111', expiration_date: '12/30', cvc: '999' };
  const body = { type: 'sale', amount: 1299, currency: 'xxx', payment_method: { card } };
  const { private_key } = stage.product.credentials.merchant;
  const answer = await stage.product.call('POST', '/transaction', private_key, body);
  return { id: String(answer.headers.get('x-correlation-id')), msg: answer.body.msg };
}

it('a failed call shows its Error ID, and the dialog opens the trace', async () => {
  await stage.walk(as('merchant', 'dialog'), async ({ page, expectAnswer, picture }) => {
    expectAnswer(404, `/transaction/${'7'.repeat(20)}`);
    await page.goto(`/merchant/transaction/detail/${'7'.repeat(20)}`);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(/Error ID: [0-9a-v]{20}/).waitFor();
    await dialog.getByRole('button', { name: 'Open request trace' }).click();
    await page.waitForURL('**/merchant/trace/*');
    await reads(page, 'The request was refused: not found');
    await reads(page, `GET /api/transaction/${'7'.repeat(20)}`);
    await dialog.waitFor({ state: 'detached' });
    expect(await axeFindings(page)).toEqual([]);
    await picture('dialog');
  });
});

it('an Error ID pasted into the header’s search opens the trace, without the card', async () => {
  const { id, msg } = await failedSale();
  await stage.walk(as('merchant', 'search'), async ({ page }) => {
    await page.goto('/merchant/transaction/search');
    await page.getByPlaceholder('Search...').fill(id);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/merchant/trace/${id}`);
    await reads(page, `The request was refused: ${msg}`);
    await page.getByText('Request body without card data and secrets').click();
    await reads(page, '"currency": "xxx"');
    expect(await page.content()).not.toContain('4111111111111111');
  });
});

it('the operator finds it from the audit log, and reads a refusal there', async () => {
  const { merchant_standard } = stage.product.credentials;
  const refused = await stage.product.call('POST', '/user', merchant_standard.private_key, {});
  expect(refused.status).toBe(403);
  const { id, msg } = await failedSale();
  await stage.walk(as('admin', 'operator'), async ({ page, picture }) => {
    await page.goto('/admin/audit');
    const row = page.getByRole('row').filter({ hasText: merchant_standard.username });
    await row.filter({ hasText: 'Refused' }).first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Created user' }).waitFor();
    await reads(page, refused.body.msg);
    await page.goBack();
    await page.getByPlaceholder('Error ID').fill(`Error ID: ${id}`);
    await page.keyboard.press('Enter');
    await reads(page, `The request was refused: ${msg}`);
    await picture('operator');
  });
});

it('the letter that resets a password lies in the mailbox, and its link works', async () => {
  const { username } = stage.product.credentials.merchant_standard;
  const path = '/user/forgot-password';
  expect((await stage.product.call('POST', path, '', { username })).status).toBe(200);
  let pathname = '';
  await stage.walk(as('admin', 'mailbox'), async ({ page, picture }) => {
    const looked = async () => {
      await page.goto('/admin/mailbox');
      await page.getByRole('heading', { level: 1, name: 'Mailbox' }).waitFor();
      await page.waitForTimeout(400);
      return await page.getByRole('link', { name: /Reset your password/ }).count();
    };
    await expect.poll(looked, { timeout: 20_000 }).toBeGreaterThan(0);
    await page
      .getByRole('link', { name: /Reset your password/ })
      .first()
      .click();
    const mail = page.frameLocator('iframe');
    await mail.getByText('We received a request for a new password').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture('mailbox');
    // A product on a port of the system's choice cannot say it in its mails: the path counts.
    const link = mail.getByRole('link', { name: 'Choose a new password' });
    pathname = new URL((await link.getAttribute('href')) ?? '').pathname;
  });
  const anew = { name: 'trace-reset', width };
  await stage.walk(anew, async ({ page }) => {
    await page.goto(pathname);
    await page.getByRole('button', { name: 'Set password' }).waitFor();
  });
});
