// Copies of receipts: to whom, once, and to nobody who did not ask.
import { expect, test } from 'vitest';
import { connect } from '../../../db/database.ts';
import { runOutbox } from '../../../jobs/outbox.ts';
import { makeSale } from '../../../testing/tenants.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { openTenants, openWorld } from '../../../testing/worlds/open-world.ts';
import { receiptCopies } from './receipt-copies.ts';

const world = openWorld();
const t = openTenants(world);

let made = 0;
async function makeReader(more: object): Promise<string> {
  made += 1;
  const email = `reader_${made}@example.com`;
  const body = { username: `reader_user_${made}`, name: 'Reader', email, ...more };
  const credential = t.m1.boss.private_key;
  expect((await world.call('POST', '/user', { credential, body })).status).toBe(200);
  return email;
}

async function recipientsOf(id: string): Promise<string[]> {
  const rows = await connect(world.system)
    .selectFrom('outgoing_mail')
    .select('recipient')
    .where('transaction_id', '=', id)
    .where('kind', '=', 'receipt_copy')
    .execute();
  return rows.map(({ recipient }) => recipient).toSorted();
}

test('users who asked get a copy of each approved payment, once, and nobody else', async () => {
  const wants = { notifications: { merchant: { transaction_receipts: true } } };
  const one = await makeReader(wants);
  await makeReader({ notifications: { merchant: { transaction_receipts: false } } });
  await makeReader({ ...wants, supress_email_notification: true });
  await makeReader({ ...wants, status: 'disabled' });
  const sale = await makeSale(world, t.m1);
  const card = { number: '4000001000000513', expiration_date: '12/30', cvc: '999' };
  const declined = await makeSale(world, t.m1, { payment_method: { card } });
  const other = await makeSale(world, t.m2);
  const { id } = sale.body.data;
  await runOutbox(world.system, [receiptCopies]);
  expect(await recipientsOf(id)).toEqual([one]);
  const again = await connect(world.system)
    .selectFrom('outbox')
    .selectAll()
    .where('resource_id', '=', id)
    .execute();
  await receiptCopies.consume(world.system, again as never);
  expect(await recipientsOf(id)).toEqual([one]);
  expect(await recipientsOf(other.body.data.id)).toEqual([]);
  expect(declined.body.data.status).toBe('declined');
  expect(await recipientsOf(declined.body.data.id)).toEqual([]);
});

const w = openMoneyWorld();

test('a payment whose outcome is learned later is copied then, and once', async () => {
  const credential = w.m1.boss.private_key;
  const notifications = { merchant: { transaction_receipts: true } };
  const reader = { username: 'late_reader', name: 'Reader', email: 'late@example.com' };
  await w.world.call('POST', '/user', { credential, body: { ...reader, notifications } });
  const copies = async (id: string) => {
    await w.advance(1);
    return await connect(w.world.system)
      .selectFrom('outgoing_mail')
      .select('recipient')
      .where('transaction_id', '=', id)
      .where('kind', '=', 'receipt_copy')
      .execute();
  };
  const { id, status } = await w.pay({}, '4000004600000305');
  expect(status).toBe('unknown');
  expect(await copies(id)).toEqual([]);
  await w.advance(3_600);
  expect((await w.read(id)).status).toBe('pending_settlement');
  expect(await copies(id)).toEqual([{ recipient: reader.email }]);
  await w.settle();
  expect(await copies(id)).toHaveLength(1);
});
