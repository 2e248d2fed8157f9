// Terminals on the counter: set up by the partner, changed and settled by the merchant, paid at by
// the clerk, who sees the wait and can end it.
import { expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { reads } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
const merchant_id = () => stage.product.credentials.merchant.id;

async function terminalNamed(description: string) {
  const { private_key } = stage.product.credentials.merchant;
  const { data } = (await stage.product.call('GET', '/terminals', private_key)).body;
  return data.find((one: { description: string }) => one.description === description);
}

it.each(
  sampleOf('set-up', [
    { name: 'set-up', width: 1280 },
    { name: 'set-up-phone', width: 390 },
  ]),
)('a partner sets a terminal up ($name)', async ({ name, width }) => {
  const description = `Bar ${width}`;
  await stage.walk({ name: `counter-${name}`, width, as: 'partner' }, async (walk) => {
    const { page } = walk;
    await page.goto(`/partner/merchants/update/${merchant_id()}/terminals`);
    await reads(page, 'Front desk');
    await walk.picture('list');
    await page.goto(`/partner/merchants/update/${merchant_id()}/terminals/create`);
    await page.getByLabel('TPN').fill('12');
    await page.getByRole('button', { name: 'Create terminal' }).click();
    await reads(page, 'The TPN field format is invalid.');
    await page.getByLabel('Description').fill(description);
    await page.getByLabel('TPN').fill(`00000000${width}`);
    await page.getByLabel('Auth key').fill('zz11yy22xx');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('new');
    await page.getByRole('button', { name: 'Create terminal' }).click();
    await reads(page, 'Terminal created');
    await page.getByRole('heading', { name: description }).first().waitFor();
    await walk.picture('one');
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Disable terminal' }).click();
    await reads(page, 'Terminal disabled');
  });
  expect(await terminalNamed(description)).toMatchObject({
    status: 'disabled',
    auth_key: '********',
    signature_required: true,
    print_receipt: 'both',
  });
});

it.each(
  sampleOf('own', [
    { name: 'own', width: 1280, copy: 'merchant' },
    { name: 'own-phone', width: 390, copy: 'customer' },
  ]),
)('a merchant changes and settles its own ($name)', async ({ name, width, copy }) => {
  await stage.walk({ name: `counter-${name}`, width, as: 'merchant' }, async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/manage-terminals/list');
    await page
      .getByRole('link', { name: /Front desk/ })
      .first()
      .click();
    await page.getByLabel('Signature required').waitFor();
    expect(await page.getByLabel('TPN').count()).toBe(0);
    await page.getByLabel('Receipt on the terminal').selectOption(copy);
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('one');
    await page.getByRole('button', { name: 'Save terminal' }).click();
    await reads(page, 'Terminal saved');
    await page.getByRole('button', { name: 'Settle now' }).click();
    await reads(page, /Terminal settled|There is nothing to settle/);
  });
  expect(await terminalNamed('Front desk')).toMatchObject({ print_receipt: copy });
});

it('a partner disables and enables a processor on its own page', async () => {
  const { merchant, processors } = stage.product.credentials;
  const options = { name: 'counter-processor', width: 1280, as: 'partner' } as const;
  await stage.walk(options, async ({ page }) => {
    const own = `/partner/merchants/update/${merchant.id}/processors/update/${processors.ach}`;
    await page.goto(own);
    for (const [verb, done] of [
      ['Disable', 'Processor disabled'],
      ['Enable', 'Processor enabled'],
    ] as const) {
      await page.getByRole('button', { name: verb, exact: true }).click();
      await page.getByRole('button', { name: `${verb} processor` }).click();
      await reads(page, done);
    }
  });
});

it('a clerk charges at the terminal that approves', async () => {
  const options = { name: 'counter-charge', width: 1280, as: 'merchant' } as const;
  await stage.walk(options, async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/virtual-terminal');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    const here = page.getByRole('link', { name: 'Virtual Terminal' });
    expect(await here.getAttribute('aria-current')).toBe('page');
    await page.getByLabel('Amount', { exact: true }).fill('18.40');
    expect(await page.getByRole('combobox', { name: 'Terminal', exact: true }).inputValue()).toBe(
      '',
    );
    expect(await page.getByLabel(/^Signature required/).isChecked()).toBe(true);
    expect(await page.getByLabel(/^Save customer/).count()).toBe(0);
    await reads(page, 'The payer inserts, taps or swipes the card after you select Charge.');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('tab');
    await page.getByRole('button', { name: 'Charge $18.40' }).first().click();
    await reads(page, /^Approved$/);
    await reads(page, /Visa credit at Front desk/);
    await walk.picture('approved');
    await page.getByRole('link', { name: 'Open transaction' }).click();
    await reads(page, 'Facts');
    await page.getByRole('img', { name: 'Signature' }).waitFor();
    await walk.picture('detail');
  });
});

it.each(
  sampleOf('wait', [
    { name: 'wait', width: 1280 },
    { name: 'wait-phone', width: 390 },
  ]),
)('a clerk sees the wait at the terminal and ends it ($name)', async ({ name, width }) => {
  await stage.walk({ name: `counter-${name}`, width, as: 'merchant' }, async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/virtual-terminal/terminal');
    await page.getByRole('combobox', { name: 'Terminal', exact: true }).selectOption('Back office');
    await expect.poll(() => page.getByLabel(/^Signature required/).isChecked()).toBe(false);
    await page.getByLabel('Amount', { exact: true }).fill('7.00');
    await page.getByRole('button', { name: 'Charge $7.00' }).last().click();
    await reads(page, 'Waiting for the payer at Back office');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('waiting');
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await reads(page, /^Declined$/);
    await reads(page, 'The payment was not completed at the terminal: CANCELLED BY USER.');
    await walk.picture('cancelled');
  });
});

it.each(
  sampleOf('customer', [
    { name: 'customer', width: 1280 },
    { name: 'customer-phone', width: 390 },
  ]),
)('a saved customer presents a card at a terminal ($name)', async ({ name, width }) => {
  const id = `counter-${width}`;
  await stage.post('merchant', '/vault/customer', {
    id,
    description: 'Harbor Cafe',
    default_payment: { card: { number: '4111111111111111', expiration_date: '12/30' } },
    default_billing_address: { first_name: 'Ida', line_1: '9 Quay St', city: 'Salem', state: 'MA' },
  });
  await stage.walk({ name: `counter-${name}`, width, as: 'merchant' }, async (walk) => {
    const { page } = walk;
    await page.goto(`/merchant/virtual-terminal/customer/${id}`);
    const select = page.getByRole('combobox', { name: 'Terminal', exact: true });
    await select.waitFor();
    expect(await page.getByLabel('Payment Option').locator('option:checked').innerText()).toBe(
      'visa / 411111******1111',
    );
    await page.getByLabel(/^CVC/).fill('123');
    await select.selectOption('Front desk');
    expect(await page.getByLabel('Payment Option').count()).toBe(0);
    expect(await page.getByLabel(/^CVC/).count()).toBe(0);
    await page.getByLabel('Amount', { exact: true }).fill('5.25');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('chosen');
    await select.selectOption('None');
    expect(await page.getByLabel(/^CVC/).inputValue()).toBe('');
    await select.selectOption('Front desk');
    const sent = page.waitForRequest((one) => one.url().endsWith('/api/transaction'));
    await page.getByRole('button', { name: 'Charge $5.25' }).last().click();
    const { payment_method } = (await sent).postDataJSON();
    expect(Object.keys(payment_method.customer)).not.toContain('payment_method_id');
    await reads(page, /^Approved$/);
    await reads(page, /Visa credit at Front desk/);
    await walk.picture('approved');
  });
  const found = await stage.post('merchant', '/transaction/search', {
    customer_id: { operator: '=', value: id },
  });
  expect(found.map(({ terminal_description }: never) => terminal_description)).toEqual([
    'Front desk',
  ]);
});
