// The fields of an address or a contact on the twelve columns of a form.
import type { AddressField } from '../../../contract/addresses.ts';
import { offered_countries, us_regions } from '../../../contract/places.ts';
import { FormGrid } from '../page/page-parts.tsx';
import { type Choice, SelectControl, TextControl } from './controls.tsx';
import { useField } from './form-context.ts';
import { PhoneControl } from './phone-control.tsx';

/** Column widths (of twelve) and autocomplete values. */
const parts = {
  first_name: { span: 3, fill: 'given-name' },
  last_name: { span: 3, fill: 'family-name' },
  company: { span: 6, fill: 'organization' },
  address_line_1: { span: 6, fill: 'address-line1' },
  address_line_2: { span: 6, fill: 'address-line2' },
  // What addresses of saved customers call them.
  line_1: { span: 6, fill: 'address-line1' },
  line_2: { span: 6, fill: 'address-line2' },
  city: { span: 4, fill: 'address-level2' },
  state: { span: 2, fill: 'address-level1' },
  postal_code: { span: 3, fill: 'postal-code' },
  country: { span: 3, fill: 'country' },
  email: { span: 6, fill: 'email' },
  phone: { span: 3, fill: 'tel' },
  fax: { span: 3, fill: 'off' },
} as const;

type AddressPart = AddressField | 'line_1' | 'line_2';

/** Optional for most payers, even if other members are required. */
const rarely_filled: readonly AddressPart[] = ['company', 'address_line_2', 'line_2'];

const lists: Readonly<Partial<Record<AddressPart, readonly Choice[]>>> = {
  state: us_regions.map(({ code }) => ({ value: code, label: code })),
  country: offered_countries.map(({ code, name }) => ({ value: code, label: name })),
};

/** A stored code that is no longer offered is kept, so that saving does not lose it. */
function withStored(offered: readonly Choice[], stored: string): readonly Choice[] {
  const known = stored === '' || offered.some(({ value }) => value === stored);
  return known ? offered : [...offered, { value: stored, label: stored }];
}

interface PartProps {
  /** Name of the whole address; it distinguishes two of them in one form. */
  address: string;
  part: AddressPart;
}

function Part({ address, part }: PartProps) {
  const { span, fill } = parts[part];
  const name = address === '' ? part : `${address}.${part}`;
  const { label, value, put, error, info } = useField(name);
  const field = { name, label, value, error, onChange: put };
  const hint = rarely_filled.includes(part) ? 'optional' : undefined;
  const list = lists[part];
  const Control = info.typed_as === 'phone' ? PhoneControl : TextControl;
  const input = {
    autoComplete: fill === 'off' ? fill : `section-${address || 'address'} ${fill}`,
    ...(info.max_length !== null && { maxLength: info.max_length }),
  };
  return (
    <div data-span={span}>
      {list ? (
        <SelectControl {...field} choices={withStored(list, value)} none="" />
      ) : (
        <Control {...field} hint={hint} extra={{ input }} />
      )}
    </div>
  );
}

interface AddressFieldsProps {
  /** `billing_address`: the fields are called `billing_address.city` …; '' for `city`. */
  name: string;
  shown: readonly AddressPart[];
}

export function AddressFields({ name, shown }: AddressFieldsProps) {
  return (
    <FormGrid>
      {shown.map((part) => (
        <Part key={part} address={name} part={part} />
      ))}
    </FormGrid>
  );
}
