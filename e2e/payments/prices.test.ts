// Two prices and fees from the terminal to receipt, detail page and balance: the same to the cent.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { looks } from '../stage/browser.ts';
import { reads } from '../stage/hands.ts';
import { asOwner } from '../stage/product.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
const terminal = '/merchant/virtual-terminal';
const credit = '4012000077777777';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** `label → amount` of the lines of a list or of a `dl`. */
async function pairsOf(page: Page, selector: string): Promise<Record<string, string>> {
  const lines = await page.locator(selector).allInnerTexts();
  return Object.fromEntries(
    lines.map((line) => {
      const parts = line.split('\n').map((part) => part.trim());
      return [parts[0], parts.at(-1)];
    }),
  );
}

const previewOf = (page: Page) => pairsOf(page, '[data-part="term-preview"] [data-part="sum"] li');
const pricesOf = (page: Page) => pairsOf(page, '[data-part="prices"] > div');
const receiptOf = (page: Page) =>
  pairsOf(page, 'section [data-part="receipt"]:not([aria-hidden]) dl > div');

async function priced(permissions: object) {
  const { merchant, processors } = stage.product.credentials;
  const own = `/merchant/${merchant.id}`;
  const rate = { payment_adj_type: 'percentage', payment_adj_value: 3_990 };
  await stage.post('admin', `${own}/processor/${processors.card}`, rate);
  const dual = { allow_dual_pricing: false, allow_dual_pricing_v2: false };
  const off = { ...dual, allow_surcharge: false, allow_consumer_choice: false };
  const flags = { surcharge_enabled: false, cash_discount_enabled: false };
  await stage.post('admin', own, { permissions: { ...off, ...permissions }, flags });
}

async function fill(page: Page, order_id: string) {
  await page.goto(terminal);
  await field(page, 'Card number').fill(credit);
  await page.getByLabel('Expiry').fill('12/30');
  await page.getByLabel('CVC').fill('999');
  await field(page, 'Amount').fill('100.00');
  await field(page, 'Tax rate').fill('7');
  await field(page, 'Order ID').fill(order_id);
}

async function rowOf(order_id: string) {
  const is = { operator: '=', value: order_id };
  const [row] = await stage.post('merchant', '/transaction/search', { order_id: is });
  const { rows } = await asOwner(stage.product, (owner) =>
    owner.query('select amount, tax_amount, service_fee from transaction where id = $1', [row.id]),
  );
  return { ...row, stored: rows[0] };
}

it.each(sampleOf('two prices', looks))(
  'a card price and a cash price are shown, charged and printed at $width px',
  async (look) => {
    await priced({ allow_consumer_choice: true });
    const order_id = `TWO${look.width}`;
    const both = { 'Card price': '$111.27', 'Cash or bank price': '$107.00' };
    await stage.walk({ name: 'two-prices', ...look, as: 'merchant' }, async (walk) => {
      const { page, picture } = walk;
      await fill(page, order_id);
      await expect.poll(() => pricesOf(page)).toEqual(both);
      expect(await previewOf(page)).toEqual({
        'Amount at the card price': '$103.99',
        'Tax, 7.000% of $103.99': '$7.28',
      });
      await reads(page, 'The card price is $3.99 above the entered price.');
      await reads(page, /^Settles (today|tomorrow) at \d+:\d\d [AP]M \S+\.$/);
      const earlier = /^This card was already charged \$111\.27 at \d\d:\d\d \S+\./;
      const none = 'No charge of this amount on this card in the last 24 hours.';
      await reads(page, look === looks[0] ? none : earlier);
      expect((await axeFindings(page)).join('\n')).toBe('');
      await picture('preview');
      await page.keyboard.press('Control+Enter');
      await reads(page, /^Approved$/);
      expect(await receiptOf(page)).toMatchObject({ 'Total USD': '$111.27', ...both });
      await picture('receipt');
      await page.getByRole('link', { name: 'Open transaction' }).click();
      const sum = '[data-part="sum"] li';
      await page.locator(sum).first().waitFor();
      expect(await pairsOf(page, sum)).toMatchObject({
        Total: '$111.27 USD',
        Tax: '$7.28',
        ...both,
      });
      await picture('detail');
    });
    const row = await rowOf(order_id);
    expect(row).toMatchObject({ amount: 11_127, tax_amount: 728 });
    expect(row.payment_type_totals).toEqual({ card: 11_127, ach: 10_700, cash: 10_700 });
    expect(Number(row.stored.amount)).toBe(11_127);
    const asked = {
      ...{ amount: 10_000, payment_method: 'card', cc_bin: credit },
      tax_amount: { type: 'percentage', value: 7_000, include: true },
    };
    const { amount, payment_type_totals } = await stage.post(
      'merchant',
      '/calculate/amounts',
      asked,
    );
    expect([amount, payment_type_totals]).toEqual([row.amount, row.payment_type_totals]);
  },
);

it('a service fee is a line before the charge, and an equal payment a warning', async () => {
  await priced({});
  const options = { name: 'service-fee', width: 1440, as: 'merchant' } as const;
  await stage.walk(options, async ({ page, picture }) => {
    await fill(page, 'FEE-ONE');
    const fee = { 'Service fee, 3.990% of $107.00': '$4.27' };
    const lines = { Amount: '$100.00', 'Tax, 7.000% of $100.00': '$7.00', ...fee };
    await expect.poll(() => previewOf(page)).toEqual(lines);
    expect(await pricesOf(page)).toEqual({});
    await page.keyboard.press('Control+Enter');
    await reads(page, /^Approved$/);
    const printed = { 'Service fee': '$4.27', 'Total USD': '$111.27' };
    expect(await receiptOf(page)).toMatchObject(printed);
    await fill(page, 'FEE-TWO');
    await page.getByText(/^This card was already charged \$111\.27 at /).waitFor();
    await picture('warned');
  });
  expect(await rowOf('FEE-ONE')).toMatchObject({ amount: 11_127, service_fee: 427 });
});

it.each(sampleOf('balances', looks))(
  'balances say first when the money comes, at $width px',
  async (look) => {
    const found = await stage.post('merchant', '/ledger/payouts', {});
    const open = found.sums
      .filter((one: { currency: string }) => one.currency === 'usd')
      .reduce((total: number, one: { open: number }) => total + one.open, 0);
    const { rows } = await asOwner(stage.product, (owner) =>
      owner.query(
        `select coalesce(sum(amount), 0)::bigint as amount from ledger_line where owner_id = $1
        and kind = 'processor_receivable' and currency = 'usd'`,
        [stage.product.credentials.merchant.id],
      ),
    );
    expect(open).toBe(Number(rows[0].amount));
    await stage.walk({ name: 'balances', ...look, as: 'merchant' }, async ({ page, picture }) => {
      await page.goto('/merchant/balances');
      await page
        .getByRole('heading', { level: 2, name: /on the way\.$|^You owe/ })
        .first()
        .waitFor();
      await page.locator('[data-part="payout-legend"] li').first().waitFor();
      expect((await axeFindings(page)).join('\n')).toBe('');
      await picture('summary');
      await page.getByRole('button', { name: 'Accounting view' }).click();
      const bank = /^Merchant bank/;
      const cards = page.getByRole('list', { name: 'Balances' });
      const on_phone = cards.getByRole('listitem').getByText(bank);
      const line = look.width < 700 ? on_phone : page.getByRole('rowheader', { name: bank });
      await line.first().waitFor();
      expect((await axeFindings(page)).join('\n')).toBe('');
      expect(page.url()).toContain('view=accounting');
      await picture('accounting');
      await page.getByRole('button', { name: 'Summary' }).click();
      await page.getByRole('heading', { level: 2, name: 'Coming' }).first().waitFor();
    });
  },
);
