// What an HTTP answer of a processor proves (rails 5.5), and the outcomes that need no codec.
import { maskCardNumbers } from '../../../contract/payments/cards/mask-card-numbers.ts';
import { responseText } from '../../../contract/payments/response-codes.ts';
import { parseStorable } from '../../db/storable-text.ts';
import type { Alert, Outcome, WireAnswer } from './types.ts';

/** A JSON object of the processor, or null where the body is anything else. */
export function readObject(body: string): Record<string, unknown> | null {
  try {
    const value = parseStorable(body);
    const plain = typeof value === 'object' && value !== null && !Array.isArray(value);
    return plain ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Texts of a processor, which are stored and shown: card numbers in them are masked. */
export const maskedText = (value: unknown): string => maskCardNumbers(textOf(value));

/** A safe integer or null. */
export const integerOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

/** The error that the processor states in a refused call; null where the body has none. */
export interface ReportedError {
  readonly code: string;
  readonly text: string;
  /** The processor states that nothing happened. */
  readonly not_processed: boolean;
}

/**
 * `answered`: a 200 with a readable object. `error`: certainly no effect. `unknown`: maybe one.
 */
export type Reading =
  | { readonly kind: 'answered'; readonly body: Record<string, unknown> }
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly processor_code: string;
      readonly reason: string;
      readonly alert: Alert;
      readonly raw: Record<string, unknown>;
      readonly not_sent?: boolean;
    }
  | { readonly kind: 'unknown'; readonly reason: string; readonly alert: Alert };

/**
 * Classifies an answer. `errorIn` reads the processor's own error out of a body; `codeFor` gives
 * our code for it.
 */
export function readAnswer(
  answer: WireAnswer,
  errorIn: (body: Record<string, unknown>) => ReportedError | null,
  codeFor: (code: string) => number,
): Reading {
  if (answer.kind === 'not_sent') {
    const { reason } = answer;
    const error = { kind: 'error', code: 421, processor_code: '', reason, alert: null } as const;
    return { ...error, raw: {}, not_sent: true };
  }
  if (answer.kind === 'no_answer') return { kind: 'unknown', reason: answer.reason, alert: null };
  const { http_status } = answer;
  const body = readObject(answer.body);
  if (http_status === 200 && body) return { kind: 'answered', body };
  const error = body && errorIn(body);
  const reason = error?.text ?? `HTTP ${http_status}`;
  const processor_code = error?.code ?? '';
  const raw = body ?? {};
  const failed = (code: number, alert: Alert = null): Reading => ({
    kind: 'error',
    code,
    processor_code,
    reason,
    alert,
    raw,
  });
  if (http_status === 401 || http_status === 403) return failed(410, 'credentials_rejected');
  if (http_status === 429) return failed(421);
  const refused = http_status >= 400 && http_status < 500 && error !== null;
  const withdrawn = http_status >= 500 && error !== null && error.not_processed;
  if (error && (refused || withdrawn)) return failed(codeFor(error.code));
  return { kind: 'unknown', reason, alert: 'unreadable_answer' };
}

/** An outcome's members where the processor stated nothing more. */
export const nothing_known = {
  balance: null,
  network_code: '',
  decline_category: null,
  auth_code: '',
  avs: { code: '', street: 'unknown', postal: 'unknown' },
  cvv: { code: '' },
  duplicate: false,
} as const;

/** Certainly no effect: an `error` with one of the 4xx codes. */
export function errorOutcome(
  requested_amount: number,
  reading: Extract<Reading, { kind: 'error' }>,
): Outcome {
  return {
    ...nothing_known,
    outcome: 'error',
    certainty: 'no_effect',
    code: reading.code,
    text: responseText(reading.code),
    approved_amount: 0,
    requested_amount,
    processor_code: reading.processor_code,
    processor_text: reading.reason,
    processor_ref: null,
    retry: reading.code === 421 ? 'now' : 'with_changes',
    alert: reading.alert,
    raw: reading.raw,
    ...(reading.not_sent && { not_sent: true }),
  };
}

/** Effect possible: nothing may be answered or sent again before it is inquired (rails 5.7). */
export function unknownOutcome(
  requested_amount: number,
  reason: string,
  alert: Alert,
  raw: Readonly<Record<string, unknown>> = {},
): Outcome {
  return {
    ...nothing_known,
    outcome: 'unknown',
    certainty: 'maybe',
    code: 0,
    text: responseText(0),
    approved_amount: 0,
    requested_amount,
    processor_code: '',
    processor_text: reason,
    processor_ref: null,
    retry: 'never',
    alert,
    raw,
  };
}
