// The operations that are killed: what stands before, the request, and what must stand after.
import { good_card } from '../tenants.ts';
import type { Call, HttpAnswer } from './http-client.ts';
import { boss, type KillWorker } from './kill-worker.ts';
import { createKey, receiptMail, signIn } from './operations-beside.ts';
import { bankReturns, makeSettled, settlementRun } from './operations-by-night.ts';
import { webhookDispatch } from './operations-webhooks.ts';

/** One run of an operation. */
export interface Planned {
  call: Call;
  /** The same call again means the same thing: its answer must be the same bytes. */
  has_key: boolean;
  /** How long it works on after its answer, where that is more than a moment. */
  tail_ms?: number;
  /** What is wrong after rest and repetition; null where all is as it must be. */
  judge(answers: { first: HttpAnswer | null; again: HttpAnswer }): Promise<string | null>;
}

export interface Operation {
  name: string;
  prepare(worker: KillWorker): Promise<Planned>;
}

const a_month = 2_592_000;

const card = { payment_method: { card: good_card } };

/** A call with an idempotency key that outlives every move of the clock. */
function keyed(worker: KillWorker, path: string, body: object, credential = boss(worker)): Call {
  const key = { idempotency_key: worker.nextKey(), idempotency_time: a_month };
  return { method: 'POST', path, credential, body: { ...body, ...key } };
}

const pay = (worker: KillWorker, body: object) =>
  worker.must({
    method: 'POST',
    path: '/transaction',
    credential: boss(worker),
    body: { amount: 1_299, ...card, ...body },
  });

/** "Certainly not processed": the caller may try again under another key. */
const not_processed = 421;

function fault(answer: HttpAnswer, words: string): string {
  return `${words}; it answered ${answer.status} ${answer.text.slice(0, 240)}`;
}

async function rowOf(worker: KillWorker, id: string) {
  const { rows } = await worker.fixture.owner.query('select * from transaction where id = $1', [
    id,
  ]);
  return rows[0] ?? {};
}

/** A payment of its own: one row, whose answer says what the row says. */
function makesOne(name: string, body: object, status: string): Operation {
  return {
    name,
    async prepare(worker) {
      const call = keyed(worker, '/transaction', { amount: 1_299, ...card, ...body });
      const { idempotency_key: key } = call.body as { idempotency_key: string };
      return {
        call,
        has_key: true,
        async judge({ again }) {
          const { rows } = await worker.fixture.owner.query(
            'select id, status, response_code from transaction where idempotency_key = $1',
            [key],
          );
          if (rows.length !== 1) return fault(again, `${rows.length} rows stand under one key`);
          return judgePayment(again, rows[0], status);
        },
      };
    },
  };
}

interface Row {
  id: string;
  status: string;
  response_code: number;
}

function judgePayment(again: HttpAnswer, row: Row, status: string): string | null {
  const data = again.body.data ?? {};
  if (again.status !== 200) return fault(again, 'it must be 200');
  if (data.id !== row.id) return fault(again, `the row is ${row.id}`);
  if (data.status !== row.status) return fault(again, `the row is ${row.status}`);
  if (row.status === status && data.response_code === 100) return null;
  const undone = row.status === 'declined' && row.response_code === not_processed;
  return undone ? null : fault(again, `it must be ${status} or not processed`);
}

/** A follow-up of a payment, whose end can be read off the row. */
function follows(
  name: string,
  call: { path: string; body?: object; before(worker: KillWorker): Promise<{ id: string }> },
  ends: Record<string, string | number>,
): Operation {
  return {
    name,
    async prepare(worker) {
      const { id } = await call.before(worker);
      return {
        call: keyed(worker, `/transaction/${id}/${call.path}`, call.body ?? {}),
        has_key: true,
        async judge({ again }) {
          if (again.status !== 200) return fault(again, 'it must be 200');
          const row = await rowOf(worker, id);
          const other = Object.entries(ends).find(
            ([name, value]) => String(row[name]) !== `${value}`,
          );
          return other ? fault(again, `${other[0]} is ${row[other[0]]}, not ${other[1]}`) : null;
        },
      };
    },
  };
}

/** A refund of a settled sale: approved or certainly not processed, and the sale says the same. */
function refunds(name: string, amount: number | null): Operation {
  return {
    name,
    async prepare(worker) {
      if (worker.settled.length === 0) await makeSettled(worker, settled_at_once);
      const id = worker.settled.pop() as string;
      const { private_key } = worker.fixture.tenants.m2.boss;
      const body = amount === null ? {} : { amount };
      const call = keyed(worker, `/transaction/${id}/refund`, body, private_key);
      return {
        call,
        has_key: true,
        async judge({ again }) {
          const { rows } = await worker.fixture.owner.query(
            `select id, status, response_code from transaction
            where referenced_transaction_id = $1`,
            [id],
          );
          if (rows.length !== 1) return fault(again, `${rows.length} refunds stand`);
          const wrong = judgePayment(again, rows[0], 'pending_settlement');
          if (wrong) return wrong;
          const parent = await rowOf(worker, id);
          const options =
            rows[0].status === 'declined' ? 0 : (amount ?? Number(parent.amount_settled));
          const held = [Number(parent.amount_refunded), Number(parent.refund_reserved)];
          return held.every((one) => one === options)
            ? null
            : fault(again, `${held[0]} are refunded and ${held[1]} reserved, not ${options}`);
        },
      };
    },
  };
}

/** Sales that one night settles for the refunds of the points to come. */
const settled_at_once = 12;

/** A sale at a terminal of its own, whose payer has paid by the time somebody looks. */
const terminalSale: Operation = {
  name: 'sale at a terminal',
  async prepare(worker) {
    const { m1, p1 } = worker.fixture.tenants;
    const tpn = `${worker.nextKey().slice(-11).padStart(11, '0')}1`.replace(/[^0-9A-Za-z]/g, '0');
    const { id } = await worker.must({
      method: 'POST',
      path: `/merchant/${m1.account.id}/terminal`,
      credential: p1.boss.private_key,
      body: { tpn },
    });
    const body = { type: 'sale', payment_method: { terminal: { id } } };
    return await makesOne('', body, 'pending_settlement').prepare(worker);
  },
};

const hold = (worker: KillWorker) => pay(worker, { type: 'authorize' });
const sale = (worker: KillWorker) => pay(worker, { type: 'sale' });

export const operations: readonly Operation[] = [
  makesOne('sale', { type: 'sale' }, 'pending_settlement'),
  terminalSale,
  makesOne('authorize', { type: 'authorize' }, 'authorized'),
  follows('capture', { path: 'capture', before: hold }, { status: 'pending_settlement' }),
  follows(
    'partial capture',
    { path: 'capture', body: { amount: 700 }, before: hold },
    { status: 'pending_settlement', amount_captured: 700 },
  ),
  follows('void', { path: 'void', before: sale }, { status: 'voided' }),
  follows('void of a hold', { path: 'void', before: hold }, { status: 'voided' }),
  refunds('refund', null),
  refunds('partial refund', 501),
  makesOne('credit', { type: 'credit' }, 'pending_settlement'),
  follows(
    'tip adjust',
    { path: 'tipadjust', body: { tip: 200 }, before: sale },
    { status: 'pending_settlement', tip_amount: 200, amount: 1_499 },
  ),
  settlementRun,
  bankReturns,
  receiptMail,
  webhookDispatch,
  signIn,
  createKey,
];
