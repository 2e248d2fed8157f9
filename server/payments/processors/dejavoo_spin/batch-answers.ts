// A terminal's answers beside payments: what it undoes and settles, whether it is there.
import type { BatchClose, BatchDetail } from '../batch-types.ts';
import type { CredentialTest } from '../driver.ts';
import type { Reversal, WireAnswer } from '../types.ts';
import { integerOf, maskedText, textOf } from '../wire-answer.ts';
import { minorOf } from './decimals.ts';
import {
  bodyIn,
  generalResponseIn,
  no_answer,
  objectOf,
  read,
  status_codes,
} from './general-response.ts';

export function decodeReversal(answer: WireAnswer): Reversal {
  const reading = read(answer);
  const general = reading.kind === 'answered' ? generalResponseIn(reading.body) : null;
  if (general?.status_code === status_codes.not_found) return { result: 'nothing' };
  const found = bodyIn(answer);
  return found.result === 'answered' ? { result: 'undone' } : found;
}

export function decodeClose(answer: WireAnswer): BatchClose {
  const found = bodyIn(answer);
  if (found.result !== 'answered') return found;
  const batch_number = integerOf(found.body.BatchNum);
  const count = integerOf(found.body.TransactionsCount);
  if (batch_number === null || count === null) return no_answer('the answer states no batch');
  return {
    result: 'closed',
    batch_number,
    count,
    totals: [],
    text: maskedText(objectOf(found.body.GeneralResponse).Message),
    settled: [],
    returned: [],
    late_returned: [],
    more: false,
  };
}

export function decodeDetail(currency: string, answer: WireAnswer): BatchDetail {
  const found = bodyIn(answer);
  if (found.result !== 'answered') return found;
  const count = integerOf(found.body.Count);
  const { Transactions: rows } = found.body;
  if (count === null || !Array.isArray(rows)) return no_answer('the answer lists no batch');
  const members = rows.map((row) => {
    const { ReferenceId, TransactionType, Amounts } = objectOf(row);
    return {
      reference: textOf(ReferenceId),
      operation: TransactionType === 'Return' ? 'refund' : 'sale',
      amount: minorOf(objectOf(Amounts).TotalAmount, currency) ?? 0,
      currency,
    };
  });
  return { result: 'read', count, members };
}

export function decodeTest(answer: WireAnswer): CredentialTest {
  const found = bodyIn(answer);
  if (found.result !== 'answered') return { ok: false, text: found.reason };
  const state = textOf(found.body.TerminalStatus);
  return { ok: state === 'Online', text: state };
}
