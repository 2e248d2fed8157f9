// The bank account a merchant's fees are drawn from; its stored number shows only masked.
import { billing_types } from '../../../contract/accounts/merchant-billing.ts';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { requiredMessage } from '../../../contract/field-messages.ts';
import { SelectField, TextField } from '../../kit/form/fields.tsx';
import { useValue } from '../../kit/form/form-context.ts';
import { FormFold } from '../../kit/form/form-part.tsx';
import kit from '../../kit/kit.module.css';
import styles from '../accounts.module.css';

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
export function billingRules(values: BillingValues): Record<string, string> {
  const missing = !isEmpty(values) && values.account_number.trim() === '';
  return { 'billing.account_number': missing ? requiredMessage('Account number') : '' };
}

/** As it is sent: null takes the account away, nothing is sent where nothing differs. */
export function billingChange(stored: BillingValues, values: BillingValues) {
  if (JSON.stringify(stored) === JSON.stringify(values)) return {};
  return { billing: isEmpty(values) ? null : values };
}

const kind_texts: Readonly<Record<string, string>> = {
  ppd: 'PPD, personal',
  ccd: 'CCD, corporate',
};

export function BillingPart() {
  const values = useValue<BillingValues>('billing');
  const peek = isEmpty(values) ? 'none' : `${values.routing_number} · ${values.account_number}`;
  return (
    <FormFold title="Bank account for fees" peek={peek} names="billing">
      <div className={`${kit.formGrid} ${styles.contactFields}`} data-grid>
        <TextField name="billing.routing_number" span={4} hint="" />
        <TextField name="billing.account_number" span={4} hint="" />
        <SelectField name="billing.account_type" span={2} />
        <SelectField
          name="billing.type"
          label="SEC code"
          span={2}
          choices={billing_types.map((value) => ({ value, label: kind_texts[value] ?? value }))}
        />
      </div>
    </FormFold>
  );
}
