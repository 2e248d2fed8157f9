// A clerk without a pointer, on a phone and on a desktop: charges, finds and refunds.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sampleOf } from '../server/testing/deep.ts';
import type { Journey } from './stage/browser.ts';
import { fillIn, focusedName, press, reads, tabTo } from './stage/hands.ts';
import { openStage } from './stage/stage.ts';

const stage = openStage();
const FOCUS_IN_MAIN = 'document.activeElement.closest("main") !== null';

async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.goto('/');
  await page.waitForURL('**/auth');
  await expect.poll(() => focusedName(page)).toBe('Username');
  await page.keyboard.type(username);
  await fillIn(page, /^Password$/, password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

/** The menu stands beside the page on a desktop, and behind a button on a phone. */
async function go(page: Page, width: number, entry: RegExp): Promise<void> {
  if (width < 1200) await press(page, /^Open menu$/);
  await press(page, entry);
  await page.getByRole('heading', { level: 1, name: entry }).waitFor();
  // The focus goes to the new screen by itself: a Tab before that would be overtaken.
  if (width >= 1200) await expect.poll(() => page.evaluate(FOCUS_IN_MAIN)).toBe(true);
}

async function charge({ page, picture }: Journey, width: number, order_id: string) {
  await go(page, width, /^Virtual Terminal$/);
  await fillIn(page, /^Card number$/, '4111111111111111');
  expect(await page.evaluate('document.activeElement.value')).toBe('4111 1111 1111 1111');
  await fillIn(page, /^Expiry/, '1230');
  await fillIn(page, /^CVC$/, '999');
  await fillIn(page, /^Amount$/, '12.34');
  await fillIn(page, /^Order ID$/, order_id);
  await picture('1-terminal');
  await page.keyboard.press('Control+Enter');
  await reads(page, /^Approved$/);
  await reads(page, '411111******1111');
  await picture('2-approved');
}

async function findAndOpen({ page, picture }: Journey, width: number, order_id: string) {
  await go(page, width, /^Transactions$/);
  if (width > 1000) {
    await page.keyboard.press('/');
    expect(await focusedName(page)).toMatch(/^Search transactions/);
    await page.keyboard.type(order_id);
  } else await fillIn(page, /^Global Search$/, order_id);
  await page.keyboard.press('Enter');
  await reads(page, /^1 result/);
  await picture('3-found');
  await tabTo(page, /^Filter/);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/transaction/detail/*');
  await page.getByRole('heading', { level: 1, name: /\$12\.34/ }).waitFor();
  await reads(page, /^Settled$/);
  await picture('4-settled');
}

async function refundHalf({ page, picture }: Journey) {
  await press(page, /^Refund/);
  await page.getByRole('dialog').waitFor();
  expect(await focusedName(page)).toMatch(/^Refund amount/);
  await fillIn(page, /^Refund amount/, '6.17');
  await picture('5-refund');
  await page.keyboard.press('Control+Enter');
  await reads(page, 'Transaction has been refunded!');
  await reads(page, /^Partially refunded$/);
  await picture('6-refunded');
}

const advance = (advance_seconds: number) =>
  stage.product.call('POST', '/sandbox/clock', stage.product.credentials.admin.private_key, {
    advance_seconds,
  });

async function refundOf(id: string) {
  const key = stage.product.credentials.merchant.private_key;
  const search = { referenced_transaction_id: { operator: '=', value: id } };
  const { body } = await stage.product.call('POST', '/transaction/search', key, search);
  return body.data[0];
}

for (const width of sampleOf('keyboard', [360, 1440])) {
  it(`charges, finds and refunds with the keyboard alone at ${width} px`, async () => {
    const order_id = `KEYS${width}`;
    const { merchant, partner } = stage.product.credentials;
    let id = '';
    await stage.walk({ name: 'keyboard', width }, async (walk) => {
      await signIn(walk.page, merchant);
      await charge(walk, width, order_id);
      expect((await advance(172_800)).status).toBe(200);
      await findAndOpen(walk, width, order_id);
      await refundHalf(walk);
      id = new URL(walk.page.url()).pathname.split('/').at(-1) ?? '';
    });
    const refund = await refundOf(id);
    expect(refund).toMatchObject({ type: 'refund', amount: 617, status: 'pending_settlement' });
    await stage.walk({ name: 'partner', width }, async (walk) => {
      const { page, picture } = walk;
      await signIn(page, partner);
      for (const [one, money] of [
        [id, '$12.34'],
        [refund.id, '$6.17'],
      ]) {
        // An address typed by hand: the session must survive it.
        await page.goto(`/partner/${merchant.id}/transaction/detail/${one}`);
        const ledger = page.getByRole('region', { name: 'Ledger entries' });
        await ledger.waitFor();
        expect(await ledger.innerText()).toContain(money);
        expect(await page.getByRole('button', { name: /^(Refund|Void|Capture)/ }).count()).toBe(0);
        await picture(`7-ledger-${money?.slice(1)}`);
      }
    });
  });
}
