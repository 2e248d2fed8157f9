// Saved customers in the panel: created, changed, found, charged from, and removed.
import { expect, it } from 'vitest';
import { axeFindings } from '../stage/accessibility.ts';
import { reads } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
const number = '4012000077777777';

it('creates a customer with a card, adds a bank account, and makes it the default', async () => {
  await stage.walk({ name: 'customers', width: 1440, as: 'merchant' }, async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/customer/search');
    await page.getByRole('link', { name: 'New customer' }).first().click();
    await page.getByLabel('Description').fill('Calls on Fridays');
    await page.getByRole('button', { name: /^Create customer/ }).click();
    await reads(page, 'The Card number field is required.');
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expiry').fill('1230');
    await page.getByLabel('First name').fill('Ilse');
    await page.getByLabel('Last name').fill('Marden');
    await page.getByLabel('Address line 1').or(page.getByLabel('Line 1')).first().fill('4 Mill Rd');
    await page.getByLabel('City').fill('Denver');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('new');
    await page.getByRole('button', { name: /^Create customer/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Ilse Marden' }).waitFor();
    await walk.picture('details');
    await page.getByRole('link', { name: 'Payment methods' }).click();
    await reads(page, 'Visa 401200******7777');
    await page.getByRole('button', { name: 'Add bank account' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Routing number').fill('490000018');
    await dialog.getByLabel('Account number').fill('123451111');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('account');
    await dialog.getByRole('button', { name: 'Add bank account' }).click();
    await reads(page, 'Checking XXXXX1111');
    await page.getByRole('button', { name: 'Make Checking XXXXX1111 the default' }).click();
    await page.getByRole('button', { name: 'Make Visa 401200******7777 the default' }).waitFor();
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('methods');
    await page.getByRole('button', { name: 'Edit Visa 401200******7777' }).click();
    await dialog.getByLabel('Expiry').fill('0131');
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await reads(page, /Exp: 01\/31/);
    await page.getByRole('link', { name: 'Addresses' }).click();
    await reads(page, /Ilse Marden, 4 Mill Rd, Denver/);
    await walk.picture('addresses');
    await page.getByRole('link', { name: 'Charge' }).click();
    const option = page.getByLabel('Payment Option').locator('option:checked');
    await expect.poll(() => option.innerText()).toBe('ach / XXXXX1111');
  });
  const found = await stage.post('merchant', '/vault/customer/search', {
    description: { operator: '=', value: 'Calls on Fridays' },
  });
  const [{ data }] = found;
  expect(data.customer.payments.cards[0]).toMatchObject({ expiration_date: '01/31' });
  expect(data.customer.defaults.payment_method_type).toBe('ach');
});

it('lists customers, those whose cards end, and removes one', async () => {
  const soon = await stage.post('merchant', '/vault/customer', {
    id: 'ends-soon',
    description: 'Card ends',
    default_payment: { card: { number: '4111111111111111', expiration_date: '12/26' } },
    default_billing_address: { first_name: 'Noor', last_name: 'Ba', email: 'noor@shop.example' },
  });
  for (const [width, scheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    await stage.walk({ name: 'customers', width, scheme, as: 'merchant' }, async (walk) => {
      const { page } = walk;
      await page.goto('/merchant/customer/search');
      await reads(page, 'Noor Ba');
      expect((await axeFindings(page)).join('\n')).toBe('');
      await walk.picture('list');
      await page.goto(`/merchant/customer/edit/${soon.id}/payment-list`);
      await reads(page, /Exp: 12\/26/);
      await walk.picture('methods');
      await page.goto(`/merchant/customer/edit/${soon.id}/transaction-list`);
      await reads(page, 'This customer has no transactions yet.');
    });
  }
  await stage.walk({ name: 'customers', width: 1280, as: 'merchant' }, async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/customer/search');
    await page.getByRole('link', { name: 'Expiring cards' }).click();
    await reads(page, /Card Expires/);
    await page.goto(`/merchant/customer/edit/${soon.id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await reads(page, /Noor Ba is deleted with its payment methods/);
    await page.getByRole('button', { name: 'Delete customer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    walk.expectAnswer(404, `/vault/${soon.id}`);
    await page.goto(`/merchant/customer/edit/${soon.id}`);
    await page.getByRole('alertdialog').getByText('not found').waitFor();
    expect(await page.getByText('Customer not found').count()).toBe(0);
    await page.keyboard.press('Enter');
    await reads(page, 'Customer not found');
  });
});

it('saves the payer of a payment that was made already', async () => {
  const card = { number, expiration_date: '12/30', cvc: '123' };
  const sale = await stage.post('merchant', '/transaction', {
    type: 'sale',
    amount: 4200,
    payment_method: { card },
    billing_address: { first_name: 'Greta', last_name: 'Holm', city: 'Denver' },
  });
  await stage.walk({ name: 'save-payer', width: 1280, as: 'merchant' }, async (walk) => {
    const { page } = walk;
    await page.goto(`/merchant/transaction/detail/${sale.id}`);
    await page.getByRole('button', { name: /^Save customer/ }).click();
    const dialog = page.getByRole('dialog');
    await reads(page, /This saves Greta Holm with 401200\*{6}7777 and the addresses/);
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('dialog');
    await dialog.getByRole('button', { name: 'Save customer' }).click();
    await reads(page, 'Customer has been saved to the Customer Vault!');
    await dialog.waitFor({ state: 'detached' });
    const saving = page.getByRole('button', { name: /^Save customer/ });
    await expect.poll(() => saving.count()).toBe(0);
    await page.goto('/merchant/customer/search');
    await reads(page, 'Greta Holm');
  });
});

it('offers nothing that saves to a clerk who may not save customers', async () => {
  const options = { name: 'customers-clerk', width: 1280, as: 'merchant_standard' } as const;
  await stage.walk(options, async ({ page }) => {
    await page.goto('/merchant/customer/search');
    await page.getByRole('link', { name: 'Expiring cards' }).waitFor();
    await page.getByRole('link', { name: 'Customers' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'New customer' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Import customers' }).count()).toBe(0);
    await page.goto('/merchant/customer/create');
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  });
});

it('leaves customers out of the menu of an account without the vault', async () => {
  const { id } = stage.product.credentials.merchant;
  const turn = (allow_customer_vault_access: boolean) =>
    stage.post('admin', `/merchant/${id}`, { permissions: { allow_customer_vault_access } });
  await turn(false);
  try {
    const options = { name: 'customers-off', width: 1280, as: 'merchant' } as const;
    await stage.walk(options, async ({ page }) => {
      await page.goto('/merchant/transactions');
      await page.getByRole('link', { name: 'Settlements' }).first().waitFor();
      await expect.poll(() => page.getByRole('link', { name: 'Customers' }).count()).toBe(0);
    });
  } finally {
    await turn(true);
  }
});
