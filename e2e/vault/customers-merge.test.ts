// Customers saved twice become one in the panel, and customers of another processor are imported.
import { expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { looks } from '../stage/browser.ts';
import { reads } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
const visa = { number: '4000056655665556', expiration_date: '12/30' };

const saved = (name: string, more: object = {}) =>
  stage.post('merchant', '/vault/customer', {
    default_payment: { card: visa },
    default_billing_address: { first_name: name, last_name: 'Okafor', line_1: '7 Elm St' },
    ...more,
  });

it.each(sampleOf('merge', looks))(
  'merges duplicates after a preview at $width px',
  async ({ width, scheme }) => {
    const number = width === 390 ? visa.number : '5200828282828210';
    const default_payment = { card: { ...visa, number } };
    const survivor = await saved('Ada', { default_payment });
    const twin = await saved('Ada', { default_payment, notes: 'Prefers email' });
    await saved('Adah', { default_payment });
    await stage.walk({ name: 'merge', width, scheme, as: 'merchant' }, async (walk) => {
      const { page } = walk;
      await page.goto(`/merchant/customer/edit/${survivor.id}`);
      await page.getByRole('link', { name: '2 duplicates' }).click();
      await page.getByRole('heading', { name: 'Ada Okafor after the merge' }).waitFor();
      await page.getByLabel('Adah Okafor').uncheck();
      await reads(page, /is already saved and is kept once/);
      await reads(page, /1 customer will be removed/);
      expect((await axeFindings(page)).join('\n')).toBe('');
      await walk.picture('preview');
      await page.getByRole('button', { name: 'Merge 1 customer' }).click();
      await reads(page, 'Customers merged');
      await page.getByRole('link', { name: '1 duplicate' }).waitFor();
      expect(await page.getByLabel('Notes').inputValue()).toBe('Prefers email');
    });
    const { private_key } = stage.product.credentials.merchant;
    const read = await stage.product.call('GET', `/vault/${twin.id}`, private_key);
    expect(read.body.data.id).toBe(survivor.id);
  },
);

const csv = `id,card_number,expiration_date,first_name,last_name,email
moved-1,4111111111111111,12/30,Uma,Lind,uma@shop.example
moved-1,4012000077777777,12/31,,,
moved-2,4111111111111112,12/30,Vic,Roe,
moved-3,,,Wyn,Ash,
`;

it.each(sampleOf('merge', looks))(
  'imports a file after a check at $width px',
  async ({ width, scheme }) => {
    const buffer = Buffer.from(csv.replaceAll('moved', `moved-${width}`));
    await stage.walk({ name: 'import', width, scheme, as: 'merchant' }, async (walk) => {
      const { page } = walk;
      await page.goto('/merchant/customer/search');
      await page.getByRole('link', { name: 'Import customers' }).click();
      await page.getByRole('heading', { name: 'Import customers' }).waitFor();
      await walk.picture('empty');
      const file = { name: 'customers.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('CSV file').setInputFiles(file);
      await reads(page, '2 customers to create');
      await reads(page, '1 payment method to add to customers');
      await reads(page, 'The number or the date is not valid.');
      expect((await axeFindings(page)).join('\n')).toBe('');
      await walk.picture('checked');
      await page.getByRole('button', { name: 'Import 3 rows' }).click();
      await reads(page, '2 customers created');
      expect((await axeFindings(page)).join('\n')).toBe('');
      await walk.picture('saved');
      await page.getByLabel('CSV file').setInputFiles(file);
      await reads(page, '3 rows already imported');
      await page.goto(`/merchant/customer/edit/moved-${width}-1/payment-list`);
      await reads(page, 'Visa 401200******7777');
    });
  },
);
