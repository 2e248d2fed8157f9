// Several payments, voids or refunds in one call: one after the other, each through its own verb.
import type { Endpoint, InputOf } from '../../../../contract/endpoint.ts';
import { notFound, Refusal } from '../../../../contract/errors.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type {
  MultiRow,
  multi_transactions,
} from '../../../../contract/payments/transactions/multi.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import type { Context } from '../../../context.ts';
import { spendBudget } from '../../../http/overload/rate-limits.ts';
import { recordRefusal } from '../../../http/refused-actions.ts';
import { type Handlers, RawAnswer } from '../../../http/serve.ts';
import type { refund } from '../follow-ups/refund.ts';
import type { voidTransaction } from '../follow-ups/void.ts';
import { getRow } from '../reading/read.ts';
import type { create } from './create.ts';

type Answer = TransactionRecord | RawAnswer | undefined;
type RowResult = Pick<MultiRow, 'status' | 'msg' | 'data'>;

/** The header of the whole call, sent only if every row had been answered before. */
const replayed = 'idempotency-replayed';

const done = (data: TransactionRecord | null): RowResult => ({
  status: 'success',
  msg: 'success',
  data,
});
const failed = (msg: string): RowResult => ({ status: 'failed', msg, data: null });

/** The row result of an answer; a stored answer is parsed from its bytes. */
function resultOf(answer: Answer): RowResult {
  if (!(answer instanceof RawAnswer)) return done(answer ?? null);
  const { status, msg, data } = JSON.parse(answer.body);
  return status === 'success' ? done(data ?? null) : failed(msg);
}

/**
 * Runs one row as a call of its own: it counts against the caller's rate, and its refusal is
 * audited. A failure fails this row alone, because those before it have been paid.
 */
async function runRow(
  context: Context,
  call: Endpoint,
  work: () => Promise<Answer>,
): Promise<RowResult> {
  try {
    // The call itself has taken one from the budget already, so it counts one more than it has
    // rows.
    spendBudget(context, 'payment');
    const answer = await work();
    if (!(answer instanceof RawAnswer && answer.replayed)) delete context.answer_headers[replayed];
    return resultOf(answer);
  } catch (error) {
    if (error instanceof Refusal) {
      // The call is answered 200, so the request log does not show that a row was invalid.
      delete context.answer_headers[replayed];
      const { message, http_status } = error;
      const kind = error.kind === 'invalid' ? 'refused' : error.kind;
      await recordRefusal(context, call, { kind, message, http_status });
      return failed(error.message);
    }
    const { request_id } = context;
    context.log.error({ err: error, request_id }, 'a row failed: nobody knows how far it came');
    return failed(`internal error: please give the Error ID ${request_id} to support`);
  }
}

interface Keys {
  idempotency_key?: string;
  idempotency_time?: number;
}

/** A row's own key, or the call's key with the row's index. */
function keysOf(context: Context, call: Keys, row: Keys, index: number): Keys {
  const shared = call.idempotency_key ?? context.idempotency_header;
  const idempotency_key = row.idempotency_key ?? (shared && `${shared}:${index}`);
  const idempotency_time = row.idempotency_time ?? call.idempotency_time;
  return {
    ...(idempotency_key && { idempotency_key }),
    ...(idempotency_time !== undefined && { idempotency_time }),
  };
}

async function eachRow<Row extends Keys>(
  context: Context,
  { transactions: rows, ...call }: { transactions: readonly Row[] } & Keys,
  one: (context: Context, row: Row) => Promise<MultiRow>,
) {
  // The header belongs to the whole call: a row must not use it as its key.
  const of_row = { ...context, idempotency_header: '' };
  context.answer_headers[replayed] = 'true';
  const answers: MultiRow[] = [];
  for (const [index, row] of rows.entries()) {
    answers.push(await one(of_row, { ...row, ...keysOf(context, call, row, index) }));
  }
  return { rows: answers, total_count: rows.length };
}

/** The order id of a transaction of the caller; '' where there is none of this id. */
async function orderOf(context: Context, id: string): Promise<string> {
  try {
    return (await getRow(context, context.actor.account_id, id)).order_id;
  } catch (error) {
    if (error instanceof Refusal) return '';
    throw error;
  }
}

type Input<Name extends keyof typeof multi_transactions> = InputOf<
  (typeof multi_transactions)[Name]
>;

type SaveRequest = Pick<
  Input<'create'>,
  | 'create_vault_record'
  | 'create_vault_record_for'
  | 'vault_record_id_format'
  | 'set_customer_id'
  | 'vault_record_custom_id'
>;

/** Responses of payments that certainly save nothing; any other may save now or later. */
const saves_nothing: readonly string[] = ['declined', 'error'];

/** What the call asks to save: offered to each row in turn, until one may have saved it. */
function savedOnce({
  create_vault_record,
  create_vault_record_for,
  vault_record_id_format,
  set_customer_id,
  vault_record_custom_id,
}: SaveRequest) {
  const ids = { vault_record_id_format, set_customer_id, vault_record_custom_id };
  let open: SaveRequest = { create_vault_record, create_vault_record_for, ...ids };
  // If nothing is to be saved, the ID applies to every row.
  const after: SaveRequest = create_vault_record || create_vault_record_for ? {} : ids;
  return async (
    row: SaveRequest,
    pay: (request: SaveRequest) => Promise<Answer>,
  ): Promise<Answer> => {
    const request = row.create_vault_record || row.create_vault_record_for ? {} : open;
    try {
      const answer = await pay(request);
      const { data } = resultOf(answer);
      if (data && !saves_nothing.includes(data.response)) open = after;
      return answer;
    } catch (error) {
      // After any other failure it is unknown how far the row got.
      if (!(error instanceof Refusal)) open = after;
      throw error;
    }
  };
}

interface Verbs {
  create: typeof create;
  refund: typeof refund;
  void: typeof voidTransaction;
}

/** The calls for several rows, built on the verbs for one. */
export const multiTransactions = (verbs: Verbs): Handlers<typeof multi_transactions> => ({
  create: async (context, _params, input: Input<'create'>) => {
    const { payment_method, billing_address, shipping_address, fingerprint } = input;
    const shared = { payment_method, billing_address, shipping_address, fingerprint };
    const isForeign = (id: string | undefined) => id && id !== context.actor.account_id;
    // Refused before any payment, since the payer could not be saved anywhere.
    if (isForeign(input.create_vault_record_merchant_id)) notFound();
    const save = savedOnce(input);
    return await eachRow(context, input, async (of_row, { merchant_id, ...row }) => {
      const found = await runRow(of_row, transactions.create, async () => {
        if (isForeign(merchant_id)) notFound();
        return await save(row, (request) =>
          verbs.create(of_row, {}, { ...row, ...request, ...shared }),
        );
      });
      const order_id = found.data?.order_id ?? row.order_id ?? '';
      return { transaction_id: found.data?.id ?? '', order_id, ...found };
    });
  },
  void: (context, _params, input: Input<'void'>) =>
    eachRow(context, input, async (of_row, { id, ...row }) => {
      const { status, msg } = await runRow(of_row, transactions.void, () =>
        verbs.void(of_row, { id }, row),
      );
      return { transaction_id: id, order_id: await orderOf(of_row, id), status, msg, data: null };
    }),
  refund: (context, _params, input: Input<'refund'>) =>
    eachRow(context, input, async (of_row, { id, ...row }) => {
      const found = await runRow(of_row, transactions.refund, () =>
        verbs.refund(of_row, { id }, row),
      );
      return { transaction_id: id, order_id: await orderOf(of_row, id), ...found };
    }),
});
