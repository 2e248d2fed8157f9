// What a processor refuses to do to a transaction has not been done to it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MoneyWorld, makeMoneyWorld } from '../../../testing/money-world.ts';

let w: MoneyWorld;

beforeAll(async () => {
  w = await makeMoneyWorld();
});
afterAll(async () => {
  await w?.audit();
  await w?.close();
});

const on = (id: string, verb: string, body: object = {}) =>
  w.post(`/transaction/${id}/${verb}`, body);

describe('a refusal of the processor', () => {
  const goesDown = (operation: string) =>
    w.world.services.egress.exchange({
      url: `${w.world.lab?.url}/control/script`,
      body: JSON.stringify({ match: { operation }, action: { do: 'down' } }),
      headers: { 'content-type': 'application/json' },
      connect_timeout_ms: 1000,
      first_byte_timeout_ms: 1000,
      total_timeout_ms: 1000,
      max_answer_bytes: 10_000,
    });

  it('leaves the transaction as it was, and says so', async () => {
    const { id } = await w.pay({ type: 'authorize', amount: 1000 });
    await goesDown('capture');
    const failed = await on(id, 'capture', { idempotency_key: 'k-down' });
    expect([failed.status, failed.body.msg]).toEqual([400, expect.stringContaining('(421)')]);
    expect((await w.read(id)).status).toBe('authorized');
    const again = await on(id, 'capture', { idempotency_key: 'k-down' });
    expect([again.status, again.text]).toEqual([400, failed.text]);
    expect((await on(id, 'capture')).status).toBe(200);
  });

  it('leaves a sale without the tip it was to have', async () => {
    const { id } = await w.pay({ amount: 1000 });
    await goesDown('adjust_tip');
    const failed = await on(id, 'tipadjust', { tip: 200 });
    expect([failed.status, failed.body.msg]).toEqual([400, expect.stringContaining('(421)')]);
    expect(await w.read(id)).toMatchObject({ tip_amount: 0, amount: 1000, amount_captured: 1000 });
    expect((await on(id, 'tipadjust', { tip: 200 })).body.data.amount).toBe(1200);
  });
});
