// The screens that make a partner or a merchant (spec 1 §2, gateway-api 17).
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { limitTexts } from '../../../contract/accounts/limits.ts';
import { merchants } from '../../../contract/accounts/merchants.ts';
import { partners } from '../../../contract/accounts/partners.ts';
import type { DataOf } from '../../api.ts';
import { SecretsDialog } from '../../kit/dialog/secrets-dialog.tsx';
import { SwitchField } from '../../kit/form/fields.tsx';
import { FormPart } from '../../kit/form/form-part.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { toast } from '../../notices.ts';
import { accountPath } from '../paths.ts';
import {
  BillingPart,
  billingChange,
  billingRules,
  no_billing,
} from '../profile/billing-fields.tsx';
import { LimitsPart, limitRules, limitsChange } from '../profile/limit-fields.tsx';
import { newProfile, profileChange, profileRules } from '../profile/profile-values.ts';
import { account_stales } from '../use-account.ts';
import { FirstUserPart, firstUserInput, no_user } from './first-user.tsx';
import {
  type CreateAccess,
  NewAccount,
  type NewValues,
  parentRule,
  useCreateAccess,
} from './new-account.tsx';

interface FormProps extends CreateAccess {
  area: AccountType;
}

/** A whole new profile with its grants: what was left empty is not sent. */
function newInput(kind: 'partner' | 'merchant', { permissions, flags, ...values }: NewValues) {
  const { parent, ...profile } = values;
  const { name, timezone } = profile;
  return { ...profileChange(newProfile(kind, ''), profile), name, timezone, permissions, flags };
}

function PartnerForm({ area, viewer, begun }: FormProps) {
  const navigate = useNavigate();
  const form = useForm(partners.create, {
    initial: begun,
    input: (values) => ({
      ...newInput('partner', values),
      parent_id: values.parent?.id ?? '',
    }),
    rules: profileRules,
    stales: account_stales,
    creates_in: { list: partners.search },
    tell: () => toast('Partner created'),
    onSaved: (partner) => void navigate(accountPath(area, 'partner', partner.id)),
  });
  return <NewAccount {...{ area, viewer, form }} kind="partner" />;
}

type Made = DataOf<typeof merchants.create>;

/** A new merchant trades in US dollars until its defaults say otherwise (spec 1 §9). */
const currency = 'usd';
const no_limits = limitTexts(null, currency);

/** What only a merchant has. */
const no_more = { billing: no_billing, limits: no_limits, user: no_user, accept_tos: false };

function merchantInput({
  billing,
  limits,
  user,
  accept_tos,
  ...values
}: NewValues & typeof no_more) {
  return {
    ...newInput('merchant', values),
    partner_id: values.parent?.id ?? '',
    accept_tos,
    ...billingChange(no_billing, billing),
    ...limitsChange(no_limits, limits, currency),
    user: firstUserInput(user),
  };
}

function MerchantForm({ area, viewer, begun }: FormProps) {
  const navigate = useNavigate();
  const [made, setMade] = useState<Made | null>(null);
  const open = ({ id }: Made) => void navigate(accountPath(area, 'merchant', id));
  const form = useForm(merchants.create, {
    initial: { ...begun, ...no_more },
    input: merchantInput,
    rules: (values) => ({
      ...parentRule('merchant', values),
      ...profileRules(values),
      ...billingRules(values.billing),
      ...limitRules(values.limits, currency),
    }),
    stales: account_stales,
    creates_in: { list: merchants.search },
    tell: () => toast('Merchant created'),
    onSaved: (merchant) => {
      if (merchant.api_key || merchant.pub_api_key) setMade(merchant);
      else open(merchant);
    },
  });
  return (
    <>
      <NewAccount {...{ area, viewer, form }} kind="merchant">
        <BillingPart />
        <LimitsPart currency={currency} />
        <FirstUserPart />
        <FormPart title="Terms of service">
          <SwitchField
            name="accept_tos"
            label="The merchant has accepted the terms of service"
            note="If off, the first user must accept them at the first login."
          />
        </FormPart>
      </NewAccount>
      {made && (
        <SecretsDialog
          secrets={[
            { label: 'Private API key', value: made.api_key },
            { label: 'Public API key', value: made.pub_api_key },
          ]}
          onClose={() => open(made)}
        >
          The keys are shown only once. Anyone with these keys can act for {made.name}.
        </SecretsDialog>
      )}
    </>
  );
}

export function NewPartner({ area }: { area: AccountType }) {
  const maker = useCreateAccess(area, 'partner');
  return maker ? <PartnerForm area={area} {...maker} /> : null;
}

export function NewMerchant({ area }: { area: AccountType }) {
  const maker = useCreateAccess(area, 'merchant');
  return maker ? <MerchantForm area={area} {...maker} /> : null;
}
