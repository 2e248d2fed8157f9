// What checks of the virtual terminal's form go by, and what they say.
import type { FieldRule } from '../../../contract/accounts/custom-field-rules.ts';
import type {
  RequiredFields,
  RequiredKey,
} from '../../../contract/accounts/documents/field-requirements.ts';
import { isRequiredOf } from '../../../contract/accounts/documents/required-errors.ts';
import { requirementOf, type TerminalForm } from './form.ts';

export interface CheckFacts {
  settings: RequiredFields;
  currency: string;
  /** Today, `YYYY-MM-DD`. */
  today: string;
  /** The sandbox takes the trigger numbers of its tests. */
  sandbox: boolean;
  /** The merchant's custom fields, of all groups. */
  fields?: readonly FieldRule[];
  /** Whether a payment may state the ID of a customer who is not saved. */
  states_customers?: boolean;
}

/** Messages by path, `billing_address.city`; what is in order is absent. */
export type Problems = Record<string, string>;

/** Whether this payment has to state the field. */
export function isAsked(form: TerminalForm, facts: CheckFacts, key: RequiredKey): boolean {
  return requirementOf(facts.settings, key) === 'required' && isRequiredOf(form.type, key);
}
