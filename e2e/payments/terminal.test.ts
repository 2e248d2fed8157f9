// A clerk who types one line: charged without a form, repeated without a card, nothing left behind.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from '../stage/accessibility.ts';
import { fillIn, focusedName, press, reads } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();

const number = '4012000077777777';
const options = { name: 'terminal', width: 1280, as: 'merchant' } as const;

/** Everything a page could leave a card number in. */
async function traces(page: Page): Promise<string> {
  return await page.evaluate(`JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, history.state, location.href, document.title,
    document.documentElement.outerHTML,
    [...document.querySelectorAll('input, textarea')].map((one) => one.value),
  ])`);
}

async function paymentOf(order_id: string) {
  const key = stage.product.credentials.merchant.private_key;
  const search = { order_id: { operator: '=', value: order_id } };
  const { body } = await stage.product.call('POST', '/transaction/search', key, search);
  return body.data;
}

it('charges by one line alone, says so aloud, and repeats it without the card', async () => {
  await stage.walk(options, async (walk) => {
    const { page } = walk;
    const sent: string[] = [];
    page.on('request', (one) => one.postData()?.includes(number) && sent.push(one.url()));
    await page.goto('/merchant/virtual-terminal');
    await page.getByLabel('Card number').waitFor();
    await page.keyboard.press('q');
    expect(await focusedName(page)).toMatch(/^Quick entry/);
    await page.keyboard.type('4012 0000 7777 7777 12/30 123 248.00 98225 #ONE-LINE');
    await reads(page, 'Visa ends in 7777');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await page.keyboard.press('Control+Enter');
    await reads(page, /^Approved$/);
    const status = page.getByRole('status').filter({ hasText: 'Approved: $248.00' });
    expect(await status.innerText()).toBe('Approved: $248.00, Visa credit ending in 7777.');
    expect(await traces(page)).not.toMatch(/4012 ?0000 ?7777/);
    expect(sent).toEqual([`${stage.product.origin}/api/transaction`]);
    const [payment] = await paymentOf('ONE-LINE');
    expect(payment).toMatchObject({ amount: 24_800, transaction_source: 'cp', type: 'sale' });
    expect(payment.billing_address.postal_code).toBe('98225');

    await page.keyboard.press('n');
    await expect.poll(() => focusedName(page)).toBe('Card number');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('r');
    await expect.poll(() => focusedName(page)).toBe('Card number');
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('248.00');
    expect(await page.getByLabel('Card number').inputValue()).toBe('');
    expect(await traces(page)).not.toMatch(/7777/);
    await walk.picture('repeat');

    const description = page.getByLabel('Description', { exact: true });
    await description.fill('half a payment');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('r');
    const asked = page.getByRole('dialog', { name: 'Changes are not saved' });
    expect((await axeFindings(page)).join('\n')).toBe('');
    await asked.getByRole('button', { name: 'Keep editing' }).click();
    expect(await description.inputValue()).toBe('half a payment');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('r');
    await asked.getByRole('button', { name: 'Repeat last' }).click();
    await expect.poll(() => description.inputValue()).toBe('');
    await expect.poll(() => focusedName(page)).toBe('Card number');
  });
  expect(stage.product.output()).not.toContain(number);
});

it('asks before what was typed is lost, and follows the tabs of the address', async () => {
  await stage.walk(options, async ({ page }) => {
    await page.goto('/merchant/virtual-terminal/ach');
    await page.getByLabel('Routing number').waitFor();
    await page.getByRole('link', { name: 'Virtual Terminal' }).click();
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Amount', { exact: true }).fill('7.00');
    await page.getByRole('tab', { name: 'ACH' }).click();
    await page.waitForURL('**/virtual-terminal/ach');
    await page.getByRole('link', { name: 'Transactions' }).click();
    const asked = page.getByRole('dialog', { name: 'Changes are not saved' });
    await asked.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('7.00');
    expect(await traces(page), 'the tab took the card with it').not.toMatch(/4012 ?0000/);
    await page.getByRole('link', { name: 'Transactions' }).click();
    await asked.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    expect(await traces(page)).not.toMatch(/4012 ?0000/);
  });
});

it('says what a line does not mean, and charges nothing', async () => {
  await stage.walk(options, async ({ page }) => {
    await page.goto('/merchant/virtual-terminal');
    await page.getByLabel('Card number').waitFor();
    await page.keyboard.press('q');
    await page.keyboard.type('4012000077777777 13/30 123 5.00 #NOT-TAKEN');
    await page.keyboard.press('Control+Enter');
    await reads(page, 'Not recognized: ••/••, •••');
    expect(await paymentOf('NOT-TAKEN')).toEqual([]);
  });
});

it('takes the rest of a partial approval with another card', async () => {
  await stage.walk(options, async ({ page }) => {
    await page.goto('/merchant/virtual-terminal');
    await page.getByLabel('Card number').waitFor();
    await page.getByLabel(/^Allow partial payment/).check();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('q');
    await page.keyboard.type('4000000000000051 12/30 123 80.00 #IN-PARTS');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: /^Partially approved/ }).waitFor();
    await press(page, /^Charge the remaining \$40\.00/);
    await expect.poll(() => focusedName(page)).toBe('Card number');
    await fillIn(page, /^Card number$/, number);
    await fillIn(page, /^Expiry/, '1230');
    await page.keyboard.press('Control+Enter');
    await reads(page, /^Approved$/);
  });
  const amounts = (await paymentOf('IN-PARTS')).map((one: { amount: number }) => one.amount);
  expect(amounts.sort()).toEqual([4000, 8000]);
});

it('sends lines, fee and parts as the preview prints them', async () => {
  const { id } = stage.product.credentials.merchant;
  const { private_key } = stage.product.credentials.admin;
  const line = { unit_of_measure: 'PCE', local_tax_rate: '7.5' };
  await stage.product.call('POST', `/merchant/${id}/default/line_items`, private_key, line);
  await stage.walk(options, async ({ page }) => {
    await page.goto('/merchant/virtual-terminal');
    await fillIn(page, /^Card number$/, number);
    await fillIn(page, /^Expiry/, '1230');
    await fillIn(page, /^Shipping$/, '5.00');
    await fillIn(page, /^Service fee/, '2');
    await fillIn(page, /^Order ID$/, 'WITH-LINES');
    await press(page, /^Line items/);
    await press(page, /^Add a line$/);
    await fillIn(page, /^Item$/, 'Tent');
    await fillIn(page, /^Quantity$/, '3');
    expect(await page.getByLabel('Unit', { exact: true }).inputValue()).toBe('PCE');
    expect(await page.getByLabel(/^Local tax/).inputValue()).toBe('7.5');
    await fillIn(page, /^Unit price$/, '10.50');
    await page.getByLabel(/^Amount from line items/).check();
    await reads(page, /^Charge \$37\.23/);
    await page.keyboard.press('Control+Enter');
    await reads(page, /^Approved$/);
  });
  const [payment] = await paymentOf('WITH-LINES');
  expect(payment).toMatchObject({ amount: 3723, shipping_amount: 500, service_fee: 73 });
  expect(payment.line_items).toMatchObject([
    { name: 'Tent', quantity: 3, unit_of_measure: 'PCE', unit_price: 1050, amount: 3150 },
  ]);
});

it('saves the payer with the payment, who is then a customer', async () => {
  await stage.walk({ ...options, name: 'save-customer' }, async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/virtual-terminal');
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expiry').fill('12/30');
    await page.getByLabel('Amount', { exact: true }).fill('12.00');
    await page.getByLabel('Save customer').check();
    await page.getByLabel('Customer ID').fill('no good');
    await page
      .getByRole('button', { name: /^Charge/ })
      .first()
      .click();
    await reads(page, 'The Customer ID field format is invalid.');
    await page.getByLabel('Customer ID').fill('counter-17');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('option');
    await page
      .getByRole('button', { name: /^Charge/ })
      .first()
      .click();
    await reads(page, /^Approved$/);
    await reads(page, 'saved as counter-17');
    const key = stage.product.credentials.merchant.private_key;
    const { body } = await stage.product.call('GET', '/vault/counter-17', key);
    expect(body.data.data.customer.payments.cards).toHaveLength(1);
    // Another payment saves nobody unless somebody says so.
    await page.keyboard.press('n');
    expect(await page.getByLabel('Save customer').isChecked()).toBe(false);
  });
});

it('states the ID of a customer who is not saved, where the merchant takes those', async () => {
  const { id, private_key } = stage.product.credentials.merchant;
  const takes = (allow_unmatched_customer_id: boolean) =>
    stage.post('merchant', `/merchant/${id}/default/virtual_terminal`, {
      allow_unmatched_customer_id,
    });
  await takes(true);
  try {
    await stage.walk({ ...options, name: 'stated-customer' }, async ({ page }) => {
      await page.goto('/merchant/virtual-terminal');
      await page.getByRole('tab', { name: 'Cash' }).click();
      await page.getByLabel('Amount', { exact: true }).fill('9.00');
      await page.getByLabel('Customer ID').fill('erp-17');
      expect(await page.getByLabel('Save customer').count()).toBe(0);
      await page
        .getByRole('button', { name: /^Charge/ })
        .first()
        .click();
      await reads(page, /^Approved$/);
      const wanted = { customer_id: { operator: '=', value: 'erp-17' } };
      const { body } = await stage.product.call('POST', '/transaction/search', private_key, wanted);
      expect(body.data).toMatchObject([{ amount: 900, payment_type: 'cash' }]);
    });
  } finally {
    await takes(false);
  }
});
