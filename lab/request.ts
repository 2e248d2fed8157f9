// Reading a request's members, and the lab's way to turn one down without any effect.
import type { Rail, StoredCredential } from './world.ts';

/** Turned down: HTTP status, code and text of lab/sierra.md; nothing was done. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, text: string) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

export type Body = Record<string, unknown>;

export function badRequest(member: string): never {
  throw new Refused(400, 'bad_request', `${member} is missing or not valid`);
}

/** Text member, '' where absent. */
export function text(body: Body, name: string): string {
  const value = body[name];
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : badRequest(name);
}

/** Object member, empty where absent. */
export function part(body: Body, name: string): Body {
  const value = body[name];
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return badRequest(name);
  return value as Body;
}

/** Amount in minor units: a safe integer, 0 or more. */
export function amountOf(body: Body, name = 'amount'): number {
  const value = body[name];
  return Number.isSafeInteger(value) && (value as number) >= 0
    ? (value as number)
    : badRequest(name);
}

export function currencyOf(body: Body): string {
  const value = text(body, 'currency');
  return /^[a-z]{3}$/.test(value) ? value : badRequest('currency');
}

export function referenceOf(body: Body, name = 'reference'): string {
  const value = text(body, name);
  return value.length >= 1 && value.length <= 64 ? value : badRequest(name);
}

/** Name of the account the credentials stand for; 401 where the host does not know them. */
export function accountName(rail: Rail, body: Body): string {
  const credentials = part(body, 'credentials');
  const station = text(credentials, 'station');
  if (rail === 'ach') {
    if (station === '') unknownCredentials();
    return `ach/${text(credentials, 'originator')}/${station}`;
  }
  const mid = text(credentials, 'mid');
  if (/^0*$/.test(mid)) unknownCredentials();
  return `card/${mid}/${text(credentials, 'terminal_number')}/${station}`;
}

function unknownCredentials(): never {
  throw new Refused(401, 'bad_credentials', 'CREDENTIALS NOT ACCEPTED');
}

/** Texts for the payer's statement and the inventory's word; they move no money. */
export function checkExtras(body: Body): void {
  for (const value of Object.values(part(body, 'descriptor'))) {
    if (typeof value !== 'string') badRequest('descriptor');
  }
  const status = text(body, 'iias_status');
  if (status !== '' && status !== 'verified' && status !== 'exempt') badRequest('iias_status');
}

function oneOf<const T extends string>(body: Body, name: string, values: readonly T[]): T {
  const value = text(body, name);
  return values.find((one) => one === value) ?? badRequest(`stored_credential.${name}`);
}

/** The stored credential of a card payment; null where none is stated, 400 where it cannot be. */
export function storedCredentialOf(body: Body): StoredCredential | null {
  if (body.stored_credential === undefined) return null;
  const fields = part(body, 'stored_credential');
  const credential: StoredCredential = {
    initiated_by: oneOf(fields, 'initiated_by', ['customer', 'merchant']),
    use: oneOf(fields, 'use', ['first', 'later']),
    reason: oneOf(fields, 'reason', ['recurring', 'unscheduled']),
    network_transaction_id: text(fields, 'network_transaction_id'),
  };
  const { use, network_transaction_id: id } = credential;
  if (id !== '' && (use === 'first' || !/^[A-Za-z0-9-]{1,64}$/.test(id))) {
    badRequest('stored_credential.network_transaction_id');
  }
  return credential;
}
