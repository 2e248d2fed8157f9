// Switches of a payment by hand: receipt, partial approval, tax, and where goods go.
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field, useIsHidden } from './field.tsx';
import type { TerminalForm } from './form.ts';

type Switch = 'email_receipt' | 'allow_partial_payment' | 'tax_exempt' | 'shipping_differs';

interface OptionProps {
  name: Switch;
  label: string;
  note: string;
}

export function Option({ name, label, note }: OptionProps): ReactNode {
  const { register } = useFormContext<TerminalForm>();
  if (useIsHidden(name)) return null;
  return (
    <label className="term-option">
      <input type="checkbox" {...register(name)} />
      <span>
        {label}
        <small>{note}</small>
      </span>
    </label>
  );
}

/** The address a receipt goes to, asked for only where billing has none. */
function ReceiptAddress() {
  const { control } = useFormContext<TerminalForm>();
  const wanted = useWatch({ control, name: 'email_receipt' });
  const billing = useWatch({ control, name: 'billing_address.email' });
  if (!wanted) return null;
  return (
    <Field
      name="email_address"
      label="Receipt goes to"
      {...(billing !== '' && { aside: 'instead of the billing email' })}
      span={6}
      input={{ type: 'email', placeholder: billing }}
    />
  );
}

export function OptionFields({ charges, card }: { charges: boolean; card: boolean }) {
  return (
    <div className="term-options">
      <Option
        name="email_receipt"
        label="Email receipt"
        note="a copy goes to the payer once it is approved"
      />
      {charges && (
        <Option name="tax_exempt" label="Tax exempt" note="no tax is added to this payment" />
      )}
      {charges && card && (
        <Option
          name="allow_partial_payment"
          label="Allow partial payment"
          note="the card may approve less than the total"
        />
      )}
      <div className="form-grid">
        <ReceiptAddress />
      </div>
    </div>
  );
}
