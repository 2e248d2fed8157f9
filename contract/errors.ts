// The kinds of refusal, their HTTP status, and how verbs throw them.

import { requiredMessage } from './field-messages.ts';

export const refusal_status = {
  invalid: 400,
  refused: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  limited: 429,
  unavailable: 503,
} as const;

export type RefusalKind = keyof typeof refusal_status;

/** One member of the input and what is wrong with it; `field` is its path: `contact.city`. */
export interface InvalidMember {
  field: string;
  message: string;
}

/** `data` of a refusal that names members; a form shows each message on the field of its path. */
export interface InvalidData {
  invalid: readonly InvalidMember[];
}

/** A member of a request: its path, and the label that people know. */
export interface Named {
  field: string;
  label: string;
}

/** A request we understood and turn down; anything else that is thrown is a defect (500). */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly data: unknown;
  readonly retry_after_seconds: number | undefined;

  constructor(kind: RefusalKind, message: string, data?: unknown, retry_after_seconds?: number) {
    super(message);
    this.name = 'Refusal';
    this.kind = kind;
    this.data = data;
    this.retry_after_seconds = retry_after_seconds;
  }

  get http_status(): number {
    return refusal_status[this.kind];
  }
}

/** Turns a request down; the message is shown to the caller word for word (gateway-api 1.3). */
export function refuse(kind: RefusalKind, message: string, data?: unknown): never {
  throw new Refusal(kind, message, data);
}

/** 400 `bad request error: invalid <Field Label>`: the wording clients of this API know. */
export function invalid(label: string): never {
  throw new Refusal('invalid', `bad request error: invalid ${label}`);
}

/** 400 that names one member; a form shows `fault`, lower case without a period, on its field. */
export function invalidMember({ field, label }: Named, fault: string): never {
  const message = `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`;
  const data: InvalidData = { invalid: [{ field, message }] };
  throw new Refusal('invalid', `bad request error: invalid ${label}: ${fault}`, data);
}

/** 400 for one member that is missing; a form shows on its field that it is required. */
export function missingMember({ field, label }: Named): never {
  const data: InvalidData = { invalid: [{ field, message: requiredMessage(label) }] };
  throw new Refusal('invalid', `bad request error: invalid ${label}`, data);
}

/** 404: an unknown id and another account's id look the same to everybody. */
export function notFound(): never {
  throw new Refusal('not_found', 'not found');
}
