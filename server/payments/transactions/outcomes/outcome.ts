// What an outcome changes in a payment's row: status, amounts and response body (rails 5.3, Q6).

import { add } from '../../../../contract/money.ts';
import { responseText } from '../../../../contract/payments/response-codes.ts';
import type { ResponseBody } from '../../../../contract/payments/transactions/record.ts';
import { mayMove, type Status } from '../../../../contract/payments/transactions/states.ts';
import {
  type Amounts,
  capturedAmounts,
  type PartAmounts,
  partsOf,
} from '../../../ledger/components.ts';
import type { Outcome } from '../../processors/types.ts';
import { nothing_known } from '../../processors/wire-answer.ts';
import type { TransactionRow } from '../reading/read.ts';
import { type CapturedParts, part_fields } from '../stored-documents.ts';
import { shownBody, storedBody } from './response-body.ts';

const salesOf = (amounts: Amounts) => partsOf(amounts).sales ?? 0;

/**
 * The parts of a transaction's amount for the ledger. A tax that leaves nothing for the goods is
 * ignored (gateway-api 1.6); where the parts still exceed the amount all of it is booked as sales.
 */
export function amountsOfRow(row: TransactionRow): Amounts {
  const parts = Object.fromEntries(part_fields.map((name) => [name, row[name]]));
  const amounts: Amounts = { amount: row.amount, ...parts };
  if (salesOf(amounts) >= 0) return amounts;
  const untaxed = { ...amounts, tax_amount: 0 };
  return salesOf(untaxed) >= 0 ? untaxed : { amount: row.amount };
}

/** Whether the parts stated with a capture exceed its amount, with or without the discount. */
export function exceedsCapture(
  row: TransactionRow,
  amount: number,
  requested: PartAmounts,
): boolean {
  const whole = amountsOfRow(row);
  const goods = (own: PartAmounts) =>
    salesOf({ ...capturedAmounts(whole, amount, own), discount_amount: 0 });
  // A surplus that comes from rounding alone was not stated by the caller, and is accepted.
  return salesOf({ ...requested, amount }) < 0 || goods(requested) < Math.min(0, goods({}));
}

/**
 * The parts as the ledger books them; null where they equal the parts in the row. Totals sum these
 * numbers, so that they match the ledger.
 */
export function capturedParts(
  whole: Amounts,
  captured: number,
  row: TransactionRow,
  requested?: PartAmounts,
): CapturedParts | null {
  const amounts = capturedAmounts(whole, captured, requested);
  const parts = part_fields.map((name) => [name, amounts[name] ?? 0] as const);
  if (parts.every(([name, part]) => part === row[name])) return null;
  return Object.fromEntries(parts) as CapturedParts;
}

/** The tip within the captured amount: of a partial capture a proportional part. */
export function capturedTip({ captured_parts, tip_amount }: TransactionRow): number {
  return captured_parts?.tip_amount ?? tip_amount;
}

/** Asserts that the status may move so; a move that is not allowed is a defect, never a refusal. */
export function assertMove(from: string, to: Status): void {
  if (!mayMove(from as Status, to)) throw new Error(`A transaction cannot go ${from} → ${to}.`);
}

/** Columns a row's outcome sets; the same members change the row in memory. */
export type Changes = Partial<TransactionRow>;

function statusOf(row: TransactionRow, outcome: Outcome): Status {
  switch (outcome.outcome) {
    case 'approved':
    case 'partial':
      if (row.type === 'authorize' || row.type === 'verification') return 'authorized';
      return 'pending_settlement';
    case 'pending':
      return 'pending';
    case 'unknown':
      return 'unknown';
    default:
      return 'declined';
  }
}

/** The member of response_body for the payment's method, with the outcome filled in. */
function bodyAfter(row: TransactionRow, outcome: Outcome, now: Date): ResponseBody {
  const body = shownBody(row);
  const common = {
    response: outcome.outcome,
    response_code: outcome.code,
    auth_code: outcome.auth_code,
    processor_response_code: outcome.processor_code,
    processor_response_text: outcome.processor_text,
    processor_transaction_id: outcome.processor_ref?.transaction_id ?? '',
    updated_at: now.toISOString(),
  };
  if (body.card) {
    const avs_cvv = { avs_response_code: outcome.avs.code, cvv_response_code: outcome.cvv.code };
    return { card: { ...body.card, ...common, ...avs_cvv } };
  }
  if (body.terminal) {
    return { terminal: { ...body.terminal, ...common, ...outcome.terminal?.body } };
  }
  if (body.ach) return { ach: { ...body.ach, ...common } };
  return body.cash ? { cash: { ...body.cash, ...common } } : body;
}

/** What a terminal adds to a row: the card that was presented, and the tip given there. */
function terminalChanges(row: TransactionRow, { terminal }: Outcome): Changes {
  if (!terminal) return {};
  const { added_tip, body } = terminal;
  return {
    card_last_four: body.last_four ?? '',
    ...(added_tip > 0 && {
      amount: add(row.amount, added_tip),
      tip_amount: add(row.tip_amount, added_tip),
    }),
  };
}

/** The row as the payer paid it: with the tip given at the terminal. */
export function asPaid(row: TransactionRow, outcome: Outcome): TransactionRow {
  return { ...row, ...terminalChanges(row, outcome) };
}

/**
 * All changes that an outcome makes to a payment or refund. Cash is settled in the same commit,
 * because it is in the drawer already; an approved verification holds nothing (Q6).
 */
export function changesOf(before: TransactionRow, outcome: Outcome, now: Date): Changes {
  const presented = terminalChanges(before, outcome);
  const row = { ...before, ...presented };
  const status = statusOf(row, outcome);
  const effect = outcome.outcome === 'approved' || outcome.outcome === 'partial';
  const moved = effect && row.type !== 'verification' ? outcome.approved_amount : 0;
  const captured = status === 'pending_settlement' ? moved : 0;
  const settled = row.payment_type === 'cash' && status === 'pending_settlement';
  const { processor_ref, network_transaction_id } = outcome;
  const detail = {
    ...row.detail,
    ...(processor_ref && { processor_ref }),
    ...(network_transaction_id && { network_transaction_id }),
  };
  const after = { ...row, detail } as TransactionRow;
  const avs = outcome.avs.code !== '' ? ['avs'] : [];
  return {
    ...presented,
    status: settled ? 'settled' : status,
    response: outcome.outcome,
    response_code: outcome.code,
    amount_authorized: moved,
    amount_captured: captured,
    amount_settled: settled ? captured : 0,
    ...(captured > 0 &&
      row.type === 'sale' && { captured_parts: capturedParts(amountsOfRow(row), captured, row) }),
    captured_at: captured > 0 ? now : null,
    settled_at: settled ? now : null,
    updated_at: now,
    response_body: storedBody(after, bodyAfter(row, outcome, now)),
    features: [...row.features, ...avs],
    detail: after.detail,
    // The first outcome is version 1; each later change adds one.
    version: row.status === 'pending' ? row.version : row.version + 1,
  } as Changes;
}

/** Statuses that the row goes through, oldest first, for its history. */
export function statusesPassed(row: TransactionRow, after: Changes): Status[] {
  if (after.status === row.status) return [];
  const through: Status[] = after.status === 'settled' ? ['pending_settlement', 'settled'] : [];
  const passed = through.length > 0 ? through : [after.status as Status];
  passed.reduce((from, to) => {
    assertMove(from, to);
    return to;
  }, row.status as Status);
  return passed;
}

/** A decline by the gateway itself: nothing was sent, and the text is ours (Q15, rails 5.6). */
export function gatewayOutcome(code: number, reason: string, requested_amount: number): Outcome {
  return {
    ...nothing_known,
    outcome: code >= 400 ? 'error' : 'declined',
    certainty: 'no_effect',
    code,
    text: responseText(code),
    approved_amount: 0,
    requested_amount,
    processor_code: '',
    processor_text: reason,
    processor_ref: null,
    retry: 'with_changes',
    alert: null,
    raw: {},
  };
}

/**
 * Whether the processor approved a part of the amount that the caller did not allow (rails 17.3).
 */
export function isDisallowedPartial(outcome: Outcome, allow_partial: boolean): boolean {
  return outcome.outcome === 'partial' && !allow_partial;
}
