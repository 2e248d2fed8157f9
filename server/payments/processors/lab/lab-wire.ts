// Reading the rail lab's answers (lab/sierra.md), shared by the two adapters that speak its wire.
import { avsLetter } from '../../../../contract/payments/cards/avs-cvv.ts';
import { isDeclined, responseText } from '../../../../contract/payments/response-codes.ts';
import type {
  BatchClose,
  BatchDetail,
  BatchMember,
  BatchTotal,
  ReturnedEntry,
} from '../batch-types.ts';
import type { Codec, CredentialTest } from '../driver.ts';
import type { NetworkCode } from '../network-codes.ts';
import type {
  Inquiry,
  MoneyCommand,
  OriginalAttempt,
  Outcome,
  OutcomeKind,
  Reversal,
  WireAnswer,
} from '../types.ts';
import {
  errorOutcome,
  integerOf,
  maskedText,
  type Reading,
  type ReportedError,
  readAnswer,
  textOf,
  unknownOutcome,
} from '../wire-answer.ts';

type Json = Record<string, unknown>;

/** How one adapter reads the host's code; `network` is '' where it is no ISO 8583 code. */
export type ReadCode = (code: string, brand: string) => NetworkCode & { network: string };

/** What an answer must echo to count as the answer to this attempt. */
interface Request {
  reference: string;
  operation: string;
  amount: number;
  currency: string;
  brand: string;
  /** Whether the request states its amount; a void does not, so the host states it. */
  has_amount: boolean;
  allow_partial: boolean;
  /** The processor's id of what a follow-up acts on, '' for payments. */
  target: string;
}

const host_errors: Readonly<Record<string, number>> = {
  bad_request: 440,
  unknown_operation: 440,
  bad_credentials: 410,
  busy: 421,
  unavailable: 421,
};

function reportedError(body: Json): ReportedError | null {
  const { error, processed } = body;
  if (typeof error !== 'object' || error === null) return null;
  const { code, text } = error as Json;
  return { code: textOf(code), text: maskedText(text), not_processed: processed === false };
}

export const read = (answer: WireAnswer): Reading =>
  readAnswer(answer, reportedError, (code) => host_errors[code] ?? 400);

const isMine = (body: Json, reference: string, operation: string): boolean =>
  body.reference === reference && body.operation === operation;

/** Amount, currency, ids and the approved part must be those that were requested. */
function isSound(body: Json, request: Request, code: number): boolean {
  const approved = integerOf(body.approved_amount);
  const id = textOf(body.transaction_id);
  if (approved === null || id === '' || body.currency !== request.currency) return false;
  const follows = request.operation !== 'refund' && request.target !== '';
  if (follows && id !== request.target) return false;
  if (!request.has_amount) return true;
  if (body.amount !== request.amount) return false;
  if (code !== 110) return approved === request.amount;
  return request.allow_partial && approved > 0 && approved < request.amount;
}

function kindOf(code: number): OutcomeKind {
  if (code === 110) return 'partial';
  if (code >= 400) return 'error';
  return isDeclined(code) ? 'declined' : 'approved';
}

/** The outcome in the host's answer about one attempt; an answer that does not fit is unknown. */
function outcomeOf(body: Json, request: Request, readCode: ReadCode): Outcome {
  const processor_code = textOf(body.network_code);
  if (!isMine(body, request.reference, request.operation) || processor_code === '') {
    return unknownOutcome(
      request.amount,
      'the answer is not about this attempt',
      'integrity',
      body,
    );
  }
  const { code, category, retry, network } = readCode(processor_code, request.brand);
  const outcome = kindOf(code);
  const effect = outcome === 'approved' || outcome === 'partial';
  if (effect && !isSound(body, request, code)) {
    const reason = 'the approval differs from what was asked for';
    return unknownOutcome(request.amount, reason, 'integrity', body);
  }
  const id = textOf(body.transaction_id);
  const network_transaction_id = effect ? textOf(body.network_transaction_id) : '';
  const avs = textOf(body.avs);
  const letter = avsLetter(avs);
  return {
    outcome,
    certainty: effect ? 'effect' : 'no_effect',
    code,
    text: responseText(code),
    approved_amount: effect ? (integerOf(body.approved_amount) ?? 0) : 0,
    requested_amount: request.amount,
    balance: integerOf(body.balance),
    processor_code,
    processor_text: maskedText(body.text),
    processor_ref: id === '' ? null : { transaction_id: id },
    network_code: network,
    decline_category: category,
    retry,
    auth_code: textOf(body.auth_code),
    network_transaction_id,
    avs: { code: avs, street: letter?.street ?? 'unknown', postal: letter?.postal ?? 'unknown' },
    cvv: { code: textOf(body.cvv) },
    duplicate: body.duplicate === true,
    alert: null,
    raw: body,
  };
}

function brandOf(command: MoneyCommand): string {
  if (!('method' in command)) return command.brand ?? '';
  return command.method.kind === 'card' ? command.method.sensitive.brand : '';
}

function requestOf(command: MoneyCommand): Request {
  const verify = command.operation === 'verify';
  return {
    reference: command.reference,
    operation: command.operation,
    amount: verify ? 0 : command.amount,
    currency: command.currency,
    brand: brandOf(command),
    has_amount: command.operation !== 'void',
    allow_partial: 'allow_partial' in command && command.allow_partial,
    target: 'target' in command ? (command.target.transaction_id ?? '') : '',
  };
}

/** The outcome of a payment or follow-up. */
function decodeMoney(command: MoneyCommand, answer: WireAnswer, readCode: ReadCode): Outcome {
  const request = requestOf(command);
  const reading = read(answer);
  if (reading.kind === 'error') return errorOutcome(request.amount, reading);
  if (reading.kind === 'unknown') {
    return unknownOutcome(request.amount, reading.reason, reading.alert);
  }
  return outcomeOf(reading.body, request, readCode);
}

const no_answer = (reason: string) => ({ result: 'no_answer', reason }) as const;
const not_about_this = no_answer('the answer is not about this attempt');

/** What the host has on record under an attempt's reference. */
function decodeInquiry(
  reference: string,
  original: OriginalAttempt,
  answer: WireAnswer,
  readCode: ReadCode,
): Inquiry {
  const reading = read(answer);
  if (reading.kind !== 'answered') return { found: 'no_answer', reason: reading.reason };
  const { body } = reading;
  if (!isMine(body, reference, 'inquire'))
    return { found: 'no_answer', reason: not_about_this.reason };
  if (body.found === false) return { found: 'no' };
  if (body.available === false) return { found: 'not_yet' };
  const first = body.answer;
  if (body.found !== true || typeof first !== 'object' || first === null) {
    return { found: 'no_answer', reason: 'the answer has no outcome' };
  }
  const request: Request = {
    ...original,
    brand: original.brand ?? '',
    has_amount: original.operation !== 'void',
    allow_partial: true,
    target: '',
  };
  const outcome = outcomeOf(first as Json, request, readCode);
  const state = textOf(body.state);
  const amount = (name: string): number => integerOf(body[name]) ?? 0;
  const standing =
    state === ''
      ? null
      : {
          state,
          captured_amount: amount('captured_amount'),
          settled_amount: amount('settled_amount'),
          refunded_amount: amount('refunded_amount'),
        };
  return { found: 'yes', outcome, standing };
}

/** Whether an effect is left under a reference after a reversal. */
function decodeReversal(reference: string, answer: WireAnswer): Reversal {
  const reading = read(answer);
  if (reading.kind === 'unknown') return no_answer(reading.reason);
  if (reading.kind === 'error') return { result: 'refused', reason: reading.reason };
  const { body } = reading;
  const { reversed } = body;
  if (!isMine(body, reference, 'reverse') || typeof reversed !== 'boolean') return not_about_this;
  return { result: reversed ? 'undone' : 'nothing' };
}

const rowsOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((row): row is Json => typeof row === 'object' && !!row) : [];

const entries = (value: unknown): ReturnedEntry[] =>
  rowsOf(value).map(({ reference, code }) => ({
    reference: textOf(reference),
    code: textOf(code),
  }));

const totalOf = (row: Json): BatchTotal => ({
  currency: textOf(row.currency),
  sale_count: integerOf(row.sale_count) ?? 0,
  sale_amount: integerOf(row.sale_amount) ?? 0,
  credit_count: integerOf(row.credit_count) ?? 0,
  credit_amount: integerOf(row.credit_amount) ?? 0,
});

/** The host's report of a batch close; an answer without a count is not accepted. */
function decodeClose(reference: string, answer: WireAnswer): BatchClose {
  const reading = read(answer);
  if (reading.kind === 'unknown') return no_answer(reading.reason);
  if (reading.kind === 'error') return { result: 'refused', reason: reading.reason };
  const { body } = reading;
  const batch_number = integerOf(body.batch_number);
  const count = integerOf(body.count);
  if (!isMine(body, reference, 'close_batch') || batch_number === null || count === null) {
    return not_about_this;
  }
  const { settled } = body;
  return {
    result: 'closed',
    batch_number,
    count,
    totals: rowsOf(body.totals).map(totalOf),
    text: maskedText(body.text),
    settled: Array.isArray(settled) ? settled.filter((ref) => typeof ref === 'string') : [],
    returned: entries(body.returned),
    late_returned: entries(body.late_returned),
    more: body.more === true,
  };
}

const memberOf = (row: Json): BatchMember => ({
  reference: textOf(row.reference),
  operation: textOf(row.operation),
  amount: integerOf(row.amount) ?? 0,
  currency: textOf(row.currency),
});

/** One page of a closed batch. */
function decodeDetail(reference: string, answer: WireAnswer): BatchDetail {
  const reading = read(answer);
  if (reading.kind === 'unknown') return no_answer(reading.reason);
  if (reading.kind === 'error') return { result: 'refused', reason: reading.reason };
  const count = integerOf(reading.body.count);
  if (!isMine(reading.body, reference, 'batch_detail') || count === null) return not_about_this;
  return { result: 'read', count, members: rowsOf(reading.body.members).map(memberOf) };
}

/** Whether the host takes the credentials. */
function decodeTest(reference: string, answer: WireAnswer): CredentialTest {
  const reading = read(answer);
  if (reading.kind !== 'answered') return { ok: false, text: reading.reason };
  const { body } = reading;
  const ok = isMine(body, reference, 'test_credentials') && body.ok === true;
  return { ok, text: maskedText(body.text) };
}

/** How answers of the rail lab are read, whose codes `readCode` knows. */
export const labAnswers = (readCode: ReadCode): Omit<Codec, 'encode'> => ({
  decode: (command, answer) => decodeMoney(command, answer, readCode),
  decodeInquiry: ({ reference, original }, answer) =>
    decodeInquiry(reference, original, answer, readCode),
  decodeReversal: ({ reference }, answer) => decodeReversal(reference, answer),
  decodeClose: ({ reference }, answer) => decodeClose(reference, answer),
  decodeDetail: ({ reference }, answer) => decodeDetail(reference, answer),
  decodeTest: ({ reference }, answer) => decodeTest(reference, answer),
  refOf: (_original, transaction_id) => ({ transaction_id }),
});
