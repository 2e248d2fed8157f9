// A request its owner may make, for every endpoint that needs more than an empty one: each room's.
import type { Endpoint } from '../../../contract/endpoint.ts';
import { account_cases } from './account-cases.ts';
import { audit_cases } from './audit-cases.ts';
import { about, type Case, keyOf } from './case-parts.ts';
import { export_cases } from './export-cases.ts';
import { field_cases } from './field-cases.ts';
import { identity_cases } from './identity-cases.ts';
import { payment_cases } from './payment-cases.ts';
import { platform_cases } from './platform-cases.ts';
import { vault_cases } from './vault-cases.ts';
import { wallet_cases } from './wallet-cases.ts';
import { webhook_cases } from './webhook-cases.ts';

export const cases: Readonly<Record<string, Case>> = {
  ...account_cases,
  ...audit_cases,
  ...export_cases,
  ...field_cases,
  ...identity_cases,
  ...payment_cases,
  ...platform_cases,
  ...vault_cases,
  ...wallet_cases,
  ...webhook_cases,
};

/** The endpoint's case; one without parameters may do without and sends an empty request. */
export function caseOf(endpoint: Endpoint): Case {
  const known = cases[keyOf(endpoint)];
  if (known) return known;
  if (endpoint.path.includes('{')) {
    throw new Error(`${keyOf(endpoint)} has no case in server/testing/sweeps/*-cases.ts.`);
  }
  return about([], async () => ({ params: {}, body: {} }));
}

/** The path with its parameters filled in. */
export function fill(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
