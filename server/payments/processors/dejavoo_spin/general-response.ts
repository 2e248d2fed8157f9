// The general part of a terminal's answers (rails 9.1): approved, declined by class 1, by class 2
// an error of the service, which is certain for a few codes alone.

import type { WireAnswer } from '../types.ts';
import {
  maskedText,
  type Reading,
  type ReportedError,
  readAnswer,
  textOf,
} from '../wire-answer.ts';

export type Json = Record<string, unknown>;

/** Status codes of class 2 that are read; any other leaves the outcome unknown. */
export const status_codes = {
  not_connected: '2001',
  busy: '2002',
  in_progress: '2003',
  timed_out: '2004',
  bad_credentials: '2005',
  duplicate_reference: '2006',
  not_found: '2007',
  bad_request: '2008',
  terminal_error: '2009',
} as const;

/** Our code of each that is certain to have had no effect. */
export const certain_errors: Readonly<Record<string, number>> = {
  [status_codes.not_connected]: 421,
  [status_codes.busy]: 421,
  [status_codes.bad_credentials]: 410,
  [status_codes.bad_request]: 440,
  [status_codes.terminal_error]: 400,
};

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};

export interface GeneralResponse {
  result: 'approved' | 'declined' | 'failed';
  status_code: string;
  host_code: string;
  words: string;
}

/** The general part of an answer; null where it has none. */
export function generalResponseIn(body: Json): GeneralResponse | null {
  const general = objectOf(body.GeneralResponse);
  const result = String(general.ResultCode ?? '');
  const status_code = textOf(general.StatusCode);
  if (result === '' || status_code === '') return null;
  const approved = (result === '0' || result === 'Ok') && status_code === '0000';
  const words = maskedText(general.DetailedMessage) || maskedText(general.Message);
  const host_code = textOf(general.HostResponseCode);
  if (approved) return { result: 'approved', status_code, host_code, words };
  const declined = result === '1' || result === 'TerminalError';
  return { result: declined ? 'declined' : 'failed', status_code, host_code, words };
}

function reportedError(body: Json): ReportedError | null {
  const general = generalResponseIn(body);
  return general && { code: general.status_code, text: general.words, not_processed: false };
}

export const read = (answer: WireAnswer): Reading =>
  readAnswer(answer, reportedError, (code) => certain_errors[code] ?? 400);

export const no_answer = (reason: string) => ({ result: 'no_answer', reason }) as const;
const refused = (reason: string) => ({ result: 'refused', reason }) as const;

/** The body of a class 0 answer, or why there is none. */
export function bodyIn(answer: WireAnswer) {
  const reading = read(answer);
  if (reading.kind === 'unknown') return no_answer(reading.reason);
  if (reading.kind === 'error') return refused(reading.reason);
  const general = generalResponseIn(reading.body);
  if (!general) return no_answer('the answer has no outcome');
  if (general.result === 'approved') return { result: 'answered', body: reading.body } as const;
  const certain = general.result === 'declined' || general.status_code in certain_errors;
  return certain ? refused(general.words) : no_answer(general.words);
}

/** Whether the terminal does what it was asked beside payments. */
export const isAccepted = (answer: WireAnswer): boolean => bodyIn(answer).result === 'answered';
