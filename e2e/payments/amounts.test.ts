// What money comes to on a screen: as it is typed, as it is charged, as it is searched for.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { looks } from '../stage/browser.ts';
import { reads } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();

const list = '/merchant/transaction/search';
const terminal = '/merchant/virtual-terminal';
const debit = '4217651111111119';
const credit = '4012000077777777';

async function paymentOf(order_id: string) {
  const found = await stage.post('merchant', '/transaction/search', {
    order_id: { operator: '=', value: order_id },
  });
  expect(found).toHaveLength(1);
  return found[0];
}

/** The newest sale by card of the demo that stands so. */
async function oneOf(status: string) {
  const is = (value: string) => ({ operator: '=', value });
  const search = { status: is(status), type: is('sale'), payment_type: is('card'), limit: 1 };
  return (await stage.post('merchant', '/transaction/search', search))[0];
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const clean = async (page: Page) => expect(await axeFindings(page)).toEqual([]);

/** The lines of the preview as they stand: `Tax, 10.000% of $100.00`, `$10.00`. */
async function previewOf(page: Page): Promise<Record<string, string>> {
  const lines = await page
    .locator('[data-part="term-preview"] [data-part="sum"] li')
    .allInnerTexts();
  return Object.fromEntries(lines.map((line) => line.split('\n').map((part) => part.trim())));
}

async function typeCard(page: Page, number: string): Promise<void> {
  await field(page, 'Card number').fill(number);
  await page.getByLabel('Expiry').fill('12/30');
  await page.getByLabel('CVC').fill('999');
}

async function addLine(page: Page, n: number, name: string, price: string, taxable: boolean) {
  await page.getByRole('button', { name: 'Add a line' }).click();
  const line = page.getByRole('group', { name: `Line ${n}`, exact: true });
  await line.getByLabel('Item').fill(name);
  await line.getByLabel('Quantity').fill('1');
  await line.getByLabel('Unit price').fill(price);
  await line.getByLabel('Taxable').setChecked(taxable);
}

describe.each(sampleOf('amounts', looks))('at $width px, $scheme', (look) => {
  it('a filter and a printed search tell amounts in the currency searched for', async () => {
    await stage.walk(
      { name: 'yen', ...look, as: 'merchant' },
      async ({ page, context, picture }) => {
        await page.goto(`${list}?created_at=last:7&currency_iso_code=is:jpy`);
        await page.getByRole('button', { name: /^Filter/ }).click();
        await page.getByRole('combobox', { name: 'Field' }).fill('Amount');
        await page.keyboard.press('Enter');
        const form = page.getByRole('dialog', { name: 'Add a filter' });
        await form.getByText('¥', { exact: true }).waitFor();
        await form.getByRole('button', { name: '>', exact: true }).click();
        await form.getByLabel('Value').fill('1500');
        await clean(page);
        await form.getByRole('button', { name: /^Apply filter/ }).click();
        const chips = page.getByRole('list', { name: 'Filters' });
        await chips.getByText('¥1,500', { exact: true }).waitFor();
        await chips.getByText('JPY', { exact: true }).waitFor();
        await picture('chip');
        await page.getByRole('button', { name: 'Download or Print' }).click();
        await page.getByLabel(/^Page to print/).check();
        const opened = context.waitForEvent('page');
        await page.getByRole('button', { name: /^Print/ }).click();
        const paper = await opened;
        const searched = paper.getByText(/Amount > ¥1,500/);
        expect(await searched.innerText()).toContain('Currency = JPY');
        expect(await paper.locator('body').innerText()).not.toMatch(/[$]|15\.00/);
        const size = `getComputedStyle(document.querySelector('h1')).fontSize`;
        expect(await paper.evaluate(size), 'the page wears its own style').toBe('16px');
      },
    );
  });

  it('a filter typed without a currency brings the own one along', async () => {
    await stage.walk({ name: 'own', ...look, as: 'merchant' }, async ({ page, picture }) => {
      await page.goto(`${list}?created_at=last:7`);
      await page.getByRole('button', { name: /^Filter/ }).click();
      await page.getByRole('combobox', { name: 'Field' }).fill('Amount');
      // Whoever has chosen the field goes on typing, and need not take the hands off the keys.
      await page.keyboard.press('Enter');
      await page.getByLabel('Value').and(page.locator(':focus')).waitFor();
      await page.keyboard.type('10.00');
      await page.keyboard.press('Enter');
      const chips = page.getByRole('list', { name: 'Filters' });
      await chips.getByText('$10.00', { exact: true }).waitFor();
      await chips.getByText('USD', { exact: true }).waitFor();
      await picture('chips');
      await page.getByRole('button', { name: 'Remove filter Currency' }).click();
      await chips.getByText('1000 minor units', { exact: true }).waitFor();
    });
  });

  it('taxes the taxed lines alone, on the screen and in the payment', async () => {
    const order_id = `TAXED${look.width}`;
    await stage.walk({ name: 'tax', ...look, as: 'merchant' }, async ({ page, picture }) => {
      await page.goto(terminal);
      await typeCard(page, credit);
      await field(page, 'Order ID').fill(order_id);
      await page.getByRole('button', { name: /^Line items/ }).click();
      await page.getByLabel(/^Amount from line items/).check();
      await addLine(page, 1, 'Tent', '100.00', true);
      await addLine(page, 2, 'Guide book', '50.00', false);
      await field(page, 'Tax rate').fill('10');
      await expect
        .poll(() => previewOf(page))
        .toEqual({
          '2 line items': '$150.00',
          'Tax, 10.000% of $100.00': '$10.00',
        });
      await clean(page);
      await picture('preview');
      await page.keyboard.press('Control+Enter');
      await reads(page, /^Approved$/);
    });
    const { amount, tax_amount, line_items } = await paymentOf(order_id);
    expect([amount, tax_amount]).toEqual([16_000, 1_000]);
    expect(line_items).toMatchObject([{ name: 'Tent' }, { name: 'Guide book', local_tax: 0 }]);
  });

  it('takes a refund that is typed with a minus for what it says', async () => {
    const { id } = await oneOf('settled');
    await stage.walk({ name: 'minus', ...look, as: 'merchant' }, async ({ page, picture }) => {
      await page.goto(`/merchant/transaction/detail/${id}`);
      await page.getByRole('button', { name: /^Refund/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Refund' });
      await dialog.getByLabel(/^Refund amount/).fill('-5.00');
      const send = dialog.getByRole('button', { name: /^Refund \$5\.00/ });
      await send.waitFor();
      await clean(page);
      await picture('typed');
      await send.click();
      await reads(page, 'Transaction has been refunded!');
    });
    const refunds = await stage.post('merchant', '/transaction/search', {
      referenced_transaction_id: { operator: '=', value: id },
    });
    expect(refunds).toMatchObject([{ type: 'refund', amount: 500 }]);
  });

  it('ends a flagged sale that somebody declines as declined, with its hold released', async () => {
    const { id } = await oneOf('flagged');
    await stage.walk({ name: 'flagged', ...look, as: 'merchant' }, async ({ page, picture }) => {
      await page.goto(`/merchant/transaction/detail/${id}`);
      await page.getByRole('button', { name: /^Decline/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Decline' });
      await dialog.getByText(/This declines .* The hold is released\./).waitFor();
      await clean(page);
      await picture('asked');
      await dialog.getByRole('button', { name: /^Decline \$/ }).click();
      await reads(page, 'transaction has been Declined');
      const badge = page.getByRole('heading', { level: 1 }).getByText('Declined');
      await badge.waitFor();
      await reads(page, /^With the payer\. The hold was released\./);
      await picture('declined');
      await page.goto(`${list}?transaction_id=is:${id}`);
      await page.locator('[data-row]').getByText('Declined', { exact: true }).waitFor();
      expect(await page.locator('[data-row]').count()).toBe(1);
      await picture('listed');
    });
    const declined = await stage.post('merchant', '/transaction/search', {
      transaction_id: { operator: '=', value: id },
    });
    expect(declined).toMatchObject([{ status: 'declined', amount_captured: 0 }]);
  });
});

describe('with a surcharge of 3 %', () => {
  const surcharging = async (is_looked_up: boolean) => {
    const { merchant, processors } = stage.product.credentials;
    const own = `/merchant/${merchant.id}`;
    const rate = { payment_adj_type: 'percentage', payment_adj_value: 3_000 };
    await stage.post('admin', `${own}/processor/${processors.card}`, rate);
    await stage.post('admin', own, {
      permissions: { allow_surcharge: true, allow_ibx_bin_lookup: is_looked_up },
      flags: { surcharge_enabled: true },
    });
  };
  /** What the page asks of the lookup from here on. */
  const lookupsOf = (page: Page) => {
    const asked: unknown[] = [];
    page.on('request', (one) => {
      if (one.url().endsWith('/api/lookup/bin/protected')) asked.push(one.postDataJSON());
    });
    return asked;
  };
  const only_credit = 'Only credit cards can be surcharged.';
  const plain = { Amount: '$100.00' };

  it.each(sampleOf('first digits', looks))(
    'a card tells by its first digits if it pays, at $width px',
    async (look) => {
      await surcharging(true);
      await stage.walk({ name: 'lookup', ...look, as: 'merchant' }, async ({ page, picture }) => {
        const lookups = lookupsOf(page);
        await page.goto(terminal);
        await field(page, 'Amount').fill('100.00');
        await typeCard(page, debit);
        await reads(page, /^Visa debit$/);
        await reads(page, only_credit);
        expect(await previewOf(page)).toEqual(plain);
        await clean(page);
        await picture('debit');
        await typeCard(page, credit);
        await reads(page, /^Visa credit$/);
        const surcharged = { ...plain, 'Surcharge, 3.000% of $100.00': '$3.00' };
        await expect.poll(() => previewOf(page)).toEqual(surcharged);
        expect(await page.getByText(only_credit).count()).toBe(0);
        await picture('credit');
        expect(lookups).toEqual([{ bin: '42176511' }, { bin: '40120000' }]);
        await field(page, 'Order ID').fill(`LOOKED${look.width}`);
        await page.keyboard.press('Control+Enter');
        await reads(page, /^Approved$/);
      });
      expect(await paymentOf(`LOOKED${look.width}`)).toMatchObject({
        amount: 10_300,
        surcharge: 300,
      });
    },
  );

  it('no card is asked about where lookups are off, and none pays it', async () => {
    await surcharging(false);
    await stage.walk({ name: 'no-lookup', width: 1440, as: 'merchant' }, async ({ page }) => {
      const lookups = lookupsOf(page);
      await page.goto(terminal);
      await field(page, 'Amount').fill('100.00');
      await typeCard(page, credit);
      await reads(page, /^Visa$/);
      await reads(page, only_credit);
      expect(await previewOf(page)).toEqual(plain);
      await field(page, 'Order ID').fill('NOT-LOOKED');
      await page.keyboard.press('Control+Enter');
      await reads(page, /^Approved$/);
      expect(lookups).toEqual([]);
    });
    expect(await paymentOf('NOT-LOOKED')).toMatchObject({ amount: 10_000, surcharge: 0 });
  });
});
