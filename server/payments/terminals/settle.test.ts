// A terminal's batch is closed by one `Settle`, whoever asks, and whatever becomes of the answer.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Egress, ExchangeRequest } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { postings_refused_by_source } from '../../testing/settlement-items.ts';
import { openOwner } from '../../testing/worlds/open-world.ts';
import { openTerminalWorld } from '../../testing/worlds/terminal-world.ts';

const w = openTerminalWorld();
const owner = openOwner(() => w.world.database_url);
let real: Egress;
let terminals = 0;

beforeAll(async () => {
  real = w.world.services.egress;
  await owner.query(postings_refused_by_source);
});
beforeEach(() => {
  w.world.services.egress = real;
});

/** A terminal with a sale of 10.00 that waits for its batch. */
async function withSale() {
  terminals++;
  const id = await w.terminal(`0000000001${terminals}1`);
  const sale = (await w.at(id)).body.data.id as string;
  return { id, sale };
}

/** How often a terminal was asked for an operation. */
const asked = async (name: string) => (await w.asked()).filter((one) => one === name).length;
const resultOf = async (id: string) => (await w.settleTerminal(id)).body.data.result;
const isSettle = ({ url }: ExchangeRequest) => url.endsWith('/Settle');

async function batchOf(id: string) {
  return await connect(w.world.system)
    .selectFrom('settlement_batch')
    .selectAll()
    .where('processor_id', '=', id)
    .executeTakeFirst();
}

it('a close is sent once where two settle at the same time', async () => {
  const { id, sale } = await withSale();
  const before = await asked('Settle');
  let second = '';
  w.world.services.egress = {
    async exchange(request) {
      // The other one comes while the first one is at the terminal.
      if (isSettle(request) && second === '') {
        second = 'asking';
        second = await resultOf(id);
      }
      return await real.exchange(request);
    },
  };
  expect(await resultOf(id)).toBe('settled');
  expect(second).toBe('later');
  expect((await asked('Settle')) - before).toBe(1);
  expect((await w.read(sale)).status).toBe('settled');
  expect(await batchOf(id)).toMatchObject({ state: 'closed', num_transactions: 1 });
});

it('a close is not sent again where the process died with the answer in its hands', async () => {
  const { id } = await withSale();
  const before = await asked('Settle');
  w.world.services.egress = {
    async exchange(request) {
      const answer = await real.exchange(request);
      if (isSettle(request)) throw new Error('killed');
      return answer;
    },
  };
  expect((await w.settleTerminal(id)).status).toBe(500);
  w.world.services.egress = real;
  expect(await resultOf(id)).toBe('later');
  expect((await asked('Settle')) - before).toBe(1);
  expect(await batchOf(id)).toMatchObject({
    state: 'unknown',
    response_message: 'The close request was sent, but no answer is recorded.',
  });
});

it('a close is not sent again where the batch could not be booked, but read again', async () => {
  const { id, sale } = await withSale();
  const before = await asked('Settle');
  await owner.query(`insert into refused_source values ('settlement_batch')`);
  expect([await resultOf(id), await resultOf(id)]).toEqual(['later', 'later']);
  await owner.query('delete from refused_source');
  expect(await resultOf(id)).toBe('settled');
  expect((await w.read(sale)).status).toBe('settled');
  expect((await asked('Settle')) - before).toBe(1);
});

it('a close is sent again after a refusal that is certain', async () => {
  const { id, sale } = await withSale();
  await w.script('Settle', 'busy');
  expect(await resultOf(id)).toBe('later');
  expect(await batchOf(id)).toMatchObject({ state: 'closing', response_message: '' });
  expect(await resultOf(id)).toBe('settled');
  expect((await w.read(sale)).status).toBe('settled');
});

it('what is taken after a batch was accepted with a difference settles on its day', async () => {
  const { id } = await withSale();
  expect(await resultOf(id)).toBe('settled');
  await owner.query(`update settlement_batch set state = 'confirmed' where processor_id = '${id}'`);
  expect(await resultOf(id)).toBe('nothing_to_settle');
  const sale = (await w.at(id)).body.data.id as string;
  expect(await resultOf(id)).toBe('settled');
  expect((await w.read(sale)).status).toBe('settled');
});
