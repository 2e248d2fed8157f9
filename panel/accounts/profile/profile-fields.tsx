// The fields of a partner's or merchant's profile: the account itself, and its two contacts.
import type { Contact } from '../../../contract/accounts/contacts.ts';
import { contact_fields } from '../../../contract/addresses.ts';
import { AddressFields } from '../../kit/form/address-fields.tsx';
import { TextField, TimezoneField } from '../../kit/form/fields.tsx';
import { useFormAround, useValue } from '../../kit/form/form-context.ts';
import { FormFold, FormPart } from '../../kit/form/form-part.tsx';
import { FormGrid } from '../../kit/page/page-parts.tsx';
import basics from '../../style/basics.module.css';
import styles from '../accounts.module.css';
import type { Kind } from '../paths.ts';
import type { ContactName } from './profile-values.ts';

export function AccountPart({ kind }: { kind: Kind }) {
  return (
    <FormPart title="Account">
      <FormGrid>
        <TextField name="name" span={6} />
        <TextField name="description" span={6} />
        <TextField name={kind === 'merchant' ? 'receipt_email' : 'email'} span={6} />
        <TextField name="phone" span={4} />
        <TextField name="phone_ext" span={2} />
        <TextField name="website" span={6} />
        <TimezoneField name="timezone" span={6} />
      </FormGrid>
    </FormPart>
  );
}

const titles: Readonly<Record<ContactName, string>> = {
  primary_contact: 'Primary contact',
  billing_contact: 'Billing contact',
};

/** One line of what a folded contact holds. */
function peekOf(contact: Contact): string {
  const name = `${contact.first_name} ${contact.last_name}`.trim();
  const place = [contact.city, contact.state].filter(Boolean).join(', ');
  const parts = [name, contact.company, place].filter(Boolean);
  return parts.length === 0 ? 'empty' : parts.join(' · ');
}

function CopyPrimary() {
  const { methods, put } = useFormAround();
  return (
    <button
      type="button"
      className={basics.quietButton}
      onClick={() => put('billing_contact', methods.getValues('primary_contact'))}
    >
      Copy from primary contact
    </button>
  );
}

export function ContactPart({ name }: { name: ContactName }) {
  const contact = useValue<Contact>(name);
  return (
    <FormFold title={titles[name]} peek={peekOf(contact)} names={name}>
      <div className={styles.contactFields}>
        {name === 'billing_contact' && <CopyPrimary />}
        <AddressFields name={name} shown={contact_fields} />
      </div>
    </FormFold>
  );
}
