// The screens that make a partner or a merchant (spec 1 §2, gateway-api 17).
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { limitTexts } from '../../../contract/accounts/limits.ts';
import { merchants } from '../../../contract/accounts/merchants.ts';
import { partners } from '../../../contract/accounts/partners.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import type { DataOf } from '../../api.ts';
import { useSave } from '../../hooks.ts';
import { SwitchField } from '../../kit/fields.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { SecretsDialog } from '../../kit/secrets-dialog.tsx';
import { toast } from '../../notices.ts';
import { usePartners } from '../partner-picker.tsx';
import { accountPath } from '../paths.ts';
import {
  BillingPart,
  billingChange,
  billingProblems,
  no_billing,
} from '../profile/billing-fields.tsx';
import { LimitsPart, limitProblems, limitsChange } from '../profile/limit-fields.tsx';
import { type Problems, profileInput } from '../profile/profile-values.ts';
import { account_stales, useGranting, useViewer } from '../use-account.ts';
import { FirstUserPart, firstUserInput, firstUserProblems, no_user } from './first-user.tsx';
import { NewAccount, type NewValues } from './new-account.tsx';

interface FormProps {
  area: AccountType;
  viewer: CallerRecord;
}

function PartnerForm({ area, viewer }: FormProps) {
  const navigate = useNavigate();
  const save = useSave(partners.create, {
    stales: account_stales,
    creates_in: { list: partners.search },
    onSaved: (partner) => {
      toast('Partner created');
      void navigate(accountPath(area, 'partner', partner.id));
    },
  });
  const submit = ({ profile, grants, parent_id }: NewValues) => {
    const input = { ...profileInput('partner', profile), ...grants, parent_id };
    save.mutate({ input: input as never });
  };
  return (
    <NewAccount
      {...{ area, viewer }}
      kind="partner"
      whyNot={useGranting(area)}
      busy={save.isPending}
      more_problems={{}}
      onSubmit={submit}
    />
  );
}

type Made = DataOf<typeof merchants.create>;

function useMerchantSave(area: AccountType) {
  const navigate = useNavigate();
  const [made, setMade] = useState<Made | null>(null);
  const open = ({ id }: Made) => void navigate(accountPath(area, 'merchant', id));
  const save = useSave(merchants.create, {
    stales: account_stales,
    creates_in: { list: merchants.search },
    onSaved: (merchant) => {
      toast('Merchant created');
      if (merchant.api_key || merchant.pub_api_key) setMade(merchant);
      else open(merchant);
    },
  });
  return { save, made, open };
}

/** A new merchant trades in US dollars until its defaults say otherwise (spec 1 §9). */
const currency = 'usd';
const no_limits = limitTexts(null, currency);

/** Bank account and limits of a new merchant: their fields, what is wrong, what is sent. */
function useMoneyParts() {
  const [billing, setBilling] = useState(no_billing);
  const [limits, setLimits] = useState(no_limits);
  return {
    problems: { ...billingProblems(billing), ...limitProblems(limits, currency) },
    input: { ...billingChange(no_billing, billing), ...limitsChange(no_limits, limits, currency) },
    parts: (shown: Problems, touch: (names: readonly string[]) => void) => (
      <>
        <BillingPart values={billing} problems={shown} onChange={setBilling} />
        <LimitsPart
          values={limits}
          problems={shown}
          currency={currency}
          onChange={(values, name) => {
            setLimits(values);
            touch([name]);
          }}
        />
      </>
    ),
  };
}

function MerchantForm({ area, viewer }: FormProps) {
  const [user, setUser] = useState(no_user);
  const money = useMoneyParts();
  const [accept_tos, setAccepts] = useState(false);
  const { save, made, open } = useMerchantSave(area);
  const submit = ({ profile, grants, parent_id }: NewValues) => {
    const input = {
      ...profileInput('merchant', profile),
      ...grants,
      partner_id: parent_id,
      accept_tos,
      ...money.input,
      user: firstUserInput(user, profile.timezone),
    };
    save.mutate({ input: input as never });
  };
  return (
    <>
      <NewAccount
        {...{ area, viewer }}
        kind="merchant"
        whyNot={useGranting(area)}
        busy={save.isPending}
        more_problems={{ ...firstUserProblems(user), ...money.problems }}
        onSubmit={submit}
      >
        {(shown, touch) => (
          <>
            {money.parts(shown, touch)}
            <FirstUserPart
              user={user}
              problems={shown}
              onChange={(part) => {
                setUser({ ...user, ...part });
                touch(Object.keys(part).map((name) => `user.${name}`));
              }}
            />
            <FormPart title="Terms of service">
              <SwitchField
                name="accept_tos"
                label="The merchant has accepted the terms of service"
                note="Left off, its user accepts them at the first sign-in."
                checked={accept_tos}
                onChange={setAccepts}
              />
            </FormPart>
          </>
        )}
      </NewAccount>
      {made && (
        <SecretsDialog
          secrets={[
            { label: 'Private API key', value: made.api_key },
            { label: 'Public API key', value: made.pub_api_key },
          ]}
          onClose={() => open(made)}
        >
          They are shown this once. Whoever has them acts in the name of {made.name}.
        </SecretsDialog>
      )}
    </>
  );
}

/** Who makes it, once it is known below whom it can stand: what comes later would push the form. */
function useMaker(): CallerRecord | undefined {
  const viewer = useViewer();
  const { isPending } = usePartners('');
  return isPending ? undefined : viewer;
}

export function NewPartner({ area }: { area: AccountType }) {
  const viewer = useMaker();
  return viewer ? <PartnerForm area={area} viewer={viewer} /> : null;
}

export function NewMerchant({ area }: { area: AccountType }) {
  const viewer = useMaker();
  return viewer ? <MerchantForm area={area} viewer={viewer} /> : null;
}
