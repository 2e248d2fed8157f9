// What a payment's body is made of beside its form, for tests.
import { field_requirements } from '../../../../contract/accounts/documents/field-requirements.ts';
import type { BodyFacts } from '../body.ts';

/** What the merchant requires: nothing, but for what is given. */
export const settingsOf = (over: Record<string, string> = {}) =>
  field_requirements.parse({ default: over }).default;

/** Facts of a payment in dollars whose price plays no part. */
export const bodyFacts = (change: Partial<BodyFacts> = {}): BodyFacts => ({
  price: { amounts_included: {} } as never,
  currency: 'usd',
  processor_id: '',
  tracks: null,
  idempotency_key: 'k',
  levels: false,
  saves: false,
  states_customers: false,
  settings: settingsOf(),
  fields: [],
  ...change,
});
