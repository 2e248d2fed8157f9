// What settlement could not book: an administrator sees why, and retries it or says what it was.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { postings_refused_by_source } from '../../server/testing/settlement-items.ts';
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

/** Runs statements in the product's database. */
const inDatabase = (text: string) => asOwner(stage.product, (owner) => owner.query(text));

/** A terminal's payment whose batch was closed ten minutes ago, and the answer lost. */
async function unanswered(amount: number): Promise<{ id: string; batch_number: string }> {
  const { private_key } = stage.product.credentials.merchant;
  const { data } = (await stage.product.call('GET', '/terminals', private_key)).body;
  const terminal = { id: data[0].id };
  const body = { type: 'sale', amount, payment_method: { terminal } };
  const { id } = await stage.post('merchant', '/transaction', body);
  await inDatabase(`insert into refused_source values ('settlement_batch')`);
  await stage.post('merchant', `/terminal/${terminal.id}/settle`, {});
  await inDatabase('delete from refused_source');
  const batch = `update settlement_batch b set host_batch_number = null,
      response_message = 'The line is dead.', updated_at = now() - interval '10 minutes'
    from settlement_batch was where b.state = 'unknown' and was.id = b.id
    returning was.host_batch_number as number`;
  const { rows } = await inDatabase(batch);
  return { id, batch_number: String(rows[0].number) };
}

describe('a batch without an answer', () => {
  beforeAll(() => inDatabase(postings_refused_by_source));

  it.each(sampleOf('unanswered', looks))(
    'is marked as closed by its number at $width px, and its payments settle',
    async (look) => {
      const { id, batch_number } = await unanswered(look.width);
      await stage.walk({ name: 'unanswered', ...look, as: 'admin' }, async ({ page, picture }) => {
        const choose = async (item: string) => {
          await page
            .getByRole('button', { name: /^Actions/ })
            .first()
            .click();
          await page.getByRole('menuitem', { name: item, exact: true }).click();
          return page.getByRole('dialog', { name: item, exact: true });
        };
        await page.goto(exceptions);
        await page
          .getByText(/The line is dead/)
          .first()
          .waitFor();
        const not_closed = await choose('Mark as not closed');
        await not_closed.getByLabel('Reason').fill('The terminal reports no batch.');
        await picture('not-closed');
        await not_closed.getByRole('button', { name: 'Cancel' }).click();
        const closed = await choose('Mark as closed');
        await closed.getByLabel('Reason').fill('Read off the terminal.');
        expect(await axeFindings(page)).toEqual([]);
        await picture('closed');
        await closed.getByLabel('Batch number').fill(batch_number);
        await closed.getByRole('button', { name: 'Mark as closed' }).click();
        await page.getByText('Batch will be recorded').waitFor();
        const { private_key } = stage.product.credentials.merchant;
        await vi.waitFor(async () => {
          const { body } = await stage.product.call('GET', `/transaction/${id}`, private_key);
          expect(body.data.status).toBe('settled');
        }, 15_000);
        await page.reload();
        await page.getByText('No settlement exceptions').waitFor();
      });
    },
  );
});
