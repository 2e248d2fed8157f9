// Reading a terminal's answers about payments (rails 9.1).
import { responseText } from '../../../../contract/payments/response-codes.ts';
import type { Codec } from '../driver.ts';
import { networkCode } from '../network-codes.ts';
import type { InquireCommand, Inquiry, MoneyCommand, Outcome, WireAnswer } from '../types.ts';
import { errorOutcome, nothing_known, textOf, unknownOutcome } from '../wire-answer.ts';
import { decodeClose, decodeDetail, decodeReversal, decodeTest } from './batch-answers.ts';
import { minorOf } from './decimals.ts';
import {
  certain_errors,
  type GeneralResponse,
  generalResponseIn,
  type Json,
  objectOf,
  read,
  status_codes,
} from './general-response.ts';
import { reportedFields } from './reported-fields.ts';

/** A class 2 answer: an error where that is certain, else unknown. */
function failure(general: GeneralResponse, requested: number, raw: Json): Outcome {
  const code = certain_errors[general.status_code];
  if (code === undefined) return unknownOutcome(requested, general.words, null, raw);
  return errorOutcome(requested, {
    kind: 'error',
    code,
    processor_code: general.status_code,
    reason: general.words,
    alert: code === 410 ? 'credentials_rejected' : null,
    raw,
  });
}

/** A decline of the terminal or the bank; a two-character host code is the network's own. */
function decline(general: GeneralResponse, requested: number, raw: Json): Outcome {
  const { host_code, words } = general;
  const network = /^[0-9A-Z]{2}$/.test(host_code) ? networkCode(host_code) : null;
  const code = network && network.code >= 200 && network.code < 300 ? network.code : 200;
  return {
    ...nothing_known,
    outcome: 'declined',
    certainty: 'no_effect',
    code,
    text: responseText(code),
    approved_amount: 0,
    requested_amount: requested,
    processor_code: host_code || general.status_code,
    processor_text: words,
    processor_ref: null,
    network_code: network ? host_code : '',
    decline_category: network?.category ?? null,
    retry: network?.retry ?? 'with_changes',
    alert: null,
    raw,
  };
}

/** What an answer has to say to count as the answer to this attempt. */
interface Request {
  reference: string;
  amount: number;
  currency: string;
  /** The tip within the amount; the payer may have added to it at the terminal. */
  tip: number;
  /** A payment's or refund's own; of follow-ups the amount that stands afterwards, or none. */
  states: 'payment' | 'total' | 'nothing';
}

/** Tip that the payer added at the terminal; null where the amounts do not fit the request. */
function addedTip(body: Json, { amount, currency, tip, states }: Request): number | null {
  if (states === 'nothing') return 0;
  const amounts = objectOf(body.Amounts);
  const total = minorOf(amounts.TotalAmount, currency);
  if (total === null) return null;
  if (states === 'total') return total === amount ? 0 : null;
  const reported_tip = minorOf(amounts.TipAmount ?? 0, currency);
  if (reported_tip === null || reported_tip < tip) return null;
  return total - reported_tip === amount - tip ? reported_tip - tip : null;
}

function approval(general: GeneralResponse, request: Request, body: Json): Outcome {
  const added_tip = addedTip(body, request);
  const id = textOf(body.PNReferenceId);
  if (added_tip === null || id === '') {
    const why = 'the approval differs from what was asked for';
    return unknownOutcome(request.amount, why, 'integrity', rawOf(body));
  }
  return {
    ...nothing_known,
    outcome: 'approved',
    certainty: 'effect',
    code: 100,
    text: responseText(100),
    approved_amount: request.amount + added_tip,
    requested_amount: request.amount,
    processor_code: general.host_code || general.status_code,
    processor_text: general.words,
    processor_ref: {
      transaction_id: id,
      reference: request.reference,
      payment_type: textOf(body.PaymentType) || 'Credit',
    },
    network_code: general.host_code,
    retry: 'now',
    auth_code: textOf(body.AuthCode),
    alert: null,
    ...(request.states === 'payment' && { terminal: { added_tip, body: reportedFields(body) } }),
    raw: rawOf(body),
  };
}

/** Without what is kept elsewhere or not at all. */
function rawOf(body: Json): Json {
  const { SignatureBase64: _, Receipts: __, Token: ___, ...rest } = body;
  return rest;
}

function outcomeOf(body: Json, request: Request): Outcome {
  const general = generalResponseIn(body);
  if (general?.result === 'failed') return failure(general, request.amount, rawOf(body));
  if (!general || body.ReferenceId !== request.reference) {
    const why = 'the answer is not about this attempt';
    return unknownOutcome(request.amount, why, 'integrity', rawOf(body));
  }
  if (general.result === 'declined') return decline(general, request.amount, rawOf(body));
  return approval(general, request, body);
}

function requestOf(command: MoneyCommand): Request {
  if (command.operation === 'verify') throw new Error('a terminal verifies no cards');
  const { operation, reference, amount, currency } = command;
  if (operation === 'capture' || operation === 'adjust_tip' || operation === 'void') {
    const states = operation === 'void' ? 'nothing' : 'total';
    return { reference: command.target.reference ?? '', amount, currency, tip: 0, states };
  }
  const tip = 'parts' in command ? (command.parts.tip ?? 0) : 0;
  return { reference, amount, currency, tip, states: 'payment' };
}

function decode(command: MoneyCommand, answer: WireAnswer): Outcome {
  const request = requestOf(command);
  const reading = read(answer);
  if (reading.kind === 'error') return errorOutcome(request.amount, reading);
  if (reading.kind === 'unknown') {
    return unknownOutcome(request.amount, reading.reason, reading.alert);
  }
  return outcomeOf(reading.body, request);
}

const standing = (state: string) => ({
  state,
  captured_amount: 0,
  settled_amount: 0,
  refunded_amount: 0,
});

/** Whether the target stands as a follow-up would have left it. */
function followedUp(body: Json, { operation, amount, currency }: InquireCommand['original']) {
  if (operation === 'void') return body.Voided === true;
  const total = minorOf(objectOf(body.Amounts).TotalAmount, currency);
  if (total !== amount) return false;
  return operation === 'adjust_tip' || textOf(body.TransactionType) === 'Capture';
}

/** What became of an attempt, by the transaction under its reference or under its target's. */
function decodeInquiry({ original }: InquireCommand, answer: WireAnswer): Inquiry {
  const reading = read(answer);
  if (reading.kind !== 'answered') return { found: 'no_answer', reason: reading.reason };
  const { body } = reading;
  const general = generalResponseIn(body);
  if (!general) return { found: 'no_answer', reason: 'the answer has no outcome' };
  const { not_found, busy, in_progress } = status_codes;
  if (general.result === 'failed') {
    if (general.status_code === not_found) return { found: 'no' };
    // What is not found while the terminal is busy may be what it is busy with (rails 9.1).
    if ([busy, in_progress].some((code) => code === general.status_code))
      return { found: 'not_yet' };
    return { found: 'no_answer', reason: general.words };
  }
  const { operation, amount, currency, tip = 0, target } = original;
  if (operation === 'void' || operation === 'capture' || operation === 'adjust_tip') {
    if (general.result !== 'approved' || !followedUp(body, original)) return { found: 'no' };
    const reference = target?.reference ?? '';
    const request: Request = { reference, amount, currency, tip: 0, states: 'nothing' };
    return { found: 'yes', outcome: outcomeOf(body, request), standing: null };
  }
  const { reference } = original;
  const outcome = outcomeOf(body, { reference, amount, currency, tip, states: 'payment' });
  return { found: 'yes', outcome, standing: standing(body.Voided === true ? 'voided' : 'open') };
}

/** Terminals of this wire take US dollars. */
const currency = 'usd';

export const spinAnswers: Omit<Codec, 'encode' | 'refOf'> = {
  decode,
  decodeInquiry,
  decodeReversal: (_command, answer) => decodeReversal(answer),
  decodeClose: (_command, answer) => decodeClose(answer),
  decodeDetail: (_command, answer) => decodeDetail(currency, answer),
  decodeTest: (_command, answer) => decodeTest(answer),
};
