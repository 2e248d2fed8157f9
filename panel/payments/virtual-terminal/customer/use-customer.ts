// The saved customer of a payment by hand: chosen, read, and filled into the form.
import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import {
  type FieldRule,
  startingValues,
} from '../../../../contract/accounts/custom-field-rules.ts';
import { emptyModel } from '../../../../contract/payments/pricing/payment-models.ts';
import { type CustomerRecord, customers } from '../../../../contract/vault/customers.ts';
import { useRecord } from '../../../hooks.ts';
import type { Chosen } from '../../picker/customer-choice.tsx';
import { paymentAddress, type SavedOption, savedOptions } from '../../picker/saved-customer.ts';
import type { CardNumberFacts } from '../../picker/typing.ts';
import { emptyContact, type TerminalForm } from '../form.ts';
import { processorsFor, type TerminalProcessor } from '../methods.ts';

type Form = UseFormReturn<TerminalForm>;

interface CustomerFacts {
  processors: readonly TerminalProcessor[];
  fields: readonly FieldRule[];
}

/** The processor that is kept with the method, else with the customer; '' for the default one. */
function savedProcessor(
  { data }: CustomerRecord,
  option: SavedOption | undefined,
  processors: readonly TerminalProcessor[],
): string {
  if (option === undefined) return '';
  const id = option.processor_id || data.customer.processor_id;
  // The picker names the first one, the default, by an empty text.
  return processorsFor(processors, option.type).findIndex((one) => one.id === id) > 0 ? id : '';
}

function fillAddress(form: Form, record: CustomerRecord, side: 'billing' | 'shipping') {
  const id = form.getValues(`customer.${side}_address_id`);
  const address = record.data.customer.addresses.find((one) => one.id === id);
  if (address === undefined) return;
  const { country, ...rest } = paymentAddress(address);
  const now = form.getValues(`${side}_address`);
  form.setValue(`${side}_address`, { ...now, ...rest, country: country || now.country });
}

/** What the choices say is filled into the form, where a person may still change it. */
function fill(form: Form, record: CustomerRecord, facts: CustomerFacts, change: Partial<Chosen>) {
  const chosen = { ...form.getValues('customer'), ...change };
  form.setValue('customer', chosen, { shouldValidate: form.formState.isSubmitted });
  if (change.payment_method !== undefined || change.terminal_id !== undefined) {
    const option = savedOptions(record).find(({ id }) => id === chosen.payment_method);
    form.setValue('cvc', '');
    const saved_processor = savedProcessor(record, option, facts.processors);
    form.setValue('processor_id', chosen.terminal_id === '' ? saved_processor : '');
  }
  if (change.billing_address_id !== undefined) fillAddress(form, record, 'billing');
  if (change.shipping_address_id !== undefined) {
    fillAddress(form, record, 'shipping');
    const { billing_address_id, shipping_address_id } = chosen;
    const differs = shipping_address_id !== '' && shipping_address_id !== billing_address_id;
    form.setValue('shipping_differs', differs);
  }
}

/** The customer's own defaults, once the record is there. */
function fillDefaults(form: Form, record: CustomerRecord, facts: CustomerFacts) {
  const { defaults, custom_fields } = record.data.customer;
  const [first] = savedOptions(record);
  fill(form, record, facts, {
    payment_method: defaults.payment_method_id || (first?.id ?? ''),
    billing_address_id: defaults.billing_address_id,
    shipping_address_id: defaults.shipping_address_id,
  });
  for (const { id } of facts.fields) {
    const values = custom_fields[id];
    if (values !== undefined) form.setValue(`custom_fields.${id}`, values);
  }
}

/** What a customer filled in goes with it: whoever pays next has nothing of it. */
function forget(form: Form, record: CustomerRecord | undefined, { fields }: CustomerFacts) {
  const { billing_address_id, shipping_address_id } = form.getValues('customer');
  if (billing_address_id !== '') form.setValue('billing_address', emptyContact());
  if (shipping_address_id !== '') {
    form.setValue('shipping_address', emptyContact());
    form.setValue('shipping_differs', false);
  }
  const started = startingValues(fields);
  for (const id of Object.keys(record?.data.customer.custom_fields ?? {})) {
    if (started[id] !== undefined) form.setValue(`custom_fields.${id}`, started[id]);
  }
  form.setValue('processor_id', '');
  form.setValue('customer', emptyModel('customer'));
}

/** What may be remembered of a saved card: its mask has no more. */
function seenOf(option: SavedOption | undefined): CardNumberFacts | null {
  if (option?.type !== 'card') return null;
  const { masked, brand } = option;
  return { brand, first_digits: masked.slice(0, 6), last_four: masked.slice(-4) };
}

export function useCustomer(form: Form, facts: CustomerFacts) {
  const { control } = form;
  const [id, payment_method, terminal_id] = useWatch({
    control,
    name: ['customer.id', 'customer.payment_method', 'customer.terminal_id'],
  });
  const { data: record, error } = useRecord(
    customers.get,
    { params: { id } },
    { enabled: id !== '', quiet: true },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the record arrives
  useEffect(() => {
    // Another try begins with what was chosen before.
    if (!record || form.getValues('customer.payment_method') !== '') return;
    fillDefaults(form, record, facts);
    requestAnimationFrame(() => form.setFocus('amount'));
  }, [record]);
  const options = record ? savedOptions(record) : [];
  const option = options.find((one) => one.id === payment_method);
  const method_flags = terminal_id === '' ? (option?.flags ?? []) : [];
  const flags = [...(record?.data.customer.flags ?? []), ...method_flags];
  return {
    id,
    record,
    /** Why it cannot be read; null while it can. */
    error,
    option,
    /** Where the customer presents a card; '' for the saved method. */
    terminal_id,
    paid_by: terminal_id === '' ? option?.type : ('terminal' as const),
    seen: terminal_id === '' ? seenOf(option) : null,
    is_exempt: flags.includes('surcharge_exempt'),
    forget: () => forget(form, record, facts),
    choose: (chosen_id: string) => {
      forget(form, record, facts);
      const chosen = { ...emptyModel('customer'), id: chosen_id };
      form.setValue('customer', chosen, { shouldDirty: true });
      form.clearErrors('customer');
    },
    change: (change: Partial<Chosen>) => {
      if (record) fill(form, record, facts, change);
    },
  };
}
