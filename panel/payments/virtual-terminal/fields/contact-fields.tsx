// Billing and shipping contacts of the virtual terminal.
import { useContext } from 'react';
import { address_fields } from '../../../../contract/addresses.ts';
import { offered_countries, us_regions } from '../../../../contract/places.ts';
import { usePhoneText } from '../../../kit/form/phone-control.tsx';
import { arrange } from '../../../kit/format/masks.ts';
import { FormGrid } from '../../../kit/page/page-parts.tsx';
import { ModeContext } from '../use-mode.ts';
import { Field, type FieldName, SelectField } from './field.tsx';

const states = [
  { value: '', label: 'Select' },
  ...us_regions.map(({ code }) => ({ value: code, label: code })),
];
const countries = offered_countries.map(({ code, name }) => ({ value: code, label: name }));

/** Its fields, to test whether any is shown; a country alone is nothing to fill in. */
export function contactNames(side: 'billing' | 'shipping'): FieldName[] {
  const input_fields = address_fields.filter((field) => field !== 'country');
  return input_fields.map((field) => `${side}_address.${field}` as const);
}

export function ContactFields({ side }: { side: 'billing' | 'shipping' }) {
  const at = (field: string) => `${side}_address.${field}` as FieldName;
  const { text, load } = usePhoneText();
  const phone = {
    span: 4,
    advanced: true,
    input: { type: 'tel', placeholder: '(###) ###-####', onFocus: () => void load() },
    arrange: (element: HTMLInputElement) => arrange(element, text(element.value)),
  } as const;
  // It always has a value: the simple mode need not show it.
  const advanced = useContext(ModeContext) === 'advanced';
  return (
    <FormGrid>
      <Field name={at('first_name')} label="First name" span={3} half />
      <Field name={at('last_name')} label="Last name" span={3} half />
      <Field name={at('company')} label="Company" span={6} advanced />
      <Field name={at('address_line_1')} label="Address line 1" span={6} />
      <Field name={at('address_line_2')} label="Address line 2" span={6} advanced />
      <Field name={at('city')} label="City" span={3} />
      <SelectField name={at('state')} label="State" span={2} half options={states} />
      <Field name={at('postal_code')} label="Postal code" span={3} half />
      {advanced && (
        <SelectField name={at('country')} label="Country" span={4} options={countries} />
      )}
      <Field name={at('email')} label="Email" span={4} input={{ type: 'email' }} />
      <Field name={at('phone')} label="Phone" {...phone} />
      <Field name={at('fax')} label="Fax" {...phone} />
    </FormGrid>
  );
}

/** One line of what a folded contact holds; '' where it is empty. */
export function contactPeek(contact: Record<string, string>): string {
  const name = `${contact.first_name ?? ''} ${contact.last_name ?? ''}`.trim();
  const place = [contact.city, contact.state].filter(Boolean).join(', ');
  return [name, contact.address_line_1, place].filter(Boolean).join(' · ');
}
