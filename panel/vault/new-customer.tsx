// The form of a new customer: who it is, one way to pay, and where it bills and ships (spec 1 §2).
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { emptyFields } from '../../contract/addresses.ts';
import { customers } from '../../contract/vault/customers.ts';
import { vault_address_fields } from '../../contract/vault/vault-address.ts';
import { AddressFields } from '../kit/form/address-fields.tsx';
import { CheckField, TextField } from '../kit/form/fields.tsx';
import { FormPart } from '../kit/form/form-part.tsx';
import { editTexts, FormScreen } from '../kit/form/form-screen.tsx';
import { useForm, useValues } from '../kit/form/use-form.ts';
import { FormGrid } from '../kit/page/page-parts.tsx';
import { Segments } from '../kit/parts/segments.tsx';
import { toast } from '../notices.ts';
import { AccountFields, CardFields } from './method-fields.tsx';
import {
  accountProblems,
  accountValues,
  below,
  cardProblems,
  cardValues,
} from './method-values.ts';
import { customerPath, customers_path } from './paths.ts';
import { useMaySave } from './use-may-save.ts';

const methods = ['card', 'ach', 'none'] as const;
type Method = (typeof methods)[number];
const method_texts: Record<Method, string> = { card: 'Card', ach: 'Bank account', none: 'None' };

const empty_address = () => ({ ...emptyFields(vault_address_fields), country: 'US' });
type Address = ReturnType<typeof empty_address>;

const initial = () => ({
  id: '',
  description: '',
  notes: '',
  default_payment: { card: cardValues(), ach: accountValues() },
  default_billing_address: empty_address(),
  ships_elsewhere: false,
  default_shipping_address: empty_address(),
});
type Values = ReturnType<typeof initial>;

/** A country alone is no address. */
function addressOf(address: Address): Partial<Address> | undefined {
  const { country: _, ...rest } = address;
  return Object.values(rest).some((text) => text.trim() !== '') ? address : undefined;
}

/** What is sent: the chosen way to pay, and addresses that hold something. */
function inputOf(values: Values, method: Method) {
  const { id, description, notes, default_payment, ships_elsewhere } = values;
  const billing = addressOf(values.default_billing_address);
  const shipping = ships_elsewhere ? addressOf(values.default_shipping_address) : billing;
  return {
    ...(id.trim() !== '' && { id: id.trim() }),
    description,
    notes,
    ...(method !== 'none' && { default_payment: { [method]: default_payment[method] } }),
    ...(billing && { default_billing_address: billing }),
    ...(shipping && { default_shipping_address: shipping }),
  };
}

function problemsOf({ default_payment }: Values, method: Method): Record<string, string> {
  if (method === 'none') return {};
  return method === 'card'
    ? below('default_payment.card', cardProblems(default_payment.card, false))
    : below('default_payment.ach', accountProblems(default_payment.ach));
}

function useNewCustomer(method: Method) {
  const navigate = useNavigate();
  return useForm(customers.create, {
    initial: initial(),
    input: (values) => inputOf(values, method),
    rules: (values) => problemsOf(values, method),
    creates_in: { list: customers.search },
    stales: [customers.search, customers.globalSearch],
    tell: () => toast('Customer created'),
    onSaved: ({ id }) => void navigate(customerPath(id)),
  });
}

export function NewCustomer() {
  const navigate = useNavigate();
  const [method, setMethod] = useState<Method>('card');
  const form = useNewCustomer(method);
  const { ships_elsewhere } = useValues(form);
  if (useMaySave() === false) return <Navigate to={customers_path} replace />;
  return (
    <FormScreen
      form={form}
      {...editTexts('customer', undefined)}
      note="Not created until you save."
      onLeave={() => void navigate(customers_path)}
    >
      <FormPart title="Customer">
        <FormGrid>
          <TextField name="description" label="Description" span={6} />
          <TextField name="id" label="Customer ID" span={6} placeholder="Created automatically" />
          <TextField name="notes" label="Notes" span={12} />
        </FormGrid>
      </FormPart>
      <FormPart
        title="Payment method"
        aside={
          <Segments
            label="Payment method"
            choices={methods}
            value={method}
            onChange={setMethod}
            textOf={(one) => method_texts[one]}
          />
        }
      >
        {method === 'card' && <CardFields at="default_payment.card." masked="" />}
        {method === 'ach' && <AccountFields at="default_payment.ach." masked="" />}
      </FormPart>
      <FormPart title="Billing address">
        <AddressFields name="default_billing_address" shown={vault_address_fields} />
      </FormPart>
      <FormPart title="Shipping address">
        <CheckField name="ships_elsewhere" label="Ship to another address" />
        {ships_elsewhere && (
          <AddressFields name="default_shipping_address" shown={vault_address_fields} />
        )}
      </FormPart>
    </FormScreen>
  );
}
