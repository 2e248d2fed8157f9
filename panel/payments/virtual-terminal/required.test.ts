// The terminal and the server require the same fields, whatever a merchant requires of which type.
import { describe, expect, it } from 'vitest';
import { default_values } from '../../../contract/accounts/documents/default-values.ts';
import {
  field_requirements,
  type RequiredKey,
  required_keys,
} from '../../../contract/accounts/documents/field-requirements.ts';
import { missingFieldError } from '../../../contract/accounts/documents/required-errors.ts';
import { create_input } from '../../../contract/payments/transactions/input.ts';
import { bodyOf } from './body.ts';
import { problemsOf } from './checks.ts';
import { startingForm, type TerminalForm, takesLevels, terminal_types } from './form.ts';
import { previewOf } from './preview.ts';

const contact = { address_line_1: '', state: 'WA' };
const merchant = {
  permissions: {},
  flags: {},
  default_values: default_values.parse({}),
  primary_contact: contact,
  billing_contact: contact,
} as never;

const bare: TerminalForm = {
  ...startingForm(merchant, 'sale', 'card'),
  number: '4012 8888 8888 1881',
  expiration_date: '11/28',
  routing_number: '021000021',
  account_number: '123456789',
  amount: '20.00',
};
const full: TerminalForm = {
  ...bare,
  cvc: '123',
  drivers_license: 'd1',
  drivers_license_state: 'WA',
  social_security_number_last_4: '1234',
  date_of_birth: '1980-01-02',
  discount_amount: '1',
  shipping_amount: '2',
  tax_rate: '8',
  payment_adj_value: '3',
  order_id: 'A1',
  po_number: 'P1',
  description: 'Tent',
  vendor_id: 'v'.repeat(36),
  national_tax_amount: '1',
  duty_amount: '1',
  ship_from_postal_code: '98225',
  summary_commodity_code: '1234',
  merchant_vat_registration_number: '1',
  customer_vat_registration_number: '2',
  billing_address: {
    first_name: 'Marcus',
    last_name: 'Oyelaran',
    company: 'Inlet',
    address_line_1: '902 Garden Street',
    address_line_2: 'B',
    city: 'Bellingham',
    state: 'WA',
    postal_code: '98225',
    country: 'US',
    email: 'marcus@inlet.example',
    phone: '5035550123',
    fax: '5035550124',
  },
};

/** What panel and server say of a form where this one field is required. */
function verdicts(form: TerminalForm, key: RequiredKey) {
  const settings = field_requirements.parse({ default: { [key]: 'required' } }).default;
  const today = '2026-06-18';
  const currency = 'usd';
  const { state, country } = form.billing_address;
  const facts = { merchant, processor: undefined, default_card: undefined, currency, today };
  const price = previewOf({ ...form, method: form.method as 'card', state, country }, facts)?.price;
  const body = bodyOf(form, {
    price: price as NonNullable<typeof price>,
    currency,
    processor_id: 'p'.repeat(20),
    tracks: null,
    idempotency_key: 'k',
    saves: false,
    states_customers: false,
    levels: takesLevels({ permissions: {}, requireds: { default: settings } } as never),
    settings,
    fields: [],
  });
  return {
    panel: problemsOf(form, { settings, currency, today, sandbox: true }),
    server: missingFieldError(settings, create_input.parse(body)),
  };
}

const keys = required_keys.filter((key) => key !== 'default');
const parts = ['discount', 'shipping', 'tax', 'national_tax', 'duty'] as const;
const methods = ['card', 'ach', 'cash'] as const;
const cases = keys.flatMap((key) => methods.map((method) => ({ key, method })));

describe('a required field', () => {
  it.each(cases)('$key of $method can be given, and is asked before it is sent', (one) => {
    const { key, method } = one;
    for (const type of terminal_types) {
      const filled = verdicts({ ...full, type, method }, key);
      expect([type, filled.panel, filled.server]).toEqual([type, {}, null]);
      const zeros = Object.fromEntries(parts.map((name) => [`${name}_amount`, '0']));
      const nothing = { ...full, tax_rate: '', ...zeros, type, method };
      expect([type, verdicts(nothing, key)]).toEqual([type, { panel: {}, server: null }]);
      const left_out = verdicts({ ...bare, type, method }, key);
      if (Object.keys(left_out.panel).length === 0) {
        expect([type, left_out.server]).toEqual([type, null]);
      }
    }
  });
});
