// The info tab of a partner or merchant: standing, profile, contacts, permissions and flags.
import { useState } from 'react';
import type { AccountType } from '../../../contract/access/access.ts';
import { whoOf, whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { limitTexts } from '../../../contract/accounts/limits.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { Banner } from '../../kit/banner.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { useTouched } from '../../kit/use-touched.ts';
import { toast } from '../../notices.ts';
import type { Kind } from '../paths.ts';
import {
  BillingPart,
  billingChange,
  billingOf,
  billingProblems,
} from '../profile/billing-fields.tsx';
import { GrantTables, grantsChange, grantsOf } from '../profile/grants.tsx';
import { LimitsPart, limitProblems, limitsChange } from '../profile/limit-fields.tsx';
import { AccountPart, ContactPart } from '../profile/profile-fields.tsx';
import { profileChange, profileOf, profileProblems } from '../profile/profile-values.ts';
import {
  type AccountRecord,
  useAccount,
  useAccountSave,
  useGranting,
  useViewer,
} from '../use-account.ts';
import { useAccountId } from './account-frame.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { StandingPart } from './standing-part.tsx';
import { type StatusAsked, StatusDialog } from './status-dialog.tsx';
import '../accounts.css';

interface LoadedProps {
  area: AccountType;
  kind: Kind;
  account: AccountRecord;
  viewer: CallerRecord;
}

/** Amounts of limits are typed in what the merchant trades in. */
function currencyOf(account: AccountRecord): string {
  return 'default_values' in account ? account.default_values.merchant.currency : 'usd';
}

function useForm({ kind, account }: LoadedProps) {
  const currency = currencyOf(account);
  const stored = {
    profile: profileOf(account),
    grants: grantsOf(account),
    billing: billingOf('billing_details' in account ? account.billing_details : null),
    limits: limitTexts('limits' in account ? account.limits : null, currency),
  };
  const [values, setValues] = useState(stored);
  const touched = useTouched();
  const problems = {
    ...profileProblems(values.profile),
    ...billingProblems(values.billing),
    ...limitProblems(values.limits, currency),
  };
  const change = {
    ...profileChange(kind, stored.profile, values.profile),
    ...grantsChange(stored.grants, values.grants),
    ...billingChange(stored.billing, values.billing),
    ...limitsChange(stored.limits, values.limits, currency),
  };
  const put = (part: Partial<typeof stored>, names: readonly string[] = []) => {
    setValues({ ...values, ...part });
    touched.touch(names);
  };
  const reset = () => setValues(stored);
  const { touch } = touched;
  const shown = touched.of(problems);
  return { stored, values, currency, put, problems, touch, shown, change, reset };
}

interface FieldsProps {
  area: AccountType;
  kind: Kind;
  account_id: string;
  form: ReturnType<typeof useForm>;
  may_manage: boolean;
}

function Fields({ area, kind, account_id, form, may_manage }: FieldsProps) {
  const { values, stored, put, shown } = form;
  const whyNot = useGranting(area);
  const profile = {
    values: values.profile,
    problems: shown,
    onChange: (part: Partial<typeof values.profile>) =>
      put({ profile: { ...values.profile, ...part } }, touchedNames(part)),
  };
  return (
    <>
      <fieldset className="plain-fieldset" disabled={!may_manage}>
        <AccountPart kind={kind} {...profile} />
        <ContactPart name="primary_contact" {...profile} />
        <ContactPart name="billing_contact" {...profile} />
        {kind === 'merchant' && (
          <>
            <BillingPart
              values={values.billing}
              problems={shown}
              onChange={(billing) => put({ billing })}
            />
            <LimitsPart
              values={values.limits}
              problems={shown}
              currency={form.currency}
              onChange={(limits, name) => put({ limits }, [name])}
            />
          </>
        )}
      </fieldset>
      <FormPart title={kind === 'partner' ? 'What it may grant' : 'What it may use'} wide>
        <GrantTables
          values={values.grants}
          stored={stored.grants}
          account_id={account_id}
          whyNot={whyNot}
          locked={!may_manage}
          onChange={(grants) => put({ grants })}
        />
      </FormPart>
    </>
  );
}

/** Names of the fields in a change: those of a contact stand behind its name. */
function touchedNames(part: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.keys(value).map((field) => `${name}.${field}`)
      : [name],
  );
}

function Loaded(props: LoadedProps) {
  const { area, kind, account, viewer } = props;
  const form = useForm(props);
  const [asked, ask] = useState<StatusAsked | null>(null);
  const [moving, setMoving] = useState(false);
  const { busy, save } = useAccountSave(kind, {
    onSaved: () => toast(kind === 'partner' ? 'Partner saved' : 'Merchant saved'),
  });
  const blocked = whyNotAllowed(may.manage_accounts, whoOf(viewer));
  const may_manage = blocked === '';
  const wrong = Object.keys(form.problems);
  const submit = () => (wrong.length > 0 ? form.touch(wrong) : save(account.id, form.change));
  const count = Object.keys(form.change).length;
  return (
    <>
      <FormScreen
        title={account.name}
        action={kind === 'partner' ? 'Save partner' : 'Save merchant'}
        errors={form.shown}
        changed={may_manage && count > 0 && `${account.name} has unsaved changes.`}
        busy={busy}
        onSubmit={() => may_manage && count > 0 && submit()}
        onDiscard={form.reset}
      >
        <StandingPart
          {...{ area, kind, account, may_manage }}
          onAsk={ask}
          onMove={() => setMoving(true)}
        />
        {!may_manage && (
          <div className="section-body">
            <Banner tone="info">{blocked}</Banner>
          </div>
        )}
        <Fields {...{ area, kind, form, may_manage }} account_id={account.id} />
      </FormScreen>
      {asked && <StatusDialog asked={asked} onClose={() => ask(null)} />}
      {moving && <MoveDialog {...{ area, kind, account }} onClose={() => setMoving(false)} />}
    </>
  );
}

export function AccountInfo({ area, kind }: { area: AccountType; kind: Kind }) {
  const viewer = useViewer();
  const { data, isError } = useAccount(kind, useAccountId(kind));
  // Its dialog has said why an account cannot be shown; the page is still a page.
  if (!data || !viewer) {
    const title = kind === 'partner' ? 'Partner' : 'Merchant';
    return <div className="page">{isError && <PageTitle title={title} />}</div>;
  }
  return (
    <Loaded key={`${data.id}-${data.updated_at}`} {...{ area, kind, viewer }} account={data} />
  );
}
