// What settlement could not book: an administrator sees why and has it tried again at once.
import { expect, it, vi } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { looks } from '../stage/browser.ts';
import { asOwner } from '../stage/product.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
const exceptions = '/admin/settlement/exceptions';

/** A bank debit that came back and could not be booked, so many times. */
async function returned(amount: number): Promise<string> {
  const ach = { routing_number: '021000021', account_number: '12345678' };
  const body = { type: 'sale', amount, payment_method: { ach } };
  const { id } = await stage.post('merchant', '/transaction', body);
  const text = `insert into waiting_return (merchant_id, processor_id, reference, kind, code,
      effective_on, transaction_id, created_at, try_count, next_try_at, last_error, error_id)
    select merchant_id, processor_id, reference, 'returned', 'R01', current_date::text,
      transaction_id, now(), 7, now() + interval '6 hours',
      'The database rejected it because of rule books_are_shut.', id
    from rail_attempt where transaction_id = $1`;
  await asOwner(stage.product, (owner) => owner.query(text, [id]));
  return id;
}

it.each(sampleOf('exceptions', looks))(
  'a return is retried from the list at $width px, and gone once it is booked',
  async (look) => {
    const id = await returned(look.width);
    await stage.walk({ name: 'exceptions', ...look, as: 'admin' }, async ({ page, picture }) => {
      await page.goto(exceptions);
      const row = page.getByText(/books_are_shut/).first();
      await row.waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await picture('list');
      await page
        .getByRole('button', { name: /^Actions/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Retry' }).click();
      const dialog = page.getByRole('dialog', { name: 'Retry return' });
      await dialog.waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await picture('dialog');
      await dialog.getByRole('button', { name: 'Retry' }).click();
      await page.getByText('Return queued for retry').waitFor();
      const { private_key } = stage.product.credentials.merchant;
      await vi.waitFor(async () => {
        const { body } = await stage.product.call('GET', `/transaction/${id}`, private_key);
        expect(body.data.status).toBe('returned');
      }, 15_000);
      await page.reload();
      await page.getByText('No settlement exceptions').waitFor();
      await picture('none');
    });
  },
);
