// The fields of an address on the twelve columns of a form; only those the screen asks for.
import { type Choice, SelectField } from './fields.tsx';
import { controlOf } from './phone-field.tsx';

/** Widths in columns of twelve, and what the browser may fill in. */
const parts = {
  first_name: { label: 'First name', span: 3, fill: 'given-name' },
  last_name: { label: 'Last name', span: 3, fill: 'family-name' },
  company: { label: 'Company', span: 6, fill: 'organization' },
  address_line_1: { label: 'Address line 1', span: 6, fill: 'address-line1' },
  address_line_2: { label: 'Address line 2', span: 6, fill: 'address-line2' },
  city: { label: 'City', span: 4, fill: 'address-level2' },
  state: { label: 'State', span: 2, fill: 'address-level1' },
  postal_code: { label: 'Postal code', span: 3, fill: 'postal-code' },
  country: { label: 'Country', span: 3, fill: 'country' },
  email: { label: 'Email', span: 6, fill: 'email' },
  phone: { label: 'Phone', span: 3, fill: 'tel' },
  fax: { label: 'Fax', span: 3, fill: 'off' },
} as const;

export type AddressPart = keyof typeof parts;

interface AddressFieldsProps {
  /** `billing_address`: the fields are called `billing_address.city` …; also tells forms apart. */
  name: string;
  shown: readonly AddressPart[];
  values: Readonly<Partial<Record<AddressPart, string>>>;
  errors: Readonly<Partial<Record<AddressPart, string>>>;
  optional: readonly AddressPart[];
  /** Choices instead of free text, where a list is kept. */
  choices: Readonly<Partial<Record<AddressPart, readonly Choice[]>>>;
  onChange: (part: AddressPart, value: string) => void;
}

export function AddressFields(props: AddressFieldsProps) {
  const { name, shown, values, errors, optional, choices, onChange } = props;
  return (
    <div className="form-grid">
      {shown.map((part) => {
        const { label, span, fill } = parts[part];
        const field = {
          name: `${name}.${part}`,
          label,
          value: values[part] ?? '',
          error: errors[part],
          hint: optional.includes(part) ? 'optional' : undefined,
          onChange: (value: string) => onChange(part, value),
        };
        const list = choices[part];
        const Control = controlOf(part);
        return (
          <div key={part} data-span={span}>
            {list && list.length > 0 ? (
              <SelectField {...field} choices={list} none="" />
            ) : (
              <Control
                {...field}
                extra={{ input: { autoComplete: `section-${name} ${fill}`, maxLength: 100 } }}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
