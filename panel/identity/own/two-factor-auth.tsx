// One's own second factor: set up, recovery codes, taken away (spec 1 §6).
import { useEffect, useRef, useState } from 'react';
import { sessions } from '../../../contract/identity/sessions.ts';
import { two_factor } from '../../../contract/identity/two-factor.ts';
import type { DataOf } from '../../api.ts';
import { useRecord } from '../../hooks.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import pageStyles from '../../kit/page/page.module.css';
import { Hint } from '../../kit/page/page-parts.tsx';
import { PageTitle, useDocumentTitle } from '../../kit/page/page-title.tsx';
import { Banner } from '../../kit/parts/banner.tsx';
import { Section } from '../../kit/parts/section.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import { useWhyNot } from '../../use-why-not.ts';
import { RecoveryCodes } from '../factors/factor-parts.tsx';
import styles from '../identity.module.css';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { OwnPasskeys } from './passkeys.tsx';
import { RenewCodes } from './renew-codes.tsx';

const stales = [sessions.get, two_factor.get];

function RemoveFactorForm({ onClose }: { onClose: () => void }) {
  const form = useForm(two_factor.remove, {
    initial: { totp: '' },
    required: ['totp'],
    stales,
    tell: () => toast('Removed two factor authentication!'),
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Remove two factor authentication"
      action="Remove"
      destructive
      onClose={onClose}
    >
      <p>You will no longer need an app code to log in. You can also enter a recovery code.</p>
      <TextField name="totp" />
    </FormDialog>
  );
}

export function TwoFactorAuth() {
  useDocumentTitle('Two Factor Auth');
  const { data: state } = useRecord(two_factor.get, {});
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState(false);
  const why_not = useWhyNot(two_factor.confirm.access);
  return (
    <div className={`${pageStyles.page} ${styles.factorPage}`}>
      <PageTitle title="Two Factor Auth" />
      {why_not !== '' && <Banner tone="warn">{why_not}</Banner>}
      {state && <RequiredFactorNote state={state} />}
      <fieldset disabled={why_not !== ''}>
        {codes.length > 0 && <NewCodes key={codes[0]} codes={codes} />}
        <Section title="Authenticator app" aside={state?.authenticator_app ? 'on' : 'off'}>
          {state && (
            <AuthenticatorApp state={state} onCodes={setCodes} onRemove={() => setRemoving(true)} />
          )}
        </Section>
        <OwnPasskeys onCodes={setCodes} />
        {state && <Recovery state={state} onCodes={setCodes} />}
      </fieldset>
      {removing && <RemoveFactorForm onClose={() => setRemoving(false)} />}
    </div>
  );
}

/** They stand at the top; who asked for them further down is taken there. */
function NewCodes({ codes }: { codes: readonly string[] }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Section title="Save these codes" aside="shown only once">
      <Hint ref={place}>Use a code to log in without your phone. Each code works once.</Hint>
      <RecoveryCodes codes={codes} />
    </Section>
  );
}

type State = DataOf<typeof two_factor.get>;

interface RecoveryProps {
  state: State;
  onCodes: (codes: readonly string[]) => void;
}

function Recovery({ state, onCodes }: RecoveryProps) {
  const [renewing, setRenewing] = useState(false);
  if (!state.authenticator_app && state.passkey_count === 0) return null;
  return (
    <Section title="Recovery codes" aside={`${state.recovery_code_count} of 10 left`}>
      <Hint>Use a recovery code if you lose your phone and passkeys.</Hint>
      <PlainButton onClick={() => setRenewing(true)}>Create new recovery codes</PlainButton>
      {renewing && (
        <RenewCodes state={state} onCodes={onCodes} onClose={() => setRenewing(false)} />
      )}
    </Section>
  );
}

function RequiredFactorNote({ state }: { state: State }) {
  const { is_enforced, authenticator_app, passkey_count } = state;
  if (!is_enforced || authenticator_app || passkey_count > 0) return null;
  return (
    <p className={styles.notice}>
      Your account requires two-factor authentication. Set it up to continue.
    </p>
  );
}
