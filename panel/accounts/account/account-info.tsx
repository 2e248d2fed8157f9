// The info tab of a partner or merchant: standing, profile, contacts, permissions and flags.

import { useState } from 'react';
import type { AccountType } from '../../../contract/access/access.ts';
import { subjectOf, whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { merchants } from '../../../contract/accounts/merchants.ts';
import { partners } from '../../../contract/accounts/partners.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { RecordMissing } from '../../kit/page/not-shown.tsx';
import { SectionBody } from '../../kit/page/page-parts.tsx';
import { Banner } from '../../kit/parts/banner.tsx';
import { toast } from '../../notices.ts';
import styles from '../accounts.module.css';
import type { Kind } from '../paths.ts';
import { BillingPart } from '../profile/billing-fields.tsx';
import { GrantFields, grantsOf } from '../profile/grants.tsx';
import { LimitsPart } from '../profile/limit-fields.tsx';
import { AccountPart, ContactPart } from '../profile/profile-fields.tsx';
import {
  type AccountRecord,
  account_stales,
  useAccount,
  useGranting,
  useViewer,
} from '../use-account.ts';
import { useAccountId } from './account-frame.tsx';
import { accountChange, accountRules, accountValues, currencyOf } from './account-values.ts';
import { MoveDialog } from './move-dialog.tsx';
import { type StatusChange, StatusDialog } from './status-dialog.tsx';
import { StatusPart } from './status-part.tsx';

interface LoadedProps {
  area: AccountType;
  kind: Kind;
  account: AccountRecord;
  viewer: CallerRecord;
}

interface FieldsProps {
  area: AccountType;
  kind: Kind;
  account: AccountRecord;
  may_manage: boolean;
}

function Fields({ area, kind, account, may_manage }: FieldsProps) {
  return (
    <>
      <fieldset className={styles.plainFieldset} disabled={!may_manage}>
        <AccountPart kind={kind} />
        <ContactPart name="primary_contact" />
        <ContactPart name="billing_contact" />
        {kind === 'merchant' && (
          <>
            <BillingPart />
            <LimitsPart currency={currencyOf(account)} />
          </>
        )}
      </fieldset>
      <FormPart title={kind === 'partner' ? 'Permissions to grant' : 'Permissions and flags'} wide>
        <GrantFields
          stored={grantsOf(account)}
          account_id={account.id}
          whyNot={useGranting(area)}
          locked={may_manage ? '' : 'Ask a user with the admin role to change this.'}
        />
      </FormPart>
    </>
  );
}

function Loaded({ area, kind, account, viewer }: LoadedProps) {
  const [change, setChange] = useState<StatusChange | null>(null);
  const [moving, setMoving] = useState(false);
  const currency = currencyOf(account);
  const form = useForm(kind === 'partner' ? partners.update : merchants.update, {
    initial: accountValues(account),
    of: account,
    input: (now, begun) => accountChange(begun, now, currency),
    required: ['name'],
    rules: (now) => accountRules(now, currency),
    params: { id: account.id },
    stales: account_stales,
    tell: () => toast(kind === 'partner' ? 'Partner saved' : 'Merchant saved'),
  });
  const blocked = whyNotAllowed(may.manage_accounts, subjectOf(viewer));
  const may_manage = blocked === '';
  return (
    <>
      <FormScreen
        form={form}
        title={account.name}
        action={kind === 'partner' ? 'Save partner' : 'Save merchant'}
      >
        <StatusPart
          {...{ area, kind, account, may_manage }}
          onChange={setChange}
          onMove={() => setMoving(true)}
        />
        {!may_manage && (
          <SectionBody>
            <Banner tone="info">{blocked}</Banner>
          </SectionBody>
        )}
        <Fields {...{ area, kind, account, may_manage }} />
      </FormScreen>
      {change && <StatusDialog change={change} onClose={() => setChange(null)} />}
      {moving && <MoveDialog {...{ area, kind, account }} onClose={() => setMoving(false)} />}
    </>
  );
}

export function AccountInfo({ area, kind }: { area: AccountType; kind: Kind }) {
  const viewer = useViewer();
  const { data, ...of } = useAccount(kind, useAccountId(kind));
  if (!data || !viewer) {
    const title = kind === 'partner' ? 'Partner' : 'Merchant';
    return <RecordMissing noun={title} of={of} />;
  }
  return <Loaded key={data.id} {...{ area, kind, viewer }} account={data} />;
}
