// The fields of a partner's or merchant's profile: the account itself, and its two contacts.

import type { ReactNode } from 'react';
import { contact_fields } from '../../../contract/addresses.ts';
import { offered_countries, us_regions } from '../../../contract/places.ts';
import { AddressFields } from '../../kit/address-fields.tsx';
import { type Choice, SelectField } from '../../kit/fields.tsx';
import { Fold } from '../../kit/fold.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { controlOf } from '../../kit/phone-field.tsx';
import { timezones } from '../../kit/timezones.ts';
import type { Kind } from '../paths.ts';
import {
  type ContactName,
  type Problems,
  type ProfileValues,
  profileLabel,
} from './profile-values.ts';

export interface ProfilePartProps {
  values: ProfileValues;
  /** Messages to show; a field nobody touched yet has none. */
  problems: Problems;
  onChange: (part: Partial<ProfileValues>) => void;
}

interface AccountPartProps extends ProfilePartProps {
  kind: Kind;
  /** More fields of the same grid: where a new account stands, its first status. */
  children?: ReactNode;
}

type Plain = Exclude<keyof ProfileValues, 'timezone' | ContactName>;

export function AccountPart({ kind, values, problems, onChange, children }: AccountPartProps) {
  const text = (name: Plain, span: number, hint?: string, label = profileLabel(name)) => {
    const Control = controlOf(name);
    return (
      <div data-span={span}>
        <Control
          name={name}
          label={label}
          hint={hint}
          value={values[name]}
          onChange={(value) => onChange({ [name]: value })}
          error={problems[name] ?? ''}
          extra={{ input: { autoComplete: 'off' } }}
        />
      </div>
    );
  };
  return (
    <FormPart title="Account">
      <div className="form-grid">
        {children}
        {text('name', 6)}
        {text('description', 6, 'optional')}
        {text('email', 6, 'optional', kind === 'merchant' ? 'Receipt email' : 'Email')}
        {text('phone', 4, 'optional')}
        {text('phone_ext', 2, 'optional')}
        {text('website', 6, 'optional')}
        <div data-span="6">
          <SelectField
            name="timezone"
            label="Time zone"
            value={values.timezone}
            onChange={(timezone) => onChange({ timezone })}
            choices={timezones(values.timezone)}
          />
        </div>
      </div>
    </FormPart>
  );
}

/** A code that is stored and not offered stays, so that saving does not lose it. */
function withStored(offered: readonly Choice[], stored: string): readonly Choice[] {
  const known = stored === '' || offered.some(({ value }) => value === stored);
  return known ? offered : [...offered, { value: stored, label: stored }];
}

const countries = offered_countries.map(({ code, name }) => ({ value: code, label: name }));
const states = us_regions.map(({ code }) => ({ value: code, label: code }));

const titles: Readonly<Record<ContactName, string>> = {
  primary_contact: 'Primary contact',
  billing_contact: 'Billing contact',
};

/** One line of what a folded contact holds. */
function peekOf(contact: ProfileValues[ContactName]): string {
  const name = `${contact.first_name} ${contact.last_name}`.trim();
  const place = [contact.city, contact.state].filter(Boolean).join(', ');
  const given = [name, contact.company, place].filter(Boolean);
  return given.length === 0 ? 'empty' : given.join(' · ');
}

export function ContactPart({ name, ...part }: ProfilePartProps & { name: ContactName }) {
  const contact = part.values[name];
  const problems = Object.fromEntries(
    contact_fields.map((field) => [field, part.problems[`${name}.${field}`] ?? '']),
  );
  const twin = name === 'billing_contact' && (
    <button
      type="button"
      className="quiet-button"
      onClick={() => part.onChange({ billing_contact: { ...part.values.primary_contact } })}
    >
      Copy from primary contact
    </button>
  );
  return (
    <Fold
      title={titles[name]}
      peek={peekOf(contact)}
      forced={Object.values(problems).some(Boolean)}
    >
      <div className="contact-fields">
        {twin}
        <AddressFields
          name={name}
          shown={contact_fields}
          values={contact}
          errors={problems}
          optional={['company', 'address_line_2']}
          choices={{
            state: withStored(states, contact.state),
            country: withStored(countries, contact.country),
          }}
          onChange={(field, value) => part.onChange({ [name]: { ...contact, [field]: value } })}
        />
      </div>
    </Fold>
  );
}
