// What an ended payment sets in motion.
import { expect, it } from 'vitest';
import { connect } from '../../../db/database.ts';
import { auditRows } from '../../../testing/audit-rows.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { asOwner } from '../../../testing/worlds/open-world.ts';

const w = openMoneyWorld();

it('the mail of a receipt leaves at once, with the payment and on demand', async () => {
  const { clock, database_url } = w.world;
  const query = connect(w.world.system);
  const isDue = async () => {
    const jobs = query.selectFrom('job').select('due_at').where('name', '=', 'mail');
    const found = (await jobs.execute()).some(({ due_at }) => due_at <= clock.now());
    await asOwner(database_url, "delete from job where name = 'mail'");
    return found;
  };
  await isDue();
  const sale = await w.pay({ email_receipt: true, email_address: 'ann@example.com' });
  expect(await isDue()).toBe(true);
  await w.post(`/transaction/${sale.id}/email`, { email_address: 'bob@example.com' });
  expect(await isDue()).toBe(true);
});

it('the audit log says what was approved, of a part too', async () => {
  const half = await w.pay({ amount: 1000, allow_partial_payment: true }, '4000000000000051');
  const [part] = await auditRows(w.world.system, 'transaction', half.id);
  expect(part?.after).toMatchObject({ amount: 1000, amount_authorized: 500 });
});
