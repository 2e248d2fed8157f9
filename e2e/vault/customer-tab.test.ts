// A clerk with a caller on the line: finds a saved customer by two letters and charges the card.
import { expect, it } from 'vitest';
import { axeFindings } from '../stage/accessibility.ts';
import { focusedName, press, reads, tabTo } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
const options = { name: 'customer-tab', width: 1280, as: 'merchant' } as const;

const home = { first_name: 'Zofia', last_name: 'Quist', line_1: '1 Main St', city: 'Denver' };
const shop = { ...home, line_1: '9 Lake Ave', city: 'Aspen' };

async function saved(body: object): Promise<string> {
  return (await stage.post('merchant', '/vault/customer', body)).id;
}

async function paymentsOf(customer_id: string) {
  const search = { customer_id: { operator: '=', value: customer_id } };
  return await stage.post('merchant', '/transaction/search', search);
}

it('finds a customer by two letters and charges the saved card by keys alone', async () => {
  const id = await saved({
    description: 'Regular, calls on Fridays',
    default_payment: { card: { number: '4012000077777777', expiration_date: '12/30' } },
    default_billing_address: { ...home, state: 'CO', postal_code: '80202', country: 'US' },
    default_shipping_address: { ...shop, state: 'CO', postal_code: '81611', country: 'US' },
  });
  await stage.walk(options, async (walk) => {
    const { page } = walk;
    const asked: string[] = [];
    page.on('request', (one) => one.url().includes('global-search') && asked.push(one.url()));
    await page.goto('/merchant/virtual-terminal/customer');
    await expect.poll(() => focusedName(page)).toBe('Global Search');
    await page.keyboard.type('z');
    await page.waitForTimeout(900);
    expect(asked).toEqual([]);
    await page.keyboard.type('o');
    await reads(page, 'Exp: 12/30');
    expect(asked).toHaveLength(1);
    await reads(page, /Billing Details:\s*Zofia Quist, 1 Main St, Denver CO/);
    await reads(page, /Shipping Details:\s*Zofia Quist, 9 Lake Ave, Aspen CO/);
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Amount');
    expect(new URL(page.url()).pathname).toBe(`/merchant/virtual-terminal/customer/${id}`);
    const option = page.getByLabel('Payment Option').locator('option:checked');
    expect(await option.innerText()).toBe('visa / 401200******7777');
    expect(await page.getByLabel('First name').first().inputValue()).toBe('Zofia');
    await page.keyboard.type('31.50');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('chosen');
    await page.keyboard.press('Control+Enter');
    await reads(page, /^Approved$/);
    await walk.picture('approved');
  });
  const [payment] = await paymentsOf(id);
  expect(payment).toMatchObject({
    amount: 3150,
    customer_id: id,
    payment_method: 'token',
    payment_type: 'card',
  });
  expect(payment.billing_address.city).toBe('Denver');
  expect(payment.shipping_address.city).toBe('Aspen');
});

it('Enter right after another name waits for that name, whoever still shows', async () => {
  const default_payment = { card: { number: '4111111111111111', expiration_date: '12/30' } };
  const named = (first_name: string) =>
    saved({ default_payment, default_billing_address: { ...home, first_name } });
  await named('Wenzel');
  const wanted = await named('Ximena');
  await stage.walk({ ...options, name: 'customer-enter' }, async ({ page }) => {
    await page.goto('/merchant/virtual-terminal/customer');
    await expect.poll(() => focusedName(page)).toBe('Global Search');
    await page.keyboard.type('wenzel');
    await reads(page, /Billing Details:\s*Wenzel Quist/);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('ximena');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Amount');
    expect(new URL(page.url()).pathname).toBe(`/merchant/virtual-terminal/customer/${wanted}`);
  });
});

it('is reached from the first tab by arrow keys alone, and so is the one behind it', async () => {
  await stage.walk({ ...options, name: 'customer-arrows' }, async ({ page }) => {
    const chosen = page.getByRole('tab', { selected: true });
    await page.goto('/merchant/virtual-terminal');
    await tabTo(page, /^Card$/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/ach$/);
    // The title takes the focus after a navigation; here it stays where the person is.
    await page.waitForTimeout(500);
    expect(await focusedName(page)).toBe('ACH');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focusedName(page)).toBe('Global Search');
    await page.keyboard.press('Shift+Tab');
    await tabTo(page, /^Customer$/, 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    expect(await chosen.innerText()).toBe('Terminal');
  });
});

it('opens with the customer of its address and follows the method that is chosen', async () => {
  const id = await saved({
    default_payment: {
      ach: {
        routing_number: '490000018',
        account_number: '123451111',
        account_type: 'checking',
        sec_code: 'ppd',
      },
    },
  });
  await stage.walk({ ...options, width: 390 }, async (walk) => {
    const { page } = walk;
    await page.goto(`/merchant/virtual-terminal/customer/${id}`);
    const option = page.getByLabel('Payment Option').locator('option:checked');
    await expect.poll(() => option.innerText()).toBe('ach / XXXXX1111');
    // A bank account is never authorized.
    expect(await page.getByRole('radio', { name: /Authorize/ }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Billing Address', { exact: true }).inputValue()).toBe('');
    await walk.picture('phone');
    await press(page, /Clear customer/);
    await expect.poll(() => focusedName(page)).toBe('Global Search');
    expect(new URL(page.url()).pathname).toBe('/merchant/virtual-terminal/customer');
    await page.getByLabel('Amount', { exact: true }).fill('5');
    await page.keyboard.press('Control+Enter');
    await reads(page, 'The Customer field is required.');
    walk.expectAnswer(404, '/vault/nobody-here');
    await page.goto('/merchant/virtual-terminal/customer/nobody-here');
    await reads(page, /This customer was not found/);
  });
});

it('fills in nothing of the customer before, for the next one and in another tab', async () => {
  const card = { number: '4111111111111111', expiration_date: '12/30' };
  const default_payment = { card };
  const first = await saved({ default_payment, default_billing_address: home });
  await saved({ id: 'without-address', default_payment });
  await stage.walk({ ...options, name: 'customer-next' }, async ({ page }) => {
    const name = page.getByLabel('First name').first();
    await page.goto(`/merchant/virtual-terminal/customer/${first}`);
    await expect.poll(() => name.inputValue()).toBe('Zofia');
    await page.getByRole('button', { name: 'Clear customer' }).click();
    await page.getByLabel('Global Search').first().fill('without-address');
    await page.getByRole('button', { name: /Exp: 12\/30/ }).click();
    await reads(page, 'Payment Option');
    expect(await name.inputValue()).toBe('');
    await page.goto(`/merchant/virtual-terminal/customer/${first}`);
    await expect.poll(() => name.inputValue()).toBe('Zofia');
    await page.getByRole('tab', { name: 'Card', exact: true }).click();
    expect(await name.inputValue()).toBe('');
  });
});
