// The bank account a merchant's fees are drawn from; its stored number shows only masked.
import {
  billing_account_types,
  billing_types,
  isRoutingNumber,
} from '../../../contract/accounts/merchant-billing.ts';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { formatMessage, requiredMessage } from '../../../contract/field-messages.ts';
import { SelectField, TextField } from '../../kit/fields.tsx';
import { Fold } from '../../kit/fold.tsx';
import { sentence } from '../words.ts';
import type { Problems } from './profile-values.ts';

export interface BillingValues {
  type: string;
  routing_number: string;
  /** Empty or as it was answered, masked: the stored number stays. */
  account_number: string;
  account_type: string;
}

export const no_billing: BillingValues = {
  type: 'ccd',
  routing_number: '',
  account_number: '',
  account_type: 'checking',
};

export function billingOf(details: MerchantRecord['billing_details'] | null): BillingValues {
  if (!details?.ach.routing_number) return no_billing;
  const { type, routing_number, masked_account_number, account_type } = details.ach;
  return { type, routing_number, account_number: masked_account_number, account_type };
}

const isEmpty = ({ routing_number, account_number }: BillingValues) =>
  routing_number.trim() === '' && account_number.trim() === '';

/** Nothing is asked where no account is given at all. */
export function billingProblems(values: BillingValues): Problems {
  if (isEmpty(values)) return {};
  const routing = values.routing_number.trim();
  const number = values.account_number.trim();
  const problems = {
    'billing.routing_number':
      routing === ''
        ? requiredMessage('Routing number')
        : isRoutingNumber(routing)
          ? ''
          : formatMessage('Routing number'),
    'billing.account_number':
      number === ''
        ? requiredMessage('Account number')
        : /^(\d{4,17}|\*+\d{0,4})$/.test(number)
          ? ''
          : formatMessage('Account number'),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== ''));
}

/** As it is sent: null takes the account away, nothing is sent where nothing differs. */
export function billingChange(stored: BillingValues, values: BillingValues) {
  if (JSON.stringify(stored) === JSON.stringify(values)) return {};
  return { billing: isEmpty(values) ? null : values };
}

const kind_words: Readonly<Record<string, string>> = {
  ppd: 'PPD, of a person',
  ccd: 'CCD, of a company',
};

interface BillingPartProps {
  values: BillingValues;
  problems: Problems;
  onChange: (values: BillingValues) => void;
}

export function BillingPart({ values, problems, onChange }: BillingPartProps) {
  const text = (name: 'routing_number' | 'account_number') => (
    <div data-span="4">
      <TextField
        name={`billing.${name}`}
        label={sentence(name)}
        value={values[name]}
        onChange={(value) => onChange({ ...values, [name]: value })}
        error={problems[`billing.${name}`] ?? ''}
        extra={{ input: { autoComplete: 'off', inputMode: 'numeric' } }}
      />
    </div>
  );
  return (
    <Fold
      title="Bank account for fees"
      peek={isEmpty(values) ? 'none' : `${values.routing_number} · ${values.account_number}`}
      forced={Object.keys(problems).some((name) => name.startsWith('billing.'))}
    >
      <div className="form-grid contact-fields">
        {text('routing_number')}
        {text('account_number')}
        <div data-span="2">
          <SelectField
            name="billing.account_type"
            label="Account type"
            value={values.account_type}
            onChange={(account_type) => onChange({ ...values, account_type })}
            choices={billing_account_types.map((value) => ({ value, label: sentence(value) }))}
          />
        </div>
        <div data-span="2">
          <SelectField
            name="billing.type"
            label="Kind"
            value={values.type}
            onChange={(type) => onChange({ ...values, type })}
            choices={billing_types.map((value) => ({ value, label: kind_words[value] ?? value }))}
          />
        </div>
      </div>
    </Fold>
  );
}
