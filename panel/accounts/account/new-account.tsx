// The form of a new partner or merchant: where it stands, its profile, what it may, its first user.
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { flag_names } from '../../../contract/accounts/documents/flags.ts';
import { permission_names } from '../../../contract/accounts/documents/permissions.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { FormPart } from '../../kit/form-part.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { useTouched } from '../../kit/use-touched.ts';
import { PartnerPicker, type Picked } from '../partner-picker.tsx';
import { type Kind, listPath } from '../paths.ts';
import { GrantTables, type GrantValues } from '../profile/grants.tsx';
import { AccountPart, ContactPart } from '../profile/profile-fields.tsx';
import { newProfile, type Problems, profileProblems } from '../profile/profile-values.ts';
import { useAccount, type useGranting } from '../use-account.ts';
import '../accounts.css';

/** What a merchant without anything special works with. */
const usual = new Set<string>([
  'allow_virtual_terminal_session',
  'allow_advanced_fields',
  'allow_defaults_population',
  'allow_dashboard_stats',
  'allow_transaction_reporting_totals',
]);

export type WhyNot = ReturnType<typeof useGranting>;

/** A partner begins with all its maker may grant, a merchant with what everybody needs. */
function firstGrants(kind: Kind, whyNot: WhyNot): GrantValues {
  const isOn = (document: keyof GrantValues, name: string) =>
    (kind === 'partner' || usual.has(name)) && whyNot(document, name) === null;
  return {
    permissions: Object.fromEntries(permission_names.map((n) => [n, isOn('permissions', n)])),
    flags: Object.fromEntries(flag_names.map((n) => [n, kind === 'partner' && isOn('flags', n)])),
  };
}

/** Where the new account will stand; null is the top. */
function useParent(area: AccountType, viewer: CallerRecord) {
  const [search] = useSearchParams();
  const given = search.get('parent_id') ?? '';
  const { data } = useAccount('partner', given);
  const own = { id: viewer.account_type_id, name: viewer.account_name };
  const [chosen, choose] = useState<Picked | null | undefined>(undefined);
  const start = data ? { id: data.id, name: data.name } : area === 'partner' ? own : null;
  return { own, parent: chosen === undefined ? start : chosen, choose };
}

export interface NewValues {
  profile: ReturnType<typeof newProfile>;
  grants: GrantValues;
  parent_id: string;
}

interface NewAccountProps {
  area: AccountType;
  kind: Kind;
  viewer: CallerRecord;
  whyNot: WhyNot;
  busy: boolean;
  /** Of the parts below the profile. */
  more_problems: Problems;
  onSubmit: (values: NewValues) => void;
  /** What a kind has of its own, told which problems to show. */
  children?: (shown: Problems, touch: (names: readonly string[]) => void) => ReactNode;
}

export function NewAccount(props: NewAccountProps) {
  const { area, kind, viewer, whyNot, busy, more_problems, onSubmit, children } = props;
  const navigate = useNavigate();
  const [profile, setProfile] = useState(newProfile(viewer.timezone));
  const [grants, setGrants] = useState<GrantValues | null>(null);
  const { own, parent, choose } = useParent(area, viewer);
  const touched = useTouched();
  const orphan = kind === 'merchant' && parent === null;
  const problems: Problems = {
    ...profileProblems(profile),
    ...more_problems,
    ...(orphan && { parent: 'A merchant stands below a partner: choose one.' }),
  };
  const shown = touched.of(problems);
  // Until somebody turns one: the viewer's own account may still be on its way.
  const granted = grants ?? firstGrants(kind, whyNot);
  const submit = () => {
    const wrong = Object.keys(problems);
    if (wrong.length > 0) touched.touch(wrong);
    else onSubmit({ profile, grants: granted, parent_id: parent?.id ?? '' });
  };
  const part = {
    values: profile,
    problems: shown,
    onChange: (change: Partial<typeof profile>) => {
      setProfile({ ...profile, ...change });
      touched.touch(Object.keys(change));
    },
  };
  return (
    <FormScreen
      title={`New ${kind}`}
      action={`Create ${kind}`}
      errors={shown}
      changed="Nothing is made until it is saved."
      busy={busy}
      onSubmit={submit}
      onDiscard={() => void navigate(listPath(area, kind))}
    >
      <FormPart title="Place">
        <PartnerPicker
          label={kind === 'merchant' ? 'Partner' : 'Stands below'}
          value={parent}
          onChange={choose}
          {...(area === 'admin' && kind === 'partner' && { nobody: 'Nobody, at the top' })}
          {...(area === 'partner' && { own })}
          {...(shown.parent && { error: shown.parent })}
        />
      </FormPart>
      <AccountPart kind={kind} {...part} />
      <ContactPart name="primary_contact" {...part} />
      <ContactPart name="billing_contact" {...part} />
      {children?.(shown, touched.touch)}
      <FormPart title={kind === 'partner' ? 'What it may grant' : 'What it may use'} wide>
        <GrantTables
          values={granted}
          stored={null}
          account_id=""
          whyNot={whyNot}
          onChange={setGrants}
        />
      </FormPart>
    </FormScreen>
  );
}
