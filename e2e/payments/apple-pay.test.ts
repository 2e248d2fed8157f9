// Apple Pay: a merchant registers and gets its certificates; a payer pays in the virtual terminal,
// in a browser that has Apple Pay and in one that has not.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { interceptsLater } from '../stage/browser.ts';
import { focusedName, reads } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
/** Registrations are of domains, never of addresses. */
const origin = () => stage.product.origin.replace('127.0.0.1', 'localhost');

async function lab(call: string, body: object): Promise<Record<string, unknown>> {
  const file = path.join(stage.product.data_dir, 'lab/lab.json');
  const { port } = JSON.parse(readFileSync(file, 'utf8')) as { port: number };
  const answer = await fetch(`http://127.0.0.1:${port}${call}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

/** The demo merchant's registration, which its virtual terminal uses. */
async function registration() {
  const { private_key } = stage.product.credentials.merchant;
  const { data } = (await stage.product.call('GET', '/merchant/apple-pay', private_key)).body;
  return data[0];
}

/** A browser that has Apple Pay, whose payer confirms at once with the lab's card. */
async function giveApplePay(page: Page): Promise<void> {
  const { session_url } = await lab('/apple/authority', {});
  await page.exposeFunction('labToken', async (amount: number) => {
    const { apple_pay_merchant_id: merchant_id, processing_certificate } = await registration();
    const card = { number: '4111111111111111', expiration: '301231' };
    return await lab('/apple/token', { merchant_id, processing_certificate, amount, ...card });
  });
  await page.addInitScript((validationURL) => {
    type PaymentRequest = { total: { amount: string } };
    class Session {
      static STATUS_SUCCESS = 0;
      static STATUS_FAILURE = 1;
      static canMakePayments = () => true;
      onvalidatemerchant?: (event: object) => void;
      onpaymentauthorized?: (event: object) => void;
      readonly request: PaymentRequest;
      constructor(_version: number, request: PaymentRequest) {
        this.request = request;
      }
      begin() {
        const counted = globalThis as { sheets?: number };
        counted.sheets = (counted.sheets ?? 0) + 1;
        this.onvalidatemerchant?.({ validationURL });
      }
      abort() {}
      async completeMerchantValidation() {
        const { labToken } = globalThis as unknown as { labToken(amount: number): Promise<object> };
        const token = await labToken(Math.round(Number(this.request.total.amount) * 100));
        this.onpaymentauthorized?.({ payment: { token } });
      }
      completePayment() {}
    }
    Object.assign(globalThis, { ApplePaySession: Session });
  }, session_url);
}

it.each(
  sampleOf('desk', [
    { name: 'desk', width: 1280 },
    { name: 'phone', width: 390 },
  ]),
)('a merchant registers a domain and uses test certificates ($name)', async ({ name, width }) => {
  const shop = `Shop ${width}`;
  const options = { name: `apple-pay-${name}`, width, as: 'merchant' } as const;
  await stage.walk(options, async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/settings/apple-pay');
    await reads(page, /merchant\.com\.example\.|Harborview/);
    await page.getByRole('heading', { name: 'Apple Pay' }).waitFor();
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('list');
    await page.goto('/merchant/settings/apple-pay/create/own_keys');
    await reads(page, 'Merchant identity');
    await walk.picture('own-keys');
    await page.getByRole('button', { name: 'Create registration' }).click();
    await page.getByLabel('Merchant identity private key').waitFor();
    await page.getByLabel('Payment processing private key').waitFor();
    await page.getByRole('link', { name: 'Let the gateway create the keys instead' }).click();
    await page.getByLabel('Domain').fill('https://shop');
    await page.getByRole('button', { name: 'Create registration' }).click();
    await reads(page, 'The Apple merchant ID field is required.');
    await page.getByLabel('Apple merchant ID').fill(`merchant.com.example.${width}`);
    await page.getByLabel('Display name').fill(shop);
    await page.getByLabel('Domain').fill(`shop${width}.example.com`);
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('new');
    await page.getByRole('button', { name: 'Create registration' }).click();
    await reads(page, 'Apple Pay registration created');
    await reads(page, 'Waiting for certificates');
    await page.getByRole('button', { name: 'Download signing request' }).first().waitFor();
    await walk.picture('requests');
    const id = page.url().split('/').at(-2);
    walk.expectAnswer(400, `/merchant/apple-pay/${id}/certificate`);
    await page
      .getByLabel('Certificate file')
      .first()
      .setInputFiles({
        name: 'wrong.cer',
        mimeType: 'application/x-x509-ca-cert',
        buffer: Buffer.from('no certificate'),
      });
    await reads(page, 'The file is not a certificate.');
    await walk.picture('wrong-file');
    await page.getByRole('button', { name: 'Use test certificates' }).click();
    await reads(page, 'Test certificates in use');
    await reads(page, 'Ready');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('ready');
    await page.getByRole('button', { name: 'Renew certificate' }).first().click();
    await page.getByRole('button', { name: 'Create signing request' }).click();
    await reads(page, 'Signing request created');
    await expect.poll(() => focusedName(page)).toMatch(/^Download signing request/);
    await page.getByRole('link', { name: 'Choose it in the defaults' }).click();
    const chosen = page.getByLabel('Apple Pay ID');
    await expect.poll(() => chosen.locator('option:checked').textContent()).toContain('localhost');
    await expect
      .poll(() => chosen.locator('option').allTextContents())
      .toContain(`${shop}, shop${width}.example.com`);
    await page.goto('/merchant/settings/apple-pay');
    await page.getByRole('link', { name: shop }).first().click();
    await page.getByLabel('Domain file').fill('short');
    await page.getByRole('button', { name: 'Save registration' }).click();
    await reads(page, 'Paste the whole content of the file that Apple gives you.');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('one');
  });
});

it('the Pay tab says where Apple Pay cannot be used', async () => {
  const options = { name: 'apple-pay-unsupported', width: 390, as: 'merchant' } as const;
  await stage.walk({ ...options, origin: origin() }, async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/virtual-terminal');
    await page.getByRole('tab', { name: 'Pay', exact: true }).click();
    await reads(
      page,
      'Apple Pay is not supported in this browser. ' +
        'Please copy the page URL into Safari and continue filling the page.',
    );
    await walk.picture('tab');
    // The row of tabs is wider than a phone: it begins where one is.
    await page.goto('/merchant/virtual-terminal/apple_pay_token');
    const tab = page.getByRole('tab', { name: 'Pay', exact: true });
    await tab.waitFor();
    const row = await page.getByRole('tablist', { name: 'Payment method' }).boundingBox();
    const box = await tab.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
      (row?.x ?? 0) + (row?.width ?? 0) + 1,
    );
  });
});

it('a payer pays by Apple Pay', async () => {
  const options = { name: 'apple-pay-charge', width: 1280, as: 'merchant' } as const;
  await stage.walk({ ...options, origin: origin() }, async (walk) => {
    const { page } = walk;
    await giveApplePay(page);
    await interceptsLater(page);
    await page.goto('/merchant/virtual-terminal/apple_pay_token');
    const button = page.getByRole('button', { name: 'Pay with Apple Pay' });
    const amount = page.getByLabel('Amount', { exact: true });
    const sheets = () => page.evaluate('globalThis.sheets ?? 0');
    // What is wrong is said before the payer is asked.
    await button.click();
    await reads(page, 'The Amount field is required.');
    expect(await sheets()).toBe(0);
    await amount.fill('12.99');
    await button.waitFor();
    await page.getByRole('button', { name: 'Charge $12.99' }).first().click();
    await reads(page, 'Confirm the payment in Apple Pay first');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('tab');
    // Authorized, and refused: for another total it is authorized anew.
    await page.route('**/api/transaction', (route) =>
      route.fulfill({ status: 400, json: { status: 'failed', msg: 'Not now.' } }),
    );
    walk.expectAnswer(400, '/transaction');
    await button.click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor();
    await page.keyboard.press('Escape');
    await page.unroute('**/api/transaction');
    await amount.fill('13.99');
    await page.getByRole('button', { name: 'Charge $13.99' }).first().click();
    await reads(page, 'Confirm the payment in Apple Pay first');
    await amount.fill('12.99');
    expect(await sheets()).toBe(1);
    await button.click();
    await reads(page, /^Approved$/);
    expect(await sheets()).toBe(2);
    await walk.picture('result');
  });
  const found = await stage.post('merchant', '/transaction/search', {
    payment_method: { operator: '=', value: 'apple_pay_token' },
  });
  expect(found).toMatchObject([
    {
      amount: 1299,
      payment_method: 'apple_pay_token',
      transaction_source: 'cp',
      response_body: { card: { entry_type: 'apple_pay', last_four: '1111' } },
    },
  ]);
});
