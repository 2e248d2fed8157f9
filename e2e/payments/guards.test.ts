// What a screen must not get wrong: a failure shown as a success, a number stored in clear, an
// event without a delivery, an outcome that was not stored.
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { interceptsLater, looks } from '../stage/browser.ts';
import { reads } from '../stage/hands.ts';
import { asOwner } from '../stage/product.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();

const list = '/merchant/transaction/search';
const number = '4012000077777777';

const is = (value: string) => ({ operator: '=', value });

function sale(card_number = number) {
  const card = { number: card_number, expiration_date: '12/30', cvc: '999' };
  return { type: 'sale', amount: 1_299, payment_method: { card } };
}

const clean = async (page: Page) => expect(await axeFindings(page)).toEqual([]);
const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** From now on the product cannot write these rows; the database says why. */
async function shut(table: string, rows: string, why: string): Promise<void> {
  await asOwner(stage.product, (owner) =>
    owner.query(`
      create function shut_${table}() returns trigger language plpgsql as $$
        begin
          raise exception '${why}' using errcode = '23514', constraint = '${table}_shut';
        end $$;
      create trigger shut before insert on ${table}
        for each row when (${rows}) execute function shut_${table}()`),
  );
}

async function open(table: string): Promise<void> {
  await asOwner(stage.product, (owner) =>
    owner.query(`drop trigger shut on ${table}; drop function shut_${table}()`),
  );
}

describe.each(sampleOf('guards', looks))('at $width px, $scheme', (look) => {
  it('an answer that says failed is no success, whatever its HTTP status', async () => {
    const search = { status: is('settled'), type: is('sale'), payment_type: is('card'), limit: 1 };
    const [{ id }] = await stage.post('merchant', '/transaction/search', search);
    await stage.walk({ name: 'failed', ...look, as: 'merchant' }, async ({ page, picture }) => {
      await interceptsLater(page);
      await page.goto(`/merchant/transaction/detail/${id}`);
      await page.getByRole('button', { name: /^Refund/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Refund' });
      const amount = dialog.getByLabel(/^Refund amount/);
      await amount.fill('6.17');
      const msg = 'bad request error: the processor takes no refund of this batch';
      const headers = { 'x-correlation-id': '1k7v9eocvcm8jc64as8n' };
      const path = `**/api/transaction/${id}/refund`;
      await page.route(path, (route) =>
        route.fulfill({ status: 200, headers, json: { status: 'failed', msg, data: null } }),
      );
      await dialog.getByRole('button', { name: /^Refund \$6\.17/ }).click();
      const told = page.getByRole('alertdialog', { name: 'Error' });
      await told.getByText(msg).waitFor();
      expect(await told.innerText()).toContain('Error ID: 1k7v9eocvcm8jc64as8n');
      expect(await toasts(page).innerText()).toBe('');
      await clean(page);
      await picture('said');
      await told.getByRole('button', { name: 'OK' }).click();
      // The reason stays where the next try begins, with what was typed.
      await dialog.getByRole('alert').getByText(msg).waitFor();
      expect(await amount.inputValue()).toBe('6.17');
      await page.unroute(path);
      await dialog.getByRole('button', { name: /^Refund \$6\.17/ }).click();
      await reads(page, 'Transaction has been refunded!');
      await dialog.waitFor({ state: 'detached' });
    });
  });

  it('a search by card number is kept and shown without the number', async () => {
    const name = `By card ${look.width}`;
    const { merchant_standard } = stage.product.credentials;
    await stage.post('merchant', '/transaction', sale());
    await stage.walk({ name: 'number', ...look, as: 'merchant' }, async ({ page, picture }) => {
      await page.goto(`${list}?created_at=last:7`);
      await page.getByRole('button', { name: /^Filter/ }).click();
      await page.getByRole('combobox', { name: 'Field' }).fill('Full CC');
      await page.keyboard.press('Enter');
      await page.getByLabel('Value').fill(number);
      await page.getByRole('button', { name: /^Apply filter/ }).click();
      await page.getByRole('list', { name: 'Filters' }).getByText('•••• 7777').waitFor();
      await page.getByRole('button', { name: 'Saved searches' }).click();
      const dialog = page.getByRole('dialog', { name: 'Saved searches' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByLabel('Share with everyone in the account').check();
      await clean(page);
      await picture('saving');
      await dialog.getByRole('button', { name: /^Save search/ }).click();
      await reads(page, `Successfully added ${name}`);
      expect(page.url()).not.toContain(number);
    });
    await stage.walk(
      { name: 'kept', ...look, as: 'merchant_standard' },
      async ({ page, picture }) => {
        const answers: Promise<string>[] = [];
        page.on('response', (one) => {
          if (one.url().includes('/api/search/saved')) answers.push(one.text());
        });
        await page.goto(list);
        await page.getByRole('button', { name: 'Saved searches' }).click();
        const dialog = page.getByRole('dialog', { name: 'Saved searches' });
        const saved = dialog.getByRole('button', { name: new RegExp(`^${name}`) });
        expect(await saved.innerText()).toMatch(/Full CC Number = 401200••••••7777/);
        await clean(page);
        await picture('opened');
        await saved.click();
        await page.getByRole('list', { name: 'Filters' }).getByText('401200••••••7777').waitFor();
        await page.locator('[data-row]').first().waitFor();
        const traces = [await page.content(), page.url(), ...(await Promise.all(answers))];
        expect(traces.join()).not.toMatch(/4012 ?0000 ?7777/);
      },
    );
    const path = '/search/saved/transaction';
    const { body } = await stage.product.call('GET', path, merchant_standard.private_key);
    const one = body.data.find((saved: { name: string }) => saved.name === name);
    expect(one.data.full_cc_number).toEqual({
      operator: '=',
      value: '401200••••••7777',
      digests: { [stage.product.credentials.merchant.id]: expect.stringMatching(/^[0-9a-f]{20}$/) },
    });
    const stored_rows =
      'select s::text as row from saved_search s union all select a::text from audit_log a';
    const { rows } = await asOwner(stage.product, (owner) => owner.query(stored_rows));
    expect(rows.filter(({ row }) => row.includes(number))).toEqual([]);
  });
});

it('an event that a consumer cannot take is seen, opened, tried again and gone', async () => {
  const { merchant } = stage.product.credentials;
  await shut('transaction_day_due', `new.merchant_id = '${merchant.id}'`, 'the sums are shut');
  const { id } = await stage.post('merchant', '/transaction', sale());
  // Ten tries, each later than the one before by five minutes at most.
  for (let n = 0; n < 11; n++)
    await stage.post('admin', '/sandbox/clock', { advance_seconds: 300 });
  const ours = { resource_id: is(id), kind: is('transaction_create') };
  const parked = () => stage.post('admin', '/parked-events/search', ours);
  await vi.waitFor(async () => expect(await parked()).toHaveLength(1), { timeout: 30_000 });
  const path = `/admin/parked-events?resource_id=is:${id}&kind=is:transaction_create`;
  for (const look of sampleOf('parked', looks)) {
    await stage.walk({ name: 'parked', ...look, as: 'admin' }, async ({ page, picture }) => {
      await page.goto(path);
      const row = page.locator('[data-row]');
      await row.getByText(/Daily totals/).waitFor();
      await row.getByText(/the sums are shut/).waitFor();
      await clean(page);
      await picture('list');
      await page.locator('[data-row-link]').first().click();
      await page.getByRole('heading', { level: 1, name: /^Daily totals of / }).waitFor();
      await reads(page, 'Daily totals need every event. Retry this event instead.');
      const discard = page.getByRole('button', { name: 'Discard' });
      expect(await discard.getAttribute('aria-disabled')).toBe('true');
      await clean(page);
      await picture('opened');
    });
  }
  await open('transaction_day_due');
  await stage.walk({ name: 'retried', width: 1440, as: 'admin' }, async ({ page, picture }) => {
    await page.goto(path);
    await page.locator('[data-row-link]').first().click();
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry event' });
    await dialog.getByText(/^The event is sent to Daily totals again\./).waitFor();
    await clean(page);
    await picture('asked');
    await dialog.getByRole('button', { name: /^Retry/ }).click();
    await toasts(page).getByText('Event queued for retry').waitFor();
    await page.getByText('No failed events').waitFor();
    await picture('gone');
  });
  const position = 'select 1 from outbox_retry where resource_id = $1';
  const open_count = async () =>
    (await asOwner(stage.product, (owner) => owner.query(position, [id]))).rowCount;
  await expect.poll(open_count, { timeout: 30_000 }).toBe(0);
});

/** The lab commits what this card pays, drops the line, and has no result for a long time. */
const lost_card = '4000004699999995';

it('an outcome that could not be stored says so where it is decided, until it is', async () => {
  const order_id = 'NOT-STORED';
  const { merchant } = stage.product.credentials;
  const lost = { ...sale(lost_card), order_id };
  stage.product.call('POST', '/transaction', merchant.private_key, lost).catch(() => undefined);
  const one = await vi.waitFor(
    async () => {
      const [{ id }] = await stage.post('merchant', '/transaction/search', {
        order_id: is(order_id),
      });
      const [found] = await stage.post('admin', '/unresolved/search', { transaction_id: is(id) });
      expect(found.merchant_id).toBe(merchant.id);
      return found;
    },
    { timeout: 30_000, interval: 250 },
  );
  // It has been asked about, and the next time is far enough away for a person to decide.
  await stage.post('admin', '/sandbox/clock', { advance_seconds: 3_600 });
  const path = `/admin/unresolved/${one.merchant_id}/${one.attempt_id}`;
  await shut('ledger_posting', `new.kind = 'sale'`, 'the books are shut');
  const why = 'The database rejected it because of rule ledger_posting_shut.';
  const decide = async (page: Page) => {
    await page.getByRole('button', { name: 'Mark as approved' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as approved' });
    await dialog.getByLabel("Processor's ID").fill('P1');
    await dialog.getByLabel('Reason').fill('as their portal says');
    await dialog.getByRole('button', { name: /^Mark as approved/ }).click();
    return dialog;
  };
  for (const look of sampleOf('unstored', looks)) {
    await stage.walk({ name: 'unstored', ...look, as: 'admin' }, async (walk) => {
      const { page } = walk;
      walk.expectAnswer(400, `/unresolved/${one.merchant_id}/${one.attempt_id}/approve`);
      await page.goto(path);
      const dialog = await decide(page);
      await dialog.getByRole('alert').getByText(why).waitFor();
      expect(await dialog.getByLabel("Processor's ID").inputValue()).toBe('P1');
      await clean(page);
      await walk.picture('refused');
      await page.keyboard.press('Escape');
      await page.reload();
      await reads(page, `The outcome could not be stored. ${why} Try again later.`);
      await clean(page);
      await walk.picture('banner');
    });
  }
  await open('ledger_posting');
  await stage.walk({ name: 'stored', width: 1440, as: 'admin' }, async ({ page, picture }) => {
    await page.goto(path);
    await decide(page);
    await toasts(page)
      .getByText(/^Resolved/)
      .waitFor();
    await page.getByText('The outcome could not be stored.').waitFor({ state: 'detached' });
    await picture('resolved');
  });
  const search = { transaction_id: is(one.transaction_id) };
  expect(await stage.post('merchant', '/transaction/search', search)).toMatchObject([
    { status: 'pending_settlement', amount_captured: 1_299 },
  ]);
});
