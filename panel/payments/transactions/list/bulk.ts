// What may be done to many transactions at once, each by the same rules as alone (spec 2 §4, §6).
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AccountType } from '../../../../contract/access/access.ts';
import { formatMoney, sum } from '../../../../contract/money.ts';
import { explainCode, isDeclined } from '../../../../contract/payments/response-codes.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { ApiError, call } from '../../../api.ts';
import type { BulkAction } from '../../../kit/list/list-types.ts';
import { action_labels } from '../../actions/action-labels.ts';
import { leftToRefund, possibilities, type Reader } from '../../actions/available.ts';
import { refundInput } from '../../actions/refund-input.ts';
import { shows_transactions } from '../../actions/use-action.ts';
import { type PaymentKeys, usePaymentKeys } from '../../payment-keys.ts';

type Row = TransactionRecord;
type BulkName = 'capture' | 'refund' | 'void' | 'approve' | 'decline';

const in_area: Readonly<Record<AccountType, readonly BulkName[]>> = {
  merchant: ['capture', 'refund', 'void', 'approve', 'decline'],
  partner: ['approve', 'decline'],
  admin: ['approve', 'decline'],
};

/** What an action moves of a row, in minor units. */
function moved(name: BulkName, t: Row): number {
  if (name === 'capture') return t.amount_authorized;
  return name === 'refund' ? leftToRefund(t) : t.amount;
}

const effects: Readonly<Record<BulkName, (amount: string) => string>> = {
  capture: (amount) => `${amount} is captured.`,
  refund: (amount) => `${amount} is refunded to the payer.`,
  void: (amount) => `${amount} is voided, and its hold released.`,
  approve: (amount) => `${amount} is captured and settles with the next batch.`,
  decline: (amount) => `${amount} is declined, and its hold released.`,
};

/** `$883.61`, or one figure for each currency: they are never added together. */
export function moneyOf(rows: readonly Row[], amount: (t: Row) => number): string {
  const codes = [...new Set(rows.map(({ currency }) => currency))];
  const figures = codes.map((code) => {
    const own = rows.filter(({ currency }) => currency === code);
    const printed = formatMoney(sum(own.map(amount)), code);
    return codes.length > 1 ? `${printed} ${code.toUpperCase()}` : printed;
  });
  return figures.join(' + ');
}

function reasonAgainst(name: BulkName, t: Row, reader: Reader): string | null {
  const found = possibilities(t, reader).find(({ action }) => action === name);
  return found === undefined ? 'It is not flagged.' : found.reason;
}

/** A decline is an answer: in a run of many it counts as refused, in the same words. */
function outcomeOf(answer: Row | null, done: string): string {
  if (answer === null) return done;
  const open = answer.response === 'unknown' || answer.status === 'unknown';
  if (open || isDeclined(answer.response_code)) {
    throw new ApiError(explainCode(answer.response_code), 200);
  }
  return done;
}

interface Sending {
  area: AccountType;
  keys: PaymentKeys;
}

async function send(name: BulkName, t: Row, { area, keys }: Sending): Promise<string> {
  const { id } = t;
  const amount = moved(name, t);
  const params = { id };
  type Key = ReturnType<PaymentKeys['of']>;
  const once = <T>(run: (key: Key) => Promise<T>) => keys.send({ name, id, amount }, run);
  if (name === 'capture') {
    const answer = await once((key) =>
      call(transactions.capture, { params, input: { amount, ...key } }),
    );
    return outcomeOf(answer, 'Captured.');
  }
  if (name === 'refund') {
    const body = refundInput(t, amount);
    const answer = await once((key) =>
      call(transactions.refund, { params, input: { ...body, ...key } }),
    );
    return outcomeOf(answer, 'Refunded.');
  }
  if (name === 'void') {
    await once((key) => call(transactions.void, { params, input: key }));
    return 'Voided.';
  }
  const of = { merchantId: t.merchant_id, id };
  const approves = name === 'approve';
  const answer =
    area === 'merchant'
      ? await call(approves ? transactions.approve : transactions.decline, { params })
      : await call(approves ? transactions.approveOf : transactions.declineOf, { params: of });
  return approves ? outcomeOf(answer, 'Approved.') : 'Declined.';
}

/** The actions of the list's area; each row is checked and done by itself. */
export function useBulk(reader: Reader): BulkAction<Row>[] {
  const { area } = reader;
  const keys = usePaymentKeys();
  const client = useQueryClient();
  return useMemo(() => {
    const paths = new Set<unknown>(shows_transactions.map(({ path }) => path));
    const after = () =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => paths.has(queryKey[0]) });
    return in_area[area].map((name) => ({
      ...action_labels[name],
      against: (t) => reasonAgainst(name, t, reader),
      effect: (t) => effects[name](formatMoney(moved(name, t), t.currency)),
      summary: (rows) => effects[name](moneyOf(rows, (t) => moved(name, t))),
      run: (t) => send(name, t, { area, keys }),
      after,
    }));
  }, [area, client, keys, reader]);
}
