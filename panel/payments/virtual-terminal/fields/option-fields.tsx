// Switches of a payment by hand: receipt, partial approval, tax, and where goods go.
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import kit from '../../../kit/kit.module.css';
import { FormGrid } from '../../../kit/page/page-parts.tsx';
import type { TerminalForm } from '../form.ts';
import { Field, useIsHidden, useIsRequired, useIsShown } from './field.tsx';
import styles from './fields.module.css';

type Switch =
  | 'email_receipt'
  | 'allow_partial_payment'
  | 'create_vault_record'
  | 'tax_exempt'
  | 'shipping_differs'
  | 'signature_required'
  | 'debit'
  | 'add_tax_to_total'
  | 'add_shipping_to_total'
  | 'calculate_total_from_line_items';

interface OptionProps {
  name: Switch;
  label: string;
  note: string;
  advanced?: boolean;
}

export function Option({ name, label, note, advanced = false }: OptionProps): ReactNode {
  const { register } = useFormContext<TerminalForm>();
  if (!useIsShown([name], advanced)) return null;
  return (
    <label className={`${kit.choice} ${styles.option}`}>
      <input type="checkbox" {...register(name)} />
      <span>
        {label}
        <small>{note}</small>
      </span>
    </label>
  );
}

/** The address of the receipt, shown only where billing has no email. */
function ReceiptAddress() {
  const { control } = useFormContext<TerminalForm>();
  const wanted = useWatch({ control, name: 'email_receipt' });
  const billing = useWatch({ control, name: 'billing_address.email' });
  const required = useIsRequired('email_address');
  if (!wanted && !required) return null;
  return (
    <Field
      name="email_address"
      label="Receipt email"
      {...(billing !== '' && { aside: 'instead of the billing email' })}
      span={6}
      input={{ type: 'email', placeholder: billing }}
    />
  );
}

/** The options that a merchant's settings may hide; the others are shown with their amount. */
export const option_names = [
  'email_receipt',
  'email_address',
  'tax_exempt',
  'tax_rate',
  'shipping_amount',
  'allow_partial_payment',
  'create_vault_record',
] as const;

/** Whether tax and shipping are added on top: shown where they are. */
function AddOptions() {
  const taxes = useIsShown(['tax_rate'], true);
  const ships = useIsShown(['shipping_amount'], true);
  const note = 'otherwise it is included in the amount';
  return (
    <>
      {taxes && <Option name="add_tax_to_total" label="Add tax to total" note={note} />}
      {ships && <Option name="add_shipping_to_total" label="Add shipping to total" note={note} />}
    </>
  );
}

interface CustomerOptionsProps {
  /** Whether the payer can be saved. */
  saves: boolean;
  /** Whether the payment may state the ID of a customer who is not saved. */
  states_customers: boolean;
}

/** Saving the payer, and the ID that the merchant gives them. */
function CustomerOptions({ saves, states_customers }: CustomerOptionsProps) {
  const { control } = useFormContext<TerminalForm>();
  const is_hidden = useIsHidden('create_vault_record');
  const offers_saving = saves && !is_hidden;
  const is_saving = useWatch({ control, name: 'create_vault_record' }) && offers_saving;
  return (
    <>
      {offers_saving && (
        <Option
          name="create_vault_record"
          label="Save customer"
          note="with this payment method, once the payment is approved"
        />
      )}
      {(is_saving || states_customers) && (
        <FormGrid>
          <Field
            name="vault_record_custom_id"
            label="Customer ID"
            aside="optional"
            span={6}
            input={{ placeholder: is_saving ? 'Created automatically' : '', maxLength: 40 }}
          />
        </FormGrid>
      )}
    </>
  );
}

interface OptionFieldsProps extends CustomerOptionsProps {
  charges: boolean;
  card: boolean;
}

export function OptionFields({ charges, card, ...customer }: OptionFieldsProps) {
  return (
    <div className={styles.options}>
      <Option
        name="email_receipt"
        label="Email receipt"
        note="sent to the payer once the payment is approved"
      />
      {charges && (
        <>
          <Option
            name="tax_exempt"
            label="Tax exempt"
            note="no tax is added to this payment"
            advanced
          />
          <AddOptions />
        </>
      )}
      {charges && card && (
        <Option
          name="allow_partial_payment"
          label="Allow partial payment"
          note="the bank can approve less than the total"
          advanced
        />
      )}
      <CustomerOptions {...customer} />
      <FormGrid>
        <ReceiptAddress />
      </FormGrid>
    </div>
  );
}
