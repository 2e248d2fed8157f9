// What is kept of a customer beside its methods and addresses (spec 2 §3).
import type { CustomFieldRecord } from '../../contract/accounts/custom-fields.ts';
import { processors } from '../../contract/payments/processors.ts';
import { type CustomerRecord, customers } from '../../contract/vault/customers.ts';
import { CustomFieldInputs } from '../accounts/custom-field-values/custom-field-inputs.tsx';
import { useCustomFields } from '../accounts/custom-field-values/use-custom-fields.ts';
import { useRecord } from '../hooks.ts';
import { SelectField, SwitchField, TextField } from '../kit/form/fields.tsx';
import { FormPart } from '../kit/form/form-part.tsx';
import { FormScreen } from '../kit/form/form-screen.tsx';
import { type Form, useForm, useValues } from '../kit/form/use-form.ts';
import { FormGrid, Hint } from '../kit/page/page-parts.tsx';
import { toast } from '../notices.ts';
import { useOwnMerchant } from '../session/own-merchant.ts';
import basics from '../style/basics.module.css';
import { CustomerActions, customer_stales, useCustomer } from './customer-screen.tsx';
import { customerName } from './customer-text.ts';
import styles from './vault.module.css';

const valuesOf = ({ data: { customer } }: CustomerRecord) => ({
  description: customer.description,
  notes: customer.notes,
  processor_id: customer.processor_id,
  surcharge_exempt: customer.flags.includes('surcharge_exempt'),
  shared: customer.shared,
  do_not_share: customer.do_not_share,
  custom_fields: customer.custom_fields,
});
type Values = ReturnType<typeof valuesOf>;

function inputOf({ surcharge_exempt, ...values }: Values) {
  return { ...values, flags: surcharge_exempt ? (['surcharge_exempt'] as const) : [] };
}

interface PartProps {
  form: Form<Values>;
  fields: readonly CustomFieldRecord[];
}

function CustomFieldsPart({ form, fields }: PartProps) {
  const { custom_fields } = useValues(form);
  if (fields.length === 0) return null;
  const change = (id: string, next: string[]) =>
    form.put('custom_fields', { ...custom_fields, [id]: next });
  return (
    <FormPart title="Custom fields">
      <CustomFieldInputs fields={fields} values={custom_fields} problems={{}} onChange={change} />
    </FormPart>
  );
}

/** Which processor takes the payments of this customer. */
function ProcessorField({ merchant_id }: { merchant_id: string }) {
  const { data } = useRecord(
    processors.search,
    { params: { mid: merchant_id } },
    { enabled: merchant_id !== '', stale_ms: 60_000 },
  );
  const choices = (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      name="processor_id"
      label="Processor"
      span={6}
      none="Default processor"
      choices={choices}
    />
  );
}

export function CustomerDetails() {
  const { one } = useCustomer();
  return <Details key={one.id} />;
}

function Details() {
  const { one, read_only } = useCustomer();
  const merchant = useOwnMerchant('merchant');
  const fields = useCustomFields() ?? [];
  const hides = merchant?.default_values.merchant;
  const form = useForm(customers.update, {
    initial: valuesOf(one),
    of: one,
    input: inputOf,
    params: { id: one.id },
    stales: customer_stales,
    tell: () => toast('Customer saved'),
  });
  return (
    <FormScreen
      form={form}
      title={customerName(one)}
      action="Save customer"
      note="Your changes apply to future payments."
      actions={<CustomerActions {...{ one, read_only }} />}
    >
      <FormPart title="Customer">
        <FormGrid>
          <Hint data-span="12">
            Customer ID <span className={basics.mono}>{one.id}</span>
          </Hint>
          <TextField name="description" label="Description" span={6} />
          <ProcessorField merchant_id={merchant?.id ?? ''} />
          <TextField name="notes" label="Notes" span={12} />
        </FormGrid>
      </FormPart>
      <FormPart title="Options">
        <div className={styles.switches}>
          {hides && !hides.hide_surcharge_exempt_in_vault && (
            <SwitchField
              name="surcharge_exempt"
              label="Surcharge exempt"
              note="no surcharge is added to this customer's payments"
            />
          )}
          <SwitchField
            name="shared"
            label="Shared"
            note="for your own records: no other merchant sees this customer"
          />
          <SwitchField
            name="do_not_share"
            label="Do not share"
            note="for your own records, kept when customers are merged"
          />
        </div>
      </FormPart>
      {hides && !hides.hide_custom_fields_to_vault && (
        <CustomFieldsPart form={form} fields={fields} />
      )}
    </FormScreen>
  );
}
