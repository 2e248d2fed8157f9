// The ACH originator over its socket: acceptance, settlement, returns and late returns.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ach_credentials,
  achBody,
  call,
  cleanUp,
  freshFolder,
  type Json,
  type LabAnswer,
  type LabProcess,
  nextReference,
  startLab,
} from './lab-process.ts';

let lab: LabProcess;
beforeAll(async () => {
  lab = await startLab(freshFolder());
});
afterAll(cleanUp);

const post = (operation: string, body: Json): Promise<LabAnswer> =>
  call(lab.port, 'POST', `/house-ach/${operation}`, body);
const debit = async (routing: string, overrides: Json = {}) =>
  (await post('sale', achBody(routing, overrides))).body;
const about = (overrides: Json = {}): Json => ({
  reference: nextReference(),
  credentials: ach_credentials,
  ...overrides,
});
const settle = async () => (await post('close_batch', about())).body;
const clock = (now: string) => call(lab.port, 'POST', '/control/clock', { now });

describe('an entry', () => {
  it.each(['111111111', '123123123', '021000021'])('of routing %s is accepted', async (routing) => {
    expect(await debit(routing)).toMatchObject({
      network_code: '000',
      text: 'Successful',
      approved_amount: 2500,
      amount: 2500,
    });
  });

  it('of routing 000000000 is declined and never settles', async () => {
    const answer = await debit('000000000');
    expect(answer).toMatchObject({ network_code: '001', approved_amount: 0 });
    expect((await settle()).settled).not.toContain(answer.reference);
  });

  it('is refused in another currency than dollars', async () => {
    const { status } = await post('sale', achBody('111111111', { currency: 'eur' }));
    expect(status).toBe(400);
  });

  it('settles once, is refunded afterwards, and can be voided before only', async () => {
    const accepted = await debit('111111111');
    const voided = await debit('111111111');
    const undo = about({ transaction_id: voided.transaction_id });
    expect((await post('void', undo)).body.network_code).toBe('000');
    expect((await settle()).settled).toEqual([accepted.reference]);
    expect((await settle()).settled).toEqual([]);
    const late = await post('void', about({ transaction_id: accepted.transaction_id }));
    expect(late.body.error).toMatchObject({ code: 'already_settled' });
    const { transaction_id } = accepted;
    const back = await post('refund', about({ transaction_id, amount: 1000, currency: 'usd' }));
    expect(back.body).toMatchObject({ network_code: '000', approved_amount: 1000 });
    expect((await settle()).totals).toMatchObject([{ credit_count: 1, credit_amount: 1000 }]);
  });
});

describe('returns', () => {
  it('bring routing 000000001 back instead of settling it, outside the totals', async () => {
    await settle();
    const { reference, transaction_id } = await debit('000000001');
    const answer = await settle();
    expect(answer.returned).toEqual([{ reference, transaction_id, code: 'R01' }]);
    expect(answer).toMatchObject({ settled: [], count: 0, totals: [], late_returned: [] });
    expect((await settle()).returned).toEqual([]);
  });

  it('bring routing 000000002 back by the first close of a later day, once', async () => {
    await clock('2031-03-03T20:00:00Z');
    const { reference, transaction_id } = await debit('000000002');
    const first = await settle();
    expect(first).toMatchObject({ settled: [reference], returned: [], late_returned: [] });
    expect((await settle()).late_returned).toEqual([]);
    await clock('2031-03-04T20:00:00Z');
    const second = await settle();
    expect(second.late_returned).toEqual([{ reference, transaction_id, code: 'R01' }]);
    const refund = about({ transaction_id, amount: 100, currency: 'usd' });
    expect((await post('refund', refund)).body.error).toMatchObject({ code: 'not_settled' });
    await clock('2031-03-05T20:00:00Z');
    expect((await settle()).late_returned).toEqual([]);
  });
});
