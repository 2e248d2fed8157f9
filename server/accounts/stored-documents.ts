// The documents of accounts as their jsonb columns hold them: what a schema completes may be
// absent.
import type { z } from 'zod';
import type { Contact } from '../../contract/accounts/contacts.ts';
import type { NamedValue } from '../../contract/accounts/custom-field-rules.ts';
import type { FieldRequirements } from '../../contract/accounts/documents/field-requirements.ts';
import type { Flags } from '../../contract/accounts/documents/flags.ts';
import type { Permissions } from '../../contract/accounts/documents/permissions.ts';
import type { stored_limits } from '../../contract/accounts/limits.ts';
import type { OwnDefaults } from './settings/documents.ts';

declare module '../db/tables.generated.ts' {
  interface JsonDocuments {
    'branding.products': string[];
    'branding.styles': Record<string, string>;
    'custom_field.choices': NamedValue[];
    'merchant.billing_contact': Partial<Contact>;
    /** Without the account number, which is sealed in a column of its own (billing.ts). */
    'merchant.billing_details': Record<string, unknown>;
    'merchant.default_values': OwnDefaults;
    'merchant.flags': Partial<Flags>;
    'merchant.limits': Partial<z.output<typeof stored_limits>>;
    'merchant.permissions': Partial<Permissions>;
    'merchant.primary_contact': Partial<Contact>;
    'merchant.requireds': Partial<FieldRequirements>;
    'merchant.styles': Record<string, string>;
    'partner.available_processors': string[];
    'partner.billing_contact': Partial<Contact>;
    'partner.default_values': OwnDefaults;
    'partner.flags': Partial<Flags>;
    'partner.permissions': Partial<Permissions>;
    'partner.primary_contact': Partial<Contact>;
  }
}
