// What is wrong with the ACH tab: the account, typed or linked, and its holder (spec 2 §5).
import { formatMessage, requiredMessage } from '../../../contract/field-messages.ts';
import {
  cardDigits,
  isAccountNumber,
  isRoutingNumber,
} from '../../../contract/payments/cards/cards.ts';
import type { CheckFacts, Problems } from './check-facts.ts';
import { requirementOf, type TerminalForm } from './form.ts';
import { messageLabel } from './labels.ts';

const holder_fields = {
  drivers_license: /^[0-9a-z]{1,50}$/i,
  drivers_license_state: /^[A-Z]{2,3}$/i,
  social_security_number_last_4: /^\d{4}$/,
  date_of_birth: /^\d{4}-\d{2}-\d{2}$/,
} as const;

/** Of an account that is typed, or linked; its holder is asked for either way. */
export function bankProblems(form: TerminalForm, facts: CheckFacts): Problems {
  if (!form.is_linking) return { ...numberProblems(form, facts), ...holderProblems(form, facts) };
  const is_chosen = form.plaid.ref_id !== '';
  const missing: Problems = is_chosen ? {} : { 'plaid.ref_id': 'Choose the account to charge.' };
  return { ...missing, ...holderProblems(form, facts) };
}

function numberProblems(form: TerminalForm, facts: CheckFacts): Problems {
  const found: Problems = {};
  const routing = cardDigits(form.routing_number);
  const account = cardDigits(form.account_number);
  if (routing === '') found.routing_number = requiredMessage('Routing Number');
  else if (!isRoutingNumber(routing, facts.sandbox)) {
    found.routing_number = formatMessage('Routing Number');
  }
  if (account === '') found.account_number = requiredMessage('Account Number');
  else if (!isAccountNumber(account)) found.account_number = formatMessage('Account Number');
  if (form.check_number === '' && form.sec_code === 'tel') {
    found.check_number = requiredMessage('Check Number');
  } else if (form.check_number !== '' && !/^\d{1,6}$/.test(form.check_number)) {
    found.check_number = formatMessage('Check Number');
  }
  return found;
}

function holderProblems(form: TerminalForm, facts: CheckFacts): Problems {
  const found: Problems = {};
  for (const [name, pattern] of Object.entries(holder_fields)) {
    const key = name as keyof typeof holder_fields;
    const label = messageLabel(name);
    if (form[key] === '') {
      if (requirementOf(facts.settings, key) === 'required') found[key] = requiredMessage(label);
    } else if (!pattern.test(form[key])) found[key] = formatMessage(label);
  }
  return found;
}
