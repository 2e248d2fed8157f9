// The form of a new partner or merchant: where it stands, its profile, what it may.
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { flag_names } from '../../../contract/accounts/documents/flags.ts';
import { permission_names } from '../../../contract/accounts/documents/permissions.ts';
import { partners } from '../../../contract/accounts/partners.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useRecord } from '../../hooks.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { FormScreen } from '../../kit/form/form-screen.tsx';
import type { Form } from '../../kit/form/use-form.ts';
import { PartnerPicker, type Picked, usePartners } from '../partner-picker.tsx';
import { type Kind, listPath } from '../paths.ts';
import { GrantFields, type GrantValues } from '../profile/grants.tsx';
import { AccountPart, ContactPart } from '../profile/profile-fields.tsx';
import { newProfile, type ProfileValues } from '../profile/profile-values.ts';
import { useAccount, useGranting, useViewer } from '../use-account.ts';

/** What a merchant without anything special works with. */
const usual = new Set<string>([
  'allow_virtual_terminal_session',
  'allow_advanced_fields',
  'allow_defaults_population',
  'allow_dashboard_stats',
  'allow_transaction_reporting_totals',
]);

type WhyNot = ReturnType<typeof useGranting>;

/** A partner begins with all its maker may grant, a merchant with what everybody needs. */
function firstGrants(kind: Kind, whyNot: WhyNot): GrantValues {
  const isOn = (document: keyof GrantValues, name: string) =>
    (kind === 'partner' || usual.has(name)) && whyNot(document, name) === '';
  return {
    permissions: Object.fromEntries(permission_names.map((n) => [n, isOn('permissions', n)])),
    flags: Object.fromEntries(flag_names.map((n) => [n, kind === 'partner' && isOn('flags', n)])),
  };
}

export interface NewValues extends ProfileValues, GrantValues {
  /** Where the new account will stand; null is the top. */
  parent: Picked | null;
}

export interface CreateAccess {
  viewer: CallerRecord;
  begun: NewValues;
}

/** Who makes it and what it begins with, once all of it is known: nothing moves below the hand. */
export function useCreateAccess(area: AccountType, kind: Kind): CreateAccess | null {
  const viewer = useViewer();
  const [search] = useSearchParams();
  const parent_id = search.get('parent_id') ?? '';
  const parent = useAccount('partner', parent_id);
  const list = usePartners('');
  const own_grants = useRecord(partners.getOwn, {}, { enabled: area === 'partner' });
  const whyNot = useGranting(area);
  const waiting =
    list.isPending ||
    (area === 'partner' && own_grants.isPending) ||
    (parent_id !== '' && !parent.data && !parent.error);
  if (!viewer || waiting) return null;
  const own = { id: viewer.account_type_id, name: viewer.account_name };
  const start = area === 'partner' ? own : null;
  return {
    viewer,
    begun: {
      ...newProfile(kind, viewer.timezone),
      ...firstGrants(kind, whyNot),
      parent: parent.data ? { id: parent.data.id, name: parent.data.name } : start,
    },
  };
}

/** A merchant belongs to somebody. */
export function parentRule(kind: Kind, { parent }: NewValues) {
  const orphan = kind === 'merchant' && parent === null;
  return { parent: orphan ? 'Choose a partner for the merchant.' : '' };
}

interface NewAccountProps {
  area: AccountType;
  kind: Kind;
  viewer: CallerRecord;
  form: Form;
  /** What a kind has of its own. */
  children?: ReactNode;
}

export function NewAccount({ area, kind, viewer, form, children }: NewAccountProps) {
  const navigate = useNavigate();
  const own = { id: viewer.account_type_id, name: viewer.account_name };
  return (
    <FormScreen
      form={form}
      title={`New ${kind}`}
      action={`Create ${kind}`}
      note="Not created until you save."
      onLeave={() => void navigate(listPath(area, kind))}
    >
      <FormPart title="Parent account">
        <PartnerPicker
          name="parent"
          label={kind === 'merchant' ? 'Partner' : 'Parent'}
          {...(area === 'admin' && kind === 'partner' && { nobody: 'None (top level)' })}
          {...(area === 'partner' && { own })}
        />
      </FormPart>
      <AccountPart kind={kind} />
      <ContactPart name="primary_contact" />
      <ContactPart name="billing_contact" />
      {children}
      <FormPart title={kind === 'partner' ? 'Permissions to grant' : 'Permissions and flags'} wide>
        <GrantFields stored={null} account_id="" whyNot={useGranting(area)} />
      </FormPart>
    </FormScreen>
  );
}
