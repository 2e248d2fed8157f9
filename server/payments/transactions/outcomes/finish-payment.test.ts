// What an ended payment sets in motion.
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connect } from '../../../db/database.ts';
import { auditRows } from '../../../testing/audit-rows.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { asOwner } from '../../../testing/worlds/open-world.ts';

const logged: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
const w = openMoneyWorld({ log });

const asDatabaseOwner = (statement: string) => asOwner(w.world.database_url, statement);
const jobsOf = (name: string) =>
  connect(w.world.system).selectFrom('job').select('key').where('name', '=', name).execute();

it('the mail of a receipt leaves at once, with the payment and on demand', async () => {
  const { clock } = w.world;
  const query = connect(w.world.system);
  const isDue = async () => {
    const jobs = query.selectFrom('job').select('due_at').where('name', '=', 'mail');
    const found = (await jobs.execute()).some(({ due_at }) => due_at <= clock.now());
    await asDatabaseOwner("delete from job where name = 'mail'");
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

describe('a job that cannot be put on the list', () => {
  const refuseJobs = async (name: string) => {
    await asDatabaseOwner(`delete from job where name = '${name}'`);
    await asDatabaseOwner(`alter table job add constraint no_jobs check (name <> '${name}')`);
  };
  const takeJobs = () => asDatabaseOwner('alter table job drop constraint if exists no_jobs');
  afterEach(takeJobs);
  const comesLater = (name: string) =>
    vi.waitFor(async () => expect(await jobsOf(name)).toHaveLength(1), 10_000);

  it('changes no answer of an approval, and its receipt leaves later', async () => {
    await refuseJobs('mail');
    const body = { email_receipt: true, email_address: 'ann@example.com' };
    const sale = await w.pay({ ...body, idempotency_key: 'receipt' });
    expect(sale).toMatchObject({ response: 'approved', status: 'pending_settlement' });
    expect(await jobsOf('mail')).toEqual([]);
    expect(logged.some((line) => /"job":"mail","request_id":"\w+"/.test(line))).toBe(true);
    await takeJobs();
    await comesLater('mail');
  });

  it('changes no answer of a payment whose outcome is unknown, and recovery follows', async () => {
    await refuseJobs('payment_recovery');
    const sale = await w.pay({}, '4000004100000003');
    expect(sale).toMatchObject({ response: 'unknown', status: 'unknown' });
    expect(await jobsOf('payment_recovery')).toEqual([]);
    await takeJobs();
    await comesLater('payment_recovery');
    await w.advance(3_600);
    expect((await w.read(sale.id)).status).toBe('declined');
  });
});
